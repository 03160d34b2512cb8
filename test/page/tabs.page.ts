import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Chat, chats, form, half, makeVideo, messages, press, submit, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

/** Another tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await half(other, "Discord").getByText("bot connected").waitFor();
  return other;
}

/** A message that the other tab shows, too, so that what came before it would be shown by then. */
async function bothHave(tabs: readonly Page[], chat: Chat, words: string): Promise<void> {
  for (const tab of tabs) await messages(tab, chat, words).first().waitFor();
}

describe("two tabs of one person", () => {
  test.for<Chat>(["Discord", "Slack"])("on %s each have the forms that were opened in them", async (chat) => {
    const { page, sandbox } = await visit();
    await makeVideo(page, chat);
    const other = await secondTab(page);
    await press(page, chat, "Edit & run");
    const prompt = form(page).getByRole("textbox", { name: /^Prompt/ });
    await prompt.fill("a kite in the wind");

    // What the second tab does closes nothing in the first one.
    await press(other, chat, "Edit & run");
    const others = form(other).getByRole("textbox", { name: /^Prompt/ });
    await others.fill("a lamp in the fog");
    await submit(other);
    await bothHave([page, other], chat, "a lamp in the fog");
    await form(other).waitFor({ state: "hidden" });
    expect(await prompt.inputValue()).toBe("a kite in the wind");
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await form(page).waitFor({ state: "hidden" });
    expect(sandbox.video.tasks().map(({ prompt }) => prompt)).toEqual([
      "a paper boat in the rain",
      "a lamp in the fog",
    ]);
  });

  test("lose a form by a reload, as the platforms' clients do", async () => {
    const { page } = await visit();
    await makeVideo(page, "Discord");
    for (const chat of chats) {
      if (chat === "Slack") await type(page, "Slack", "/video");
      else await press(page, "Discord", "Edit & run");
      await form(page).waitFor();
      await page.reload();
      await messages(page, "Discord", "credits used").first().waitFor();
      expect(await form(page).count()).toBe(0);
    }
  });
});
