import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Story tests wait for sockets more than they compute.
    maxWorkers: 3,
    testTimeout: 15_000,
  },
});
