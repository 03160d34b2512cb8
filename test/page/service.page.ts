import { describe, expect, test } from "vitest";
import { sceneNow } from "../../sandbox/src/scenes.ts";
import { chats, messages, scene, serviceRegion, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

/** Each scene ends with these words on the card, and costs this many credits; test/faults/TABLE.md tells how the others end. */
const ends: readonly (readonly [scene: string, words: RegExp, spent: number])[] = [
  ["bad-key", /does not accept your API key/, 0],
  ["error-with-task", /The video is ready/, 95],
];

describe("at the video service", () => {
  test.for(ends)("the scene %s is told on both platforms, with what it costs", async ([name, words, spent]) => {
    const { page, sandbox } = await visit();
    await scene(page).selectOption(name);
    await expect.poll(() => sceneNow(sandbox)).toBe(name);
    for (const chat of chats) await type(page, chat, "/video a paper boat in the rain");
    for (const chat of chats) await messages(page, chat, words).first().waitFor();
    const { charged, refunded } = sandbox.video.ledger();
    expect(charged - refunded).toBe(2 * spent);
  });

  test("a stuck video is finished, and a slow one fails, by a press", async () => {
    const { page, sandbox } = await visit({ taskMs: 20_000 });
    await scene(page).selectOption("stuck");
    await type(page, "Discord", "/video a stuck boat");
    await serviceRegion(page).getByText("a stuck boat").waitFor();
    await serviceRegion(page)
      .getByRole("button", { name: /^Finish/ })
      .click();
    await messages(page, "Discord", "95 credits used").waitFor();
    await scene(page).selectOption("slow");
    await type(page, "Slack", "/video a slow boat");
    await serviceRegion(page).getByText("a slow boat").waitFor();
    await serviceRegion(page).getByRole("button", { name: /^Fail/ }).click();
    await messages(page, "Slack", "95 credits were refunded").first().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 95, tasks: 2 });
  });

  test("an empty account refuses, and a filled one pays", async () => {
    const { page, sandbox } = await visit();
    await serviceRegion(page)
      .getByRole("button", { name: /^Empty/ })
      .click();
    await type(page, "Discord", "/video a paper boat in the rain");
    await messages(page, "Discord", "your account doesn't have enough").waitFor();
    await serviceRegion(page).getByRole("button", { name: /^Fill/ }).click();
    await expect.poll(() => sandbox.video.credits()).toBeGreaterThan(95);
    await messages(page, "Discord", "your account doesn't have enough").getByRole("button", { name: "Again" }).click();
    await messages(page, "Discord", "95 credits used").waitFor();
  });
});
