import { describe, expect, test } from "vitest";
import { be, chats, form, isPrivate, messages, press, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe.for(chats)("on %s", (chat) => {
  test("Ben is asked for a key in private, a wrong one is told, and with the word sandbox his video goes on", async () => {
    const { page, sandbox } = await visit();
    await be(page, "Ben");
    await type(page, chat, "/video a paper boat in the rain");
    await isPrivate(messages(page, chat, "Add your API key"));
    await press(page, chat, "Add my key");

    const key = form(page).getByRole("textbox", { name: /^API key/ });
    await key.fill("vk-somebody-elses-key-0000");
    await key.press("Enter");
    await page.getByText("This key does not work").first().waitFor();
    expect(sandbox.video.ledger().tasks).toBe(0);

    if (chat === "Discord") await press(page, chat, "Add my key");
    else
      await form(page)
        .getByRole("button", { name: "Close" })
        .or(form(page).getByRole("button", { name: "Cancel" }))
        .click();
    if (chat === "Slack") await press(page, chat, "Add my key");
    await key.fill("sandbox");
    await key.press("Enter");
    await messages(page, chat, "95 credits used").waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    expect(await page.content()).not.toContain(sandbox.video.key);
  });

  test("Get a key leads to the sandbox's own page of keys, whose word works", async () => {
    const { page, sandbox } = await visit();
    await be(page, "Ben");
    await type(page, chat, "/video a paper boat in the rain");
    const opened = page.waitForEvent("popup");
    await messages(page, chat, "Add your API key").getByRole("link", { name: "Get a key" }).click();
    const keys = await opened;
    await keys.getByRole("heading", { name: "Your key" }).waitFor();
    const word = await keys.locator("code").innerText();
    expect(await keys.content()).not.toContain(sandbox.video.key);
    await press(page, chat, "Add my key");
    await form(page)
      .getByRole("textbox", { name: /^API key/ })
      .fill(word);
    await page.keyboard.press("Enter");
    await messages(page, chat, "95 credits used").waitFor();
  });
});
