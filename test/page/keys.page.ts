import { describe, expect, test } from "vitest";
import { be, chats, form, messages, press, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe.for(chats)("on %s", (chat) => {
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
