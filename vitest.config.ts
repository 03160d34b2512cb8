import { defineConfig } from "vitest/config";
import { variantPlugin } from "./test/simulation/variant-plugin.ts";

const everything = "test/**/*.test.ts";
/** The emulators meet the vendors' clients as those come: undici in the same process would change how their files are sent. */
const alone = "test/sandbox/**/*.test.ts";

export default defineConfig({
  plugins: [variantPlugin()],
  test: {
    // Story tests wait for sockets more than they compute.
    maxWorkers: 3,
    testTimeout: 15_000,
    projects: [
      // Most of a test file's time went into loading modules: these files share them.
      { extends: true, test: { name: "reelay", include: [everything], exclude: [alone], isolate: false } },
      { extends: true, test: { name: "sandbox", include: [alone] } },
    ],
  },
});
