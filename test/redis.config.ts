import { defineConfig } from "vitest/config";
import { sandboxSources } from "./sandbox-sources.ts";

/** `npm run test:redis`: tests that need a real redis-server, in their own files. */
export default defineConfig({
  resolve: sandboxSources,
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "redis",
    include: ["test/**/*.redis.ts"],
    globalSetup: ["test/needs-redis.ts", "test/story/process/built-folder.ts"],
    // These tests mostly wait for processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    // See LATE_ONCE in vitest.config.ts.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    // See vitest.config.ts.
    experimental: { fsModuleCache: true },
  },
});
