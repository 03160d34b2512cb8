import { defineConfig } from "vitest/config";
import { sandboxSources } from "./sandbox-sources.ts";

/** `npm run test:redis`: what needs a real redis-server, in files of its own beside the others. */
export default defineConfig({
  resolve: sandboxSources,
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "redis",
    include: ["test/**/*.redis.ts"],
    globalSetup: ["test/needs-redis.ts", "test/story/process/built-folder.ts"],
    // They wait for processes most of their time.
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
