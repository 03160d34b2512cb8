import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { buildBot } from "../story/process/built-bot.ts";
import { isFocused } from "./browser/in-page.ts";
import {
  BOAT,
  be,
  botRegion,
  field,
  form,
  half,
  line,
  messages,
  scene,
  serviceRegion,
  show,
  strip,
  submit,
  type,
} from "./browser/people.ts";
import { phone, visit } from "./browser/visit.ts";

interface Film {
  readonly duration: number;
  readonly currentTime: number;
}

/** Records in the page, at each change, the tour's text and how many pixels of the element it points at are covered. */
const WATCH = `
  globalThis.toured = [];
  new MutationObserver(() => {
    const box = document.querySelector(".tour");
    const at = document.querySelector("[data-pointed]");
    if (box.hidden || !at) return;
    // A card that is longer than its list is only partly visible.
    const [words, it, list] = [box, at, at.closest(".panel")].map((each) => each.getBoundingClientRect());
    const covered = Math.min(words.bottom, it.bottom, list.bottom) - Math.max(words.top, it.top, list.top);
    globalThis.toured.push({ words: box.querySelector("p").textContent, covered });
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["data-pointed"] });`;

const toured = z.array(z.object({ words: z.string(), covered: z.number() }));

/** Runs the tour to its end. Each of these sentences must be shown in order, and nothing may be covered. */
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

describe("the first tour", () => {
  test("shows on a phone that a video is charged only one time although the bot is killed", async () => {
    const built = await buildBot();
    const { page, sandbox } = await visit({ taskMs: 9_000, builtBot: built.dir, size: phone });
    await be(page, "Ben");
    await Promise.all([
      expect.poll(() => line(page, "Discord").inputValue(), { interval: 20 }).toBe(BOAT),
      take(page, "Show me", [
        "Ada types /video",
        "The card is there at once",
        "the bot is killed",
        "It continues where it stopped",
        "The video is there",
        "It was charged once",
      ]),
    ]);
    await show(page, "Discord");
    await half(page, "Discord").locator("video").last().waitFor();
    // The credits left and the credits charged add up to the original amount.
    expect(sandbox.video.credits()).toBe(5_000 - 95);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    await page.getByRole("button", { name: "Show me" }).click({ trial: true });

    await page.reload();
    await show(page, "Service");
    const report =
      /^The bot was killed during a video and is back after \d+\.\d s\. This video: 1 charge, 95 credits\. The video is ready\.$/;
    await botRegion(page).getByText(report).waitFor();
    await serviceRegion(page).getByText("95 charged − 0 refunded = 95 spent, one task").waitFor();
    await botRegion(page).getByRole("button", { name: "Kill the bot" }).click();
    await botRegion(page).getByText("is being started…").waitFor();
    await botRegion(page)
      .getByText(/^The bot was killed and is back after \d+\.\d s\./)
      .waitFor();
  });
});

describe("the team tour", () => {
  test("shows a team key, an approval and a cap, with only one charged video", async () => {
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

describe("a tour", () => {
  test("resets the sandbox before the first step", async () => {
    const { page, sandbox } = await visit({ taskMs: 20_000 });
    await be(page, "Cleo");
    await type(page, "Discord", "/video-key set");
    await field(page, "API key").fill("sandbox");
    await submit(page);
    await messages(page, "Discord", "key is saved").waitFor();
    await scene(page).selectOption("stuck");
    for (const nth of [1, 2, 3, 4]) {
      await type(page, "Discord", `/video stuck ${nth}`);
      await messages(page, "Discord", `stuck ${nth}`).first().waitFor();
    }
    await expect.poll(() => sandbox.video.tasks().length).toBe(3);
    const words = serviceRegion(page).getByLabel("Refuse prompts that contain");
    await words.fill("boat");
    await words.press("Enter");
    await page.getByRole("combobox", { name: "Discord channel" }).selectOption({ label: "# not-for-bots" });

    await take(page, "Show a team", [
      "gives the team a key",
      "lets the team pay",
      "The video is there",
      "The cap stops it",
    ]);
    const paid = sandbox.video.tasks().filter(({ prompt }) => prompt === "a paper boat in the rain");
    expect(paid.map(({ creditsUsed }) => creditsUsed)).toEqual([143]);
  }, 300_000);

  test("ends when a person starts another tour", async () => {
    const { page, sandbox } = await visit();
    await page.getByRole("button", { name: "Show a team" }).click();
    await page.getByText("gives the team a key").waitFor();
    await take(page, "Show me", ["Ada types /video", "The video is there", "It was charged once"]);
    expect(await page.getByRole("radio", { name: "Ada" }).isChecked()).toBe(true);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  }, 300_000);

  test("ends by itself if the bot does not react to a step", async () => {
    const { page } = await visit();
    await page.route("**/sandbox/discord/command", (route) => route.fulfill({ json: { id: "1" } }));
    await page.clock.install();
    await page.getByRole("button", { name: "Show me" }).click();
    const tour = page.getByRole("region", { name: "Tour" });
    await tour.waitFor();
    for (let seconds = 0; seconds < 90 && (await page.getByText("The tour ends here").count()) === 0; seconds += 1)
      await page.clock.runFor(1_000);
    await page.getByText("The tour ends here").waitFor();
    await page.clock.runFor(10_000);
    await tour.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Show a team" }).click({ trial: true });
  });
});

describe("the report on a killed bot", () => {
  const reportOf = (page: Page) => botRegion(page).getByRole("status");

  test("counts only the running video of three videos that continue each other", async () => {
    const built = await buildBot();
    const { page, sandbox } = await visit({ taskMs: 6_000, builtBot: built.dir, drawsFilms: true });
    await type(page, "Discord", "/video-batch");
    await field(page, "Scenes").fill("a boat\nnight falls\nthe sun rises");
    await form(page)
      .getByRole("radio", { name: /each continuing/ })
      .check();
    await submit(page);
    await half(page, "Discord")
      .getByRole("button", { name: /^Start 3 videos/ })
      .click();
    await expect.poll(() => sandbox.video.tasks().length).toBe(1);
    await botRegion(page).getByRole("button", { name: "Kill the bot" }).click();
    await messages(page, "Discord", "Your 3 videos are ready").first().waitFor({ timeout: 120_000 });
    await expect
      .poll(() => reportOf(page).innerText())
      .toMatch(
        /during a video .* This video: 1 charge, 95 credits\. The video is ready\. Since then it has started 2 more videos that were already requested: 190 credits\.$/,
      );
    await expect
      .poll(() => strip(page).innerText())
      .toMatch(/pressed “Start 3 videos · 285 credits”[\s\S]*3 videos, 285 credits[\s\S]*3 videos ready/);
  }, 300_000);

  test("counts three videos if three of four videos with the same prompt were running", async () => {
    const built = await buildBot();
    const { page, sandbox } = await visit({ taskMs: 12_000, builtBot: built.dir });
    for (const nth of [1, 2, 3, 4]) {
      await type(page, "Discord", BOAT);
      await expect
        .poll(() => messages(page, "Discord", "a paper boat in the rain").count())
        .toBeGreaterThanOrEqual(nth);
    }
    await expect.poll(() => sandbox.video.tasks().length).toBe(3);
    await botRegion(page).getByRole("button", { name: "Kill the bot" }).click();
    await expect.poll(() => sandbox.video.tasks().length, { timeout: 120_000 }).toBe(4);
    await expect
      .poll(() => reportOf(page).innerText(), { timeout: 60_000 })
      .toMatch(
        /during 3 videos .* These 3 videos: 3 charges, 285 credits\. .*Since then it has started another video that was already requested: 95 credits\.$/,
      );
  }, 300_000);
});

describe("the sequel tour", () => {
  test("shows a second video that starts from the last frame of the first video, and joins both for free", async () => {
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

  test("ends with a message if the bot cannot continue a video", async () => {
    const { page, sandbox } = await visit();
    await take(page, "Show a sequel", ["This bot cannot continue a video"]);
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});

describe("a tour stopped with Escape", () => {
  test("does nothing more and does not move the focus", async () => {
    const { page, sandbox } = await visit();
    const again = page.getByRole("button", { name: "Show me" });
    await again.press("Enter");
    await page.getByText("Ada types /video").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Tour" }).waitFor({ state: "hidden" });
    await expect.poll(() => isFocused(again)).toBe(true);
    // Ends the second tour before it requests a video. The first tour would have requested one by now.
    await again.press("Enter");
    await page.getByText("The card is there at once").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Tour" }).waitFor({ state: "hidden" });
    expect(sandbox.video.ledger().tasks).toBe(1);
  });
});
