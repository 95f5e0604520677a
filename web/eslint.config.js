import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** What the compilers do not see. Types are svelte-check's business: the rules that need them cost half a minute more. */
export default [
  { ignores: ["node_modules/", "src/lib/schema.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  // Arithmetic on arrays of fixed size: a check at every step would say nothing and cost time.
  { files: ["src/lib/sha256.ts"], rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
  {
    files: ["src/sw.js", "src/pocket/sw.js"],
    languageOptions: { globals: { __FILES__: "readonly", __VERSION__: "readonly" } },
  },
  { files: ["*.config.*"], languageOptions: { globals: globals.node } },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Lists of a card never change their order; those that do carry a key.
      "svelte/require-each-key": "off",
      // Collections that nothing on the screen reads are plain on purpose.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
];
