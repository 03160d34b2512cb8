import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areLoaded } from "../browser/in-page.ts";
import { looks, type Visit, visit, wordy } from "../browser/visit.ts";
import { goOn, longest, type Scene, scenes } from "../look/scenes.ts";
import { record } from "./film.ts";
import { webpOf } from "./webp.ts";

/** `npm run screenshots`: where they go is SCREENSHOTS, or a new folder. */
const folder = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "reelay-screenshots-"));

/** Maps a scene to the file in `.github` that README.md or docs/ shows. */
const SHOWN: Readonly<Record<string, string>> = {
  "done-on-slack-1440-light": "sandbox.webp",
  "question-on-discord-1440-dark": "sandbox-dark.webp",
  "done-on-slack-390-dark": "sandbox-phone.webp",
  "approval-on-slack-1440-light": "approval.webp",
};

/** The browser's own ring over a film that loads goes away within a second after that. */
const RING_MS = 1_200;

/** Goes through these scenes, and keeps a picture of each. */
async function picture(there: Visit, played: readonly Scene[], look: string): Promise<void> {
  for (const scene of played) {
    await goOn(there, scene);
    await expect.poll(() => areLoaded(there.page), { timeout: 10_000 }).toBe(true);
    if (await there.page.locator("video").last().isVisible()) await there.page.waitForTimeout(RING_MS);
    const name = `${scene.name}-${look}`;
    const png = await there.page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
    for (const webp of SHOWN[name] ? await webpOf(there.page, [png]) : [])
      writeFileSync(join(folder, SHOWN[name] ?? name), webp);
  }
  process.stdout.write(`${played.length} screenshots, ${look}, are in ${folder}\n`);
}

test.for(looks)("every scene, %s in %o", async ([theme, size]) => {
  const there = await visit({ theme, size, firstVideo: true, drawsFilms: true });
  await picture(there, scenes, `${size.width}-${theme}`);
});

test.for(looks)("the longest cards, %s in %o", async ([theme, size]) => {
  for (const language of wordy) {
    const there = await visit({ theme, size, language });
    await picture(there, longest, `${size.width}-${theme}-${language}`);
  }
});

test("one /video, from its command to the notification, in a moving picture", async () => {
  const film = await record(await visit({ size: { width: 640, height: 940 }, taskMs: 9_000, drawsFilms: true }));
  const path = join(folder, "video.webp");
  writeFileSync(path, film.bytes);
  process.stdout.write(`${film.frames} frames, ${film.bytes.length} bytes, are in ${path}\n`);
  expect(film.bytes.length).toBeLessThan(2_000_000);
});
