import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import type { TestProject } from "vitest/node";

/** Debian's Chromium, or the one in CHROMIUM. */
const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const hasChromium = existsSync(chromiumPath);

/** Only loopback is reachable, and the browser makes no requests of its own. */
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL at which the workers reach the browser. */
    readonly browser: string;
  }
}

/**
 * Runs before `npm run test:page`: builds the page and opens one browser for all tests. Fails if the browser in CHROMIUM
 * does not exist.
 */
export default async function openBrowser(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasChromium) {
    if (process.env.CHROMIUM) throw new Error(`There is no browser at ${chromiumPath}.`);
    process.stdout.write(
      `Skipped: there is no browser at ${chromiumPath}. apt-get install chromium, or name one by CHROMIUM.\n`,
    );
    return undefined;
  }
  const root = fileURLToPath(new URL("../../../sandbox/src/page", import.meta.url));
  await build({ root, logLevel: "warn" });
  const server = await chromium.launchServer({ executablePath: chromiumPath, args: ARGS, host: "127.0.0.1" });
  project.provide("browser", server.wsEndpoint());
  return () => server.close();
}
