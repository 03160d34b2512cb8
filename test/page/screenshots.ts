import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areLoaded } from "./in-page.ts";
import { goOn, scenes } from "./scenes.ts";
import { aBrowser, looks } from "./visit.ts";

/** `npm run screenshots`: where they go is SCREENSHOTS, or a new folder. */
const folder = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "reelay-screenshots-"));

/** The browser's own ring over a film that loads goes away within a second after that. */
const RING_MS = 1_200;

const visit = aBrowser();

test.for(looks)("every scene, %s in %o", async ([theme, size]) => {
  const there = await visit({ theme, size });
  for (const scene of scenes) {
    await goOn(there, scene);
    await expect.poll(() => areLoaded(there.page), { timeout: 10_000 }).toBe(true);
    if (await there.page.locator("video").last().isVisible()) await there.page.waitForTimeout(RING_MS);
    await there.page.screenshot({
      path: join(folder, `${scene.name}-${size.width}-${theme}.png`),
      animations: "disabled",
    });
  }
  process.stdout.write(`${scenes.length} screenshots, ${theme}, ${size.width} wide, are in ${folder}\n`);
});
