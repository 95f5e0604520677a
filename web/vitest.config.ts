import { defineConfig, mergeConfig } from "vitest/config";
import vite from "./vite.config.ts";

/** Unit tests of src/lib in a made-up browser; whole games in a real one are in tests/browser of the repository. */
export default mergeConfig(
  vite,
  defineConfig({
    resolve: { conditions: ["browser"] }, // Svelte's own code for the browser, not the one for servers
    test: {
      environment: "happy-dom",
      include: ["tests/**/*.test.ts"],
      setupFiles: ["tests/setup.ts"],
      restoreMocks: true,
      isolate: false, // files share a process: starting one for each takes three times as long as the tests
    },
  }),
);
