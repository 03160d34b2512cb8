import { defineConfig } from "vitest/config";

/** `npm run test:page`: the sandbox's page as people meet it, in a real browser, before the unchanged bot. */
export default defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    name: "page",
    include: ["test/page/*.page.ts"],
    globalSetup: ["test/page/build-page.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
