import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type BuiltBot, buildBot } from "../story/process/built-bot.ts";
import { hasChromium } from "./browser/chromium.ts";
import { be, desk, half, messages } from "./browser/people.ts";
import { aBrowser, phone } from "./browser/visit.ts";

interface Film {
  readonly duration: number;
  readonly currentTime: number;
}

/** How many pixels high the tour's words lie over what they point at. */
async function covered(page: Page): Promise<number> {
  const words = await page.getByRole("region", { name: "Tour" }).boundingBox();
  const at = await page.locator("[data-pointed]").boundingBox();
  if (!words || !at) throw new Error("the tour points at nothing");
  return Math.max(0, Math.min(words.y + words.height, at.y + at.height) - Math.max(words.y, at.y));
}

describe.runIf(hasChromium)("the tour", () => {
  const visit = aBrowser();
  let built: BuiltBot;
  beforeAll(async () => {
    built = await buildBot();
  }, 60_000);

  test("goes from a command over a killed bot to one video that was charged once, and turns to each part on a phone", async () => {
    const { page, sandbox } = await visit({ taskMs: 9_000, builtBot: built.dir, size: phone });
    await be(page, "Ben");
    const tour = page.getByRole("region", { name: "Tour" });
    await page.getByRole("button", { name: "Show me" }).click();
    await tour.getByText("Ada types /video").waitFor();
    const line = page.getByRole("combobox", { name: "Command on Discord" });
    await expect.poll(() => line.inputValue(), { interval: 20 }).toBe("/video a paper boat in the rain");
    expect(await covered(page)).toBe(0);
    await tour.getByText("The card is there at once").waitFor();
    await tour.getByText("the bot is killed").waitFor();
    expect(await covered(page)).toBe(0);
    await desk(page).getByText("is being started…").waitFor();
    await tour.getByText("It goes on where it was").waitFor();
    await tour.getByText("The video is there").waitFor();
    await half(page, "Discord").locator("video").last().waitFor();
    await tour.getByText("It was charged once").waitFor();
    await tour.waitFor({ state: "hidden" });
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    expect(await page.locator("[data-pointed]").count()).toBe(0);
    await page.getByRole("button", { name: "Show me" }).click({ trial: true });
  });
});

describe.runIf(hasChromium)("the tour of a team", () => {
  const visit = aBrowser();

  test("goes from its key over an approval to its cap, with one video that was charged", async () => {
    const { page, sandbox } = await visit();
    const tour = page.getByRole("region", { name: "Tour" });
    await page.getByRole("button", { name: "Show a team" }).click();
    await tour.getByText("gives the team a key").waitFor();
    await tour.getByText("Videos above 95 credits need approval").waitFor();
    await tour.getByText("Nothing is charged yet").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(0);
    await tour.getByText("Ben approves it").waitFor();
    await tour.getByText("The video is there").waitFor();
    await tour.getByText("The cap stops it").waitFor();
    await messages(page, "Discord", "Not started").last().waitFor();
    await tour.getByText("One video was charged").waitFor();
    await tour.waitFor({ state: "hidden" });
    expect(sandbox.video.ledger()).toEqual({ charged: 143, refunded: 0, tasks: 1 });
  }, 90_000);
});

describe.runIf(hasChromium)("the tour of a sequel", () => {
  const visit = aBrowser();

  test("goes from a video over the frame that it ends with to a second one that begins with it, and both join for free", async () => {
    const built = await buildBot();
    const { page, sandbox } = await visit({ builtBot: built.dir, drawsFilms: true });
    const tour = page.getByRole("region", { name: "Tour" });
    await page.getByRole("button", { name: "Show a sequel" }).click();
    await tour.getByText("Ada types /video").waitFor();
    await tour.getByText("the frame that it ends with").waitFor();
    const film = half(page, "Discord").locator("video").last();
    await expect.poll(() => film.evaluate((node: Film) => node.duration - node.currentTime)).toBeLessThan(0.08);
    await tour.getByText("Ada presses Continue").waitFor();
    await tour.getByText("The new card shows that frame").waitFor();
    await tour.getByText("The second part begins").waitFor();
    await messages(page, "Discord", "Part 2").last().waitFor();
    await tour.waitFor({ state: "hidden" });
    expect(sandbox.video.tasks()).toMatchObject([
      { type: "text2video" },
      { prompt: "night falls", type: "image2video" },
    ]);
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });

    await half(page, "Discord").getByRole("button", { name: "Join · 2 parts" }).last().click();
    await messages(page, "Discord", "Parts 1 to 2 in one video").last().waitFor();
    const joined = half(page, "Discord").locator("video").last();
    await expect.poll(() => joined.evaluate((node: Film) => node.duration)).toBeCloseTo(20, 0);
    expect(sandbox.video.ledger().charged).toBe(190);
  }, 90_000);

  test("says where a bot cannot go on from a video", async () => {
    const { page, sandbox } = await visit();
    const tour = page.getByRole("region", { name: "Tour" });
    await page.getByRole("button", { name: "Show a sequel" }).click();
    await tour.getByText("This bot cannot go on from a video").waitFor();
    await tour.waitFor({ state: "hidden" });
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});

describe.runIf(hasChromium)("a tour that is stopped by Escape", () => {
  const visit = aBrowser();

  test("does nothing more, and leaves the focus where it was", async () => {
    const { page, sandbox } = await visit();
    const again = page.getByRole("button", { name: "Show me" });
    await again.press("Enter");
    await page.getByText("Ada types /video").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Tour" }).waitFor({ state: "hidden" });
    await expect.poll(() => again.evaluate((node) => node.matches(":focus"))).toBe(true);
    // Before the second tour has asked for its video, the first would have.
    await again.press("Enter");
    await page.getByText("The card is there at once").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Tour" }).waitFor({ state: "hidden" });
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});
