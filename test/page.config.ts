import { defineConfig } from "vitest/config";
import { hasChromium } from "./page/browser/open-browser.ts";
import { sandboxSources } from "./sandbox-sources.ts";

/**
 * `npm run test:page`: tests the sandbox's page in a real browser with the unchanged bot. The mode `screenshots` takes
 * pictures of the same scenes instead.
 */
export default defineConfig(({ mode }) => ({
  resolve: sandboxSources,
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "page",
    // Without a browser no test can run.
    passWithNoTests: !hasChromium,
    include: !hasChromium ? [] : [mode === "screenshots" ? "test/page/screenshots.ts" : "test/page/**/*.page.ts"],
    globalSetup: ["test/page/browser/open-browser.ts", "test/story/process/built-folder.ts"],
    // A browser uses as much CPU as the bot. With more browsers than cores, responses would exceed the platforms' three
    // seconds.
    maxWorkers: 2,
    isolate: false,
    // See vitest.config.ts.
    experimental: { fsModuleCache: true },
    testTimeout: 60_000,
    // See LATE_ONCE in vitest.config.ts.
    retry: 1,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
  },
}));
