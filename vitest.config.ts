import { defineConfig } from "vitest/config";
import { variantPlugin } from "./test/simulation/variant-plugin.ts";

export default defineConfig({
  plugins: [variantPlugin()],
  test: {
    include: ["test/**/*.test.ts"],
    // Story tests wait for sockets more than they compute.
    maxWorkers: 3,
    testTimeout: 15_000,
  },
});
