import { execFileSync } from "node:child_process";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areLoaded } from "./browser/in-page.ts";
import { BOAT, be, half, line, messages, putAway, show, type } from "./browser/people.ts";
import { goOn, longest, type Scene, scenes } from "./browser/scenes.ts";
import { looks, type Visit, visit, wordy } from "./browser/visit.ts";

/** `npm run screenshots` writes to the folder in SCREENSHOTS, or to a new one. */
const folder = process.env.SCREENSHOTS ?? mkdtempSync(join(tmpdir(), "reelay-screenshots-"));

/** Maps a scene to the file in `.github` that README.md or docs/ shows. */
const SHOWN: Readonly<Record<string, string>> = {
  "done-on-slack-1440-light": "sandbox.webp",
  "question-on-discord-1440-dark": "sandbox-dark.webp",
  "done-on-slack-390-dark": "sandbox-phone.webp",
  "approval-on-slack-1440-light": "approval.webp",
};

/** Writes a WebP file, which is a quarter of the size of a PNG. Animations repeat. */
const writeWebp = (input: readonly string[], path: string) =>
  execFileSync("ffmpeg", ["-v", "error", "-y", ...input, "-c:v", "libwebp_anim", "-quality", "85", "-loop", "0", path]);

function writeFilm(frames: readonly Frame[], path: string): void {
  const parts = mkdtempSync(join(tmpdir(), "reelay-frames-"));
  const lines = frames.map(({ png, ms }, nth) => {
    writeFileSync(join(parts, `${nth}.png`), png);
    return `file ${nth}.png\nduration ${ms / 1_000}\n`;
  });
  // ffmpeg does not keep the duration of the last frame.
  writeFileSync(join(parts, "list"), `${lines.join("")}file ${frames.length - 1}.png\n`);
  writeWebp(["-f", "concat", "-i", join(parts, "list"), "-fps_mode", "vfr"], path);
}

/** The minimum time between two frames, in milliseconds. */
const GAP_MS = 400;

/** The maximum duration of a frame, and that of the last one, in milliseconds. */
const LONGEST_MS = 800;
const LAST_MS = 4_000;

/** The browser's loading indicator over a film disappears within a second after loading. */
const RING_MS = 1_500;

interface Card {
  scrollIntoView(how: { readonly block: "start" }): void;
}

/** A picture of the page and its duration. */
interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

/** Records one `/video` on Discord, from its first letter on. */
async function record({ page }: Visit): Promise<readonly Frame[]> {
  await show(page, "Discord");
  // The first command makes room for the strip above. It is Ben's, so that Ada does not see it.
  await be(page, "Ben");
  await type(page, "Discord", "/video-help");
  await messages(page, "Discord", "/video").first().waitFor();
  await be(page, "Ada");
  const box = await half(page, "Discord").boundingBox();
  if (!box) throw new Error("Discord is not on the page");
  const clip = {
    x: Math.ceil(box.x),
    y: Math.ceil(box.y),
    width: Math.floor(box.width),
    height: Math.floor(box.height),
  };
  const shots: { readonly png: Buffer; readonly at: number }[] = [];
  let isOver = false;
  const camera = (async () => {
    while (!isOver) {
      const png = await page.screenshot({ clip });
      if (!shots.at(-1)?.png.equals(png)) shots.push({ png, at: Date.now() });
      await page.waitForTimeout(GAP_MS);
    }
  })();
  await line(page, "Discord").pressSequentially(BOAT, { delay: 60 });
  await page.waitForTimeout(GAP_MS);
  await page.keyboard.press("Enter");
  await messages(page, "Discord", "95 credits used").locator("video").last().waitFor({ timeout: 40_000 });
  await page.getByText("Discord notified Ada").waitFor();
  await expect.poll(() => areLoaded(page), { timeout: 10_000 }).toBe(true);
  await page.waitForTimeout(RING_MS);
  await putAway(page);
  await messages(page, "Discord", "95 credits used").evaluate((node: Card) => node.scrollIntoView({ block: "start" }));
  await page.waitForTimeout(RING_MS);
  isOver = true;
  await camera;

  return shots.map(({ png, at }, nth) => {
    const next = shots[nth + 1];
    return { png, ms: next ? Math.min(LONGEST_MS, next.at - at) : LAST_MS };
  });
}

/** Plays these scenes and saves a picture of each. */
async function picture(there: Visit, played: readonly Scene[], look: string): Promise<void> {
  for (const scene of played) {
    await goOn(there, scene);
    await expect.poll(() => areLoaded(there.page), { timeout: 10_000 }).toBe(true);
    if (await there.page.locator("video").last().isVisible()) await there.page.waitForTimeout(RING_MS);
    const name = `${scene.name}-${look}`;
    const path = join(folder, `${name}.png`);
    await there.page.screenshot({ path, animations: "disabled" });
    if (SHOWN[name]) writeWebp(["-i", path], join(folder, SHOWN[name]));
  }
  process.stdout.write(`${played.length} screenshots, ${look}, are in ${folder}\n`);
}

const named = looks.map(([theme, size]) => [theme, size.width, size] as const);

test.for(named)("every scene is drawn in the %s theme, %i pixels wide", async ([theme, , size]) => {
  const there = await visit({ theme, size, firstVideo: true, drawsFilms: true });
  await picture(there, scenes, `${size.width}-${theme}`);
});

test.for(named)("the longest cards are drawn in the %s theme, %i pixels wide", async ([theme, , size]) => {
  for (const language of wordy) {
    const there = await visit({ theme, size, language });
    await picture(there, longest, `${size.width}-${theme}-${language}`);
  }
});

test("one video is recorded as an animation, from the command to the notification", async () => {
  const frames = await record(await visit({ size: { width: 640, height: 940 }, taskMs: 9_000, drawsFilms: true }));
  const path = join(folder, "video.webp");
  writeFilm(frames, path);
  process.stdout.write(`${frames.length} frames are in ${path}\n`);
  expect(statSync(path).size).toBeLessThan(2_000_000);
});
