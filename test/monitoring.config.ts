import { defineConfig } from "vitest/config";

/** `npm run test:monitoring`: what Prometheus's and systemd's own programs say of the files for operators. */
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
