import { defineConfig } from "vitest/config";
import { variantPlugin } from "./test/simulation/variant-plugin.ts";

const everything = "test/**/*.test.ts";
/** The emulators meet the vendors' clients as those come: undici in the same process would change how their files are sent. */
const alone = "test/sandbox/**/*.test.ts";
/** What is measured in real seconds runs when the others have ended. */
const timed = "test/story/burst.test.ts";

export default defineConfig({
  plugins: [variantPlugin()],
  test: {
    // Story tests wait for sockets more than they compute.
    maxWorkers: 4,
    testTimeout: 15_000,
    projects: [
      // Most of a test file's time went into loading modules: these files share them.
      { extends: true, test: { name: "reelay", include: [everything], exclude: [alone, timed], isolate: false } },
      { extends: true, test: { name: "sandbox", include: [alone] } },
      { extends: true, test: { name: "timed", include: [timed], sequence: { groupOrder: 1 } } },
    ],
  },
});
