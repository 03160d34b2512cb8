import { defineConfig } from "vitest/config";
import { hasChromium } from "./page/browser/open-browser.ts";
import { sandboxSources } from "./sandbox-sources.ts";

/**
 * `npm run test:page`: the sandbox's page as people meet it, in a real browser, before the unchanged bot. In the mode
 * `screenshots` the same scenes are pictured instead.
 */
export default defineConfig(({ mode }) => ({
  resolve: sandboxSources,
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "page",
    // Without a browser there is nothing to run.
    passWithNoTests: !hasChromium,
    include: !hasChromium ? [] : [mode === "screenshots" ? "test/page/screenshots.ts" : "test/page/**/*.page.ts"],
    globalSetup: ["test/page/browser/open-browser.ts", "test/story/process/built-folder.ts"],
    // A browser computes as much as the bot: more of them than cores make a platform's three seconds short.
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
