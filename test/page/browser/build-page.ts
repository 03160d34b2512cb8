import { fileURLToPath } from "node:url";
import { build } from "vite";
import { chromiumPath, hasChromium } from "./chromium.ts";

/** Before `npm run test:page`: the page as it is now. A browser that is named by CHROMIUM is there, so the tests run. */
export default async function buildPage(): Promise<void> {
  if (!hasChromium && process.env.CHROMIUM) throw new Error(`There is no browser at ${chromiumPath}.`);
  if (!hasChromium) {
    process.stdout.write(
      `Skipped: there is no browser at ${chromiumPath}. apt-get install chromium, or name one by CHROMIUM.\n`,
    );
    return;
  }
  const root = fileURLToPath(new URL("../../../sandbox/src/page", import.meta.url));
  await build({ root, logLevel: "warn" });
}
