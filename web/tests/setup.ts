import { beforeEach } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { loadWords } from "../src/lib/words.svelte";

beforeEach(async () => {
  settings.lang = "en";
  await loadWords("en");
});
