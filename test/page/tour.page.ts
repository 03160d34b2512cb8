import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { buildBot } from "../story/process/built-bot.ts";
import { isFocused } from "./browser/in-page.ts";
import { BOAT, be, botRegion, half, line, messages, serviceRegion, show } from "./browser/people.ts";
import { phone, visit } from "./browser/visit.ts";

interface Film {
  readonly duration: number;
  readonly currentTime: number;
}

/** Writes down in the page, whenever it changes, what the tour says and how many pixels of what it points at lie under that. */
const WATCH = `
  globalThis.toured = [];
  new MutationObserver(() => {
    const box = document.querySelector(".tour");
    const at = document.querySelector("[data-pointed]");
    if (box.hidden || !at) return;
    // Of a card that is longer than its list only a part can be seen.
    const [words, it, list] = [box, at, at.closest(".panel")].map((each) => each.getBoundingClientRect());
    const covered = Math.min(words.bottom, it.bottom, list.bottom) - Math.max(words.top, it.top, list.top);
    globalThis.toured.push({ words: box.querySelector("p").textContent, covered });
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["data-pointed"] });`;

const toured = z.array(z.object({ words: z.string(), covered: z.number() }));

/** Takes that tour to its end, however busy the machine is: each of these was said, in this order, and nothing was covered. */
async function take(page: Page, name: string, sentences: readonly string[]): Promise<void> {
  await page.evaluate(WATCH);
  await page.getByRole("button", { name }).click();
  const tour = page.getByRole("region", { name: "Tour" });
  await tour.waitFor();
  await tour.waitFor({ state: "hidden", timeout: 240_000 });
  const stops = toured.parse(await page.evaluate("toured"));
  const all = stops.map(({ words }) => words).join("\n");
  const places = sentences.map((words) => all.lastIndexOf(words));
  expect([all, places.includes(-1)]).toEqual([all, false]);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(stops.filter(({ covered }) => covered > 0)).toEqual([]);
  expect(await page.locator("[data-pointed]").count()).toBe(0);
}

describe("the tour", () => {
  test("goes from a command over a killed bot to one video that was charged once, and turns to each part on a phone; a press kills it again, and the page says what came of either", async () => {
    const built = await buildBot();
    const { page, sandbox } = await visit({ taskMs: 9_000, builtBot: built.dir, size: phone });
    await be(page, "Ben");
    await Promise.all([
      expect.poll(() => line(page, "Discord").inputValue(), { interval: 20 }).toBe(BOAT),
      take(page, "Show me", [
        "Ada types /video",
        "The card is there at once",
        "the bot is killed",
        "It goes on where it was",
        "The video is there",
        "It was charged once",
      ]),
    ]);
    await show(page, "Discord");
    await half(page, "Discord").locator("video").last().waitFor();
    // What is left and what was spent are what there was.
    expect(sandbox.video.credits()).toBe(5_000 - 95);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    await page.getByRole("button", { name: "Show me" }).click({ trial: true });

    await page.reload();
    await show(page, "Service");
    const report =
      /^The bot was killed in the middle of a video and is back after \d+\.\d s\. This video: 1 charge, 95 credits\. The video is ready\.$/;
    await botRegion(page).getByText(report).waitFor();
    await serviceRegion(page).getByText("95 charged − 0 refunded = 95 spent, one task").waitFor();
    await botRegion(page).getByRole("button", { name: "Kill the bot" }).click();
    await botRegion(page).getByText("is being started…").waitFor();
    await botRegion(page)
      .getByText(/^The bot was killed and is back after \d+\.\d s\./)
      .waitFor();
  });
});

describe("the tour of a team", () => {
  test("goes from its key over an approval to its cap, with one video that was charged", async () => {
    const { page, sandbox } = await visit();
    await take(page, "Show a team", [
      "gives the team a key",
      "Videos above 95 credits need approval",
      "Nothing is charged yet",
      "Ben approves it",
      "The video is there",
      "The cap stops it",
      "One video was charged",
    ]);
    await messages(page, "Discord", "Not started").last().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 143, refunded: 0, tasks: 1 });
  }, 300_000);
});

describe("the tour of a sequel", () => {
  test("goes from a video over the frame that it ends with to a second one that begins with it, and both join for free", async () => {
    const built = await buildBot();
    const { page, sandbox } = await visit({ builtBot: built.dir, drawsFilms: true });
    const film = half(page, "Discord").locator("video").last();
    await Promise.all([
      expect
        .poll(() => film.evaluate((node: Film) => node.duration - node.currentTime), {
          timeout: 240_000,
          interval: 100,
        })
        .toBeLessThan(0.08),
      take(page, "Show a sequel", [
        "Ada types /video",
        "the frame that it ends with",
        "Ada presses Continue",
        "The new card shows that frame",
        "The second part begins",
      ]),
    ]);
    await messages(page, "Discord", "Part 2").last().waitFor();
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
  }, 300_000);

  test("says where a bot cannot go on from a video", async () => {
    const { page, sandbox } = await visit();
    await take(page, "Show a sequel", ["This bot cannot go on from a video"]);
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});

describe("a tour that is stopped by Escape", () => {
  test("does nothing more, and leaves the focus where it was", async () => {
    const { page, sandbox } = await visit();
    const again = page.getByRole("button", { name: "Show me" });
    await again.press("Enter");
    await page.getByText("Ada types /video").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Tour" }).waitFor({ state: "hidden" });
    await expect.poll(() => isFocused(again)).toBe(true);
    // Before the second tour has asked for its video, the first would have.
    await again.press("Enter");
    await page.getByText("The card is there at once").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Tour" }).waitFor({ state: "hidden" });
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});
