import { defineConfig } from "vitest/config";

/** `npm run test:monitoring`: checks the files for operators with the programs of Prometheus and systemd. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "monitoring",
    include: ["test/**/*.operators.ts"],
    globalSetup: ["test/monitoring/needs-programs.ts"],
    maxWorkers: 2,
    testTimeout: 30_000,
    isolate: false,
  },
});
