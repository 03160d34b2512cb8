import { defineConfig } from "vitest/config";
import { sandboxSources } from "../sandbox-sources.ts";

export default defineConfig({
  resolve: sandboxSources,
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: (process.env.MUTATION_TESTS ?? "test/**/*.test.ts").split(" "),
    isolate: false,
    testTimeout: 15_000,
  },
});
