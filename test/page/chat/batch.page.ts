import { describe, expect, test } from "vitest";
import { chats, form, isPrivate, messages, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";
import { tabTo } from "./tab-to.ts";

const send = /^(Submit|See the price)$/;

describe.for(chats)("on %s", (chat) => {
  test("several scenes are asked for by keys alone, and come on one card", async () => {
    const { page, sandbox } = await visit();
    const { keyboard } = page;
    await type(page, chat, "/video-batch");
    const scenes = form(page).getByRole("textbox", { name: /^Scenes, one per line/ });
    await scenes.waitFor();
    expect(await scenes.evaluate((node) => node.matches(":focus"))).toBe(true);
    await keyboard.type("a boat leaves");
    await keyboard.press("Enter");
    await keyboard.type("the boat is home");
    // Of radio buttons, Tab comes to the one that is chosen.
    await keyboard.press("Tab");
    const kind = form(page).getByRole("radiogroup", { name: /^What to make/ });
    expect(await kind.getByRole("radio", { name: "One video per line" }).isChecked()).toBe(true);
    await keyboard.press("ArrowDown");
    expect(await kind.getByRole("radio", { name: "2 versions of one prompt" }).isChecked()).toBe(true);
    await keyboard.press("ArrowUp");
    await tabTo(page, send);
    await keyboard.press("Enter");
    const question = messages(page, chat, "Together they cost 190 credits");
    await isPrivate(question);
    expect(sandbox.video.ledger().tasks).toBe(0);
    await tabTo(page, /^Start 2 videos · 190 credits/, "Shift+Tab");
    await keyboard.press("Enter");
    await messages(page, chat, "Your 2 videos are ready").first().waitFor();
    await messages(page, chat, "Your videos have started.").first().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });
});
