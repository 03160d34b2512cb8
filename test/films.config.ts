import { defineConfig } from "vitest/config";
import { sandboxSources } from "./sandbox-sources.ts";

/** `npm run test:films`: tests that need ffmpeg, in their own files. */
export default defineConfig({
  resolve: sandboxSources,
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "films",
    include: ["test/**/*.films.ts"],
    globalSetup: ["test/films/ffmpeg.ts", "test/story/process/built-folder.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    // See LATE_ONCE in vitest.config.ts.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    // See vitest.config.ts.
    experimental: { fsModuleCache: true },
  },
});
