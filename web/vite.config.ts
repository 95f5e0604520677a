import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { Marked, type Tokens } from "marked";
import { parse } from "smol-toml";
import { defineConfig, type Plugin } from "vite";

const root = import.meta.dirname;
const WORDS = join(root, "../src/knobel/words");
const RULES = join(root, "../docs/rules");
const OUT = join(root, "../src/knobel/server/static");

/** Topics of the catalogue that only the terminal, the command line, its reckoning and the file readers say. */
const NOT_FOR_THE_BROWSER = [
  "advice.",
  "cli.",
  "db.",
  "errors.cli.",
  "errors.terminal.",
  "laboratory.",
  "players.",
  "position.",
  "sheet.",
  "solve.",
  "terminal.",
];
/** Of these, what the envelope of a match says wherever it is opened, why a bot cannot reckon, and what a house rule is. */
const FOR_THE_BROWSER_TOO = ["cli.verify.", "solve.why.", "laboratory.field.", "laboratory.joker.", "laboratory.told."];

function forTheBrowser(key: string): boolean {
  const among = (topics: string[]) => topics.some((topic) => key.startsWith(topic));
  return among(FOR_THE_BROWSER_TOO) || !among(NOT_FOR_THE_BROWSER);
}

function leaves(tree: Record<string, unknown>, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value] as [string, string]]
      : leaves(value as Record<string, unknown>, `${prefix}${name}.`),
  );
}

function catalogue(lang: string): Record<string, string> {
  const folder = join(WORDS, lang);
  const trees = readdirSync(folder)
    .filter((file) => file.endsWith(".toml"))
    .sort()
    .map((file) => parse(readFileSync(join(folder, file), "utf8")) as Record<string, unknown>);
  return Object.fromEntries(trees.flatMap((tree) => leaves(tree)).filter(([key]) => forTheBrowser(key)));
}

/** `import words from "virtual:words/de"`: the shared catalogue, so the browser has no words of its own. */
function words(): Plugin {
  const prefix = "virtual:words/";
  return {
    name: "knobel-words",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const lang = id.slice(prefix.length + 1);
      for (const file of readdirSync(join(WORDS, lang))) this.addWatchFile(join(WORDS, lang, file));
      return `export default ${JSON.stringify(catalogue(lang))}`;
    },
  };
}

/** A page of docs/rules for people at a table: no keys of the command line, no links to files they do not have. */
function page(file: string): string {
  const markdown = new Marked({
    walkTokens(token) {
      if (token.type !== "table") return;
      const table = token as Tokens.Table;
      const forPeople = table.header.map((_, column) => !table.rows.every((row) => row[column]?.text.startsWith("`")));
      table.header = table.header.filter((_, column) => forPeople[column]);
      table.rows = table.rows.map((row) => row.filter((_, column) => forPeople[column]));
    },
    renderer: {
      link({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      codespan: () => "",
    },
  });
  const source = readFileSync(join(RULES, file), "utf8").replace(/<!--.*?-->\n?/g, "");
  return markdown.parse(source, { async: false }).replace(/<h1>.*?<\/h1>\n?/, "");
}

/** `import rules from "virtual:rules/de"`: the rules of every game as HTML, written at build time from docs/rules. */
function rules(): Plugin {
  const prefix = "virtual:rules/";
  return {
    name: "knobel-rules",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const ending = `.${id.slice(prefix.length + 1)}.md`;
      const files = readdirSync(RULES).filter((file) => file.endsWith(ending));
      for (const file of files) this.addWatchFile(join(RULES, file));
      const pages = Object.fromEntries(files.map((file) => [file.slice(0, -ending.length), page(file)]));
      return `export default ${JSON.stringify(pages)}`;
    },
  };
}

/** Writes the list of built files, and a version that changes with them, into the service worker. */
function precache(): Plugin {
  return {
    name: "knobel-precache",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name !== "sw.js" && !name.endsWith(".map") && !/pocket|worker/.test(name))
          .sort();
        const fixed = readdirSync(join(root, "public")).sort();
        const list = ["./", ...files.filter((name) => name !== "index.html"), ...fixed];
        const hash = createHash("sha256");
        for (const name of files) {
          const item = bundle[name];
          if (item) hash.update(item.type === "chunk" ? item.code : item.source);
        }
        const source = readFileSync(join(root, "src/sw.js"), "utf8")
          .replace("__FILES__", JSON.stringify(list))
          .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 12)));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
        // The folder without a server lists its files when it is written (knobel/pocket/folder.py).
        this.emitFile({
          type: "asset",
          fileName: "pocket-sw.js",
          source: readFileSync(join(root, "src/pocket/sw.js"), "utf8"),
        });
      },
    },
  };
}

/** While developing, what is the server's own; everything else is a source of this folder. `make dev` names the server. */
const server = { target: process.env["KNOBEL_SERVER"] ?? "http://127.0.0.1:8777" };

export default defineConfig({
  root,
  base: "./", // the version without a server lies in whatever folder
  plugins: [words(), rules(), svelte(), precache()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // data: addresses would need a hole in the content security policy
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: [join(root, "index.html"), join(root, "pocket-page.html")] },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": server, "/pocket/": server, "/ws": { ...server, ws: true } } },
});
