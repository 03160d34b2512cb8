import { expect } from "vitest";
import { areLoaded } from "../browser/in-page.ts";
import { be, half, messages, putAway, show, type } from "../browser/people.ts";
import type { Visit } from "../browser/visit.ts";

/** From one picture to the next, in milliseconds, at least. */
const GAP_MS = 400;

/** For how long a picture is shown at most, and the last one, in milliseconds. */
const LONGEST_MS = 800;
const LAST_MS = 4_000;

/** The browser's own ring over a film that loads goes away within a second after that. */
const RING_MS = 1_500;

interface Card {
  scrollIntoView(how: { readonly block: "start" }): void;
}

/** A picture of the page, and for how long it is shown. */
export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

/** Records the life of one `/video` on Discord, from its first letter on, in that part of the page. */
export async function record({ page }: Visit): Promise<readonly Frame[]> {
  await show(page, "Discord");
  // What just happened takes its room above from the first command on; nobody else sees Ben's.
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
  const line = half(page, "Discord").getByRole("combobox", { name: "Command on Discord" });
  await line.pressSequentially("/video a paper boat in the rain", { delay: 60 });
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
