import { describe, expect, test } from "vitest";
import { plays } from "../browser/in-page.ts";
import { chats, form, half, messages, show } from "../browser/people.ts";
import { phone, visit } from "../browser/visit.ts";
import { tabTo } from "./tab-to.ts";

const boxes = { Discord: /^Command on Discord$/, Slack: /^Message on Slack$/ } as const;

describe.for(chats)("on %s", (chat) => {
  test("Ben comes from the first screen to a finished video by Tab, arrows, letters and Enter alone", async () => {
    const { page, sandbox } = await visit();
    await page.getByText("bot connected").first().waitFor();
    const { keyboard } = page;
    await tabTo(page, "Skip to the service");
    // Of radio buttons, Tab comes to the one that is chosen.
    await keyboard.press("Tab");
    await keyboard.press("ArrowRight");
    await page.getByText(/^Ben has no key yet/).waitFor();
    await tabTo(page, boxes[chat]);
    await keyboard.type("/video a paper boat in the rain");
    await keyboard.press("Escape");
    await keyboard.press("Enter");
    await messages(page, chat, "Add your API key").waitFor();
    await tabTo(page, /^Add my key/, "Shift+Tab");
    await keyboard.press("Enter");
    await form(page)
      .getByRole("textbox", { name: /^API key/ })
      .waitFor();
    await keyboard.type("sandbox");
    await keyboard.press("Enter");
    const card = messages(page, chat, "95 credits used");
    await card.waitFor();
    await expect.poll(() => card.locator("video").first().isVisible()).toBe(true);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("Ben comes from the first screen of a phone to a finished video by taps", async () => {
    const { page, sandbox } = await visit({ size: phone, isTouched: true });
    await page.getByText("Ben", { exact: true }).tap();
    await show(page, chat);
    const line = half(page, chat).getByRole("combobox", { name: boxes[chat] });
    await line.tap();
    await page.keyboard.type("/video a paper boat in the rain");
    await half(page, chat).getByRole("button", { name: "Send", exact: true }).tap();
    await messages(page, chat, "Add your API key").getByRole("button", { name: "Add my key" }).tap();
    await form(page).getByRole("button", { name: "Put it in" }).tap();
    await form(page)
      .getByRole("button", { name: /^(Submit|Save)/ })
      .tap();
    const card = messages(page, chat, "95 credits used");
    await card.waitFor();
    // The player of the link gives way to the file's as soon as that is there.
    const film = card.locator("video").first();
    await expect.poll(() => film.scrollIntoViewIfNeeded().then(() => plays(film)), { timeout: 15_000 }).toBe(true);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });
});
