import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isFocused, playing, plays } from "./browser/in-page.ts";
import { BOAT, chats, field, form, half, line, messages, serviceRegion, show, strip, tabTo } from "./browser/people.ts";
import { phone, visit } from "./browser/visit.ts";

/** Each finished card is visible from its first line on. */
async function cardsBegin(page: Page, isPhone: boolean): Promise<void> {
  for (const chat of chats) {
    if (isPhone) await show(page, chat);
    const card = messages(page, chat, "95 credits used");
    await card.locator("video").waitFor();
    const timeline = page.getByRole("region", { name: `Messages on ${chat}` });
    const below = async () => ((await card.boundingBox())?.y ?? 0) - ((await timeline.boundingBox())?.y ?? 0);
    await expect.poll(below).toBeGreaterThanOrEqual(-1);
  }
}

describe("on the first visit of the page, a person", () => {
  test("sees a finished video that plays without sound, and a suggestion for the next command", async () => {
    const { page, sandbox } = await visit({ firstVideo: true, motion: "no-preference" });
    await messages(page, "Discord", "95 credits used").waitFor();
    const film = half(page, "Discord").locator("video").last();
    await expect.poll(() => playing(film)).toEqual({ plays: true, isMuted: true });
    await page.getByText(/^Try next: type \/video/).waitFor();
    await cardsBegin(page, false);
    expect(await page.getByText("key is saved").count()).toBe(0);
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });

  test("sees a paused video if the browser prefers reduced motion", async () => {
    const { page } = await visit({ firstVideo: true, size: phone });
    const film = half(page, "Discord").locator("video").last();
    await film.waitFor();
    await strip(page).getByText("Notification").waitFor();
    expect(await playing(film)).toMatchObject({ plays: false });
    await cardsBegin(page, true);
  });
});

describe("a person without a mouse", () => {
  test.for([
    ["in a wide window", undefined],
    ["on a phone", phone],
  ] as const)("can reach each part of the page with skip links %s", async ([, size]) => {
    const { page } = await visit(size ? { size } : {});
    const targets = {
      Discord: half(page, "Discord"),
      Slack: half(page, "Slack"),
      "the service": serviceRegion(page),
    };
    let links = 0;
    for (const [name, target] of Object.entries(targets)) {
      await page.reload();
      await page.getByText("bot connected").first().waitFor({ state: "attached" });
      links += 1;
      for (let tabs = 0; tabs < links; tabs += 1) await page.keyboard.press("Tab");
      const link = page.getByRole("link", { name: `Skip to ${name}` });
      expect(await isFocused(link)).toBe(true);
      expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("Enter");
      expect(await isFocused(target)).toBe(true);
      expect(await target.isVisible()).toBe(true);
    }
  });
});

describe.for(chats)("on %s", (chat) => {
  test("a person without a key can make a first video with the keyboard only", async () => {
    const { page, sandbox } = await visit();
    await page.getByText("bot connected").first().waitFor();
    const { keyboard } = page;
    await tabTo(page, "Skip to the service");
    // In a radio group, Tab moves to the selected button.
    await keyboard.press("Tab");
    await keyboard.press("ArrowRight");
    await page.getByText(/^Ben is the admin/).waitFor();
    await tabTo(page, new RegExp(`^(Command|Message) on ${chat}$`));
    await keyboard.type(BOAT);
    await keyboard.press("Escape");
    await keyboard.press("Enter");
    await messages(page, chat, "Add your API key").waitFor();
    await tabTo(page, /^Get a key/, "Shift+Tab");
    const opened = page.waitForEvent("popup");
    await keyboard.press("Enter");
    const keys = await opened;
    await keys.getByRole("heading", { name: "Your key" }).waitFor();
    const word = await keys.locator("code").innerText();
    expect(await keys.content()).not.toContain(sandbox.video.key);
    await keys.close();

    await tabTo(page, /^Add my key/, "Shift+Tab");
    await keyboard.press("Enter");
    await field(page, "API key").waitFor();
    await keyboard.type(word);
    await keyboard.press("Enter");
    const card = messages(page, chat, "95 credits used");
    await card.waitFor();
    await expect.poll(() => card.locator("video").first().isVisible()).toBe(true);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("a person without a key can make a first video by touch on a phone", async () => {
    const { page, sandbox } = await visit({ size: phone, isTouched: true });
    await page.getByText("Ben", { exact: true }).tap();
    await show(page, chat);
    await line(page, chat).tap();
    await page.keyboard.type(BOAT);
    await half(page, chat).getByRole("button", { name: "Send", exact: true }).tap();
    await messages(page, chat, "Add your API key").getByRole("button", { name: "Add my key" }).tap();
    await form(page).getByRole("button", { name: "Put it in" }).tap();
    await form(page)
      .getByRole("button", { name: /^(Submit|Save)/ })
      .tap();
    const card = messages(page, chat, "95 credits used");
    await card.waitFor();
    // The attached file's player replaces the link's player when it is ready.
    const film = card.locator("video").first();
    await expect.poll(() => film.scrollIntoViewIfNeeded().then(() => plays(film)), { timeout: 15_000 }).toBe(true);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });
});
