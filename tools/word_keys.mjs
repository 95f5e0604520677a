// Every string and template of the browser's sources, from their syntax trees, as JSON lines for tools/word_keys.py:
// {"where", "text", "spoken"}, the holes of a template as {}.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..", "web");
const folder = process.argv[2] ?? join(web, "src");
const require = createRequire(join(web, "package.json"));
const svelte = require("svelte/compiler");

const SPEAKERS = ["say", "known"];

function told(where, text, spoken) {
  console.log(JSON.stringify({ where, text, spoken }));
}

function search(file, source) {
  const visit = (node, spoken) => {
    if (node === null || typeof node !== "object") return;
    const where = () => `${file}:${source.slice(0, node.start).split("\n").length}`;
    if (node.type === "Literal" && typeof node.value === "string") told(where(), node.value, spoken);
    else if (node.type === "TemplateLiteral")
      told(where(), node.quasis.map((part) => part.value.cooked).join("{}"), spoken);
    const key = node.type === "CallExpression" && SPEAKERS.includes(node.callee.name) ? node.arguments[0] : undefined;
    const options = node.type === "ConditionalExpression" && spoken ? [node.consequent, node.alternate] : [key];
    for (const [name, child] of Object.entries(node)) {
      if (name === "loc" || name === "comments" || child === null || typeof child !== "object") continue;
      for (const one of Array.isArray(child) ? child : [child]) visit(one, options.includes(one));
    }
  };
  visit(svelte.parse(source, { modern: true, filename: file }), false);
}

for (const entry of readdirSync(folder, { recursive: true }).sort()) {
  const file = String(entry).replaceAll("\\", "/");
  const read = () => readFileSync(join(folder, String(entry)), "utf-8");
  if (file.endsWith(".svelte")) search(file, read());
  else if (file.endsWith(".ts") && !/(\.test|schema|\.d)\.ts$/.test(file)) search(file, `<script lang="ts">${read()}</script>`);
}
