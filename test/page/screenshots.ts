import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areLoaded } from "./in-page.ts";
import { goOn, longest, type Scene, scenes } from "./scenes.ts";
import { aBrowser, looks, type Visit, wordy } from "./visit.ts";

/** `npm run screenshots`: where they go is SCREENSHOTS, or a new folder. */
const folder = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "reelay-screenshots-"));

/** The browser's own ring over a film that loads goes away within a second after that. */
const RING_MS = 1_200;

const visit = aBrowser();

/** Goes through these scenes, and keeps a picture of each. */
async function picture(there: Visit, played: readonly Scene[], look: string): Promise<void> {
  for (const scene of played) {
    await goOn(there, scene);
    await expect.poll(() => areLoaded(there.page), { timeout: 10_000 }).toBe(true);
    if (await there.page.locator("video").last().isVisible()) await there.page.waitForTimeout(RING_MS);
    await there.page.screenshot({ path: join(folder, `${scene.name}-${look}.png`), animations: "disabled" });
  }
  process.stdout.write(`${played.length} screenshots, ${look}, are in ${folder}\n`);
}

test.for(looks)("every scene, %s in %o", async ([theme, size]) => {
  const there = await visit({ theme, size, firstVideo: true });
  await picture(there, scenes, `${size.width}-${theme}`);
});

test.for(looks)("the longest cards, %s in %o", async ([theme, size]) => {
  for (const language of wordy) {
    const there = await visit({ theme, size, language });
    await picture(there, longest, `${size.width}-${theme}-${language}`);
  }
});
