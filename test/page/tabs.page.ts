import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "./browser/chromium.ts";
import { type Chat, form, half, makeVideo, messages, press, submit, type } from "./browser/people.ts";
import { aBrowser } from "./browser/visit.ts";

/** Another tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await half(other, "Discord").getByText("bot connected").waitFor();
  return other;
}

/** Run in the page: a lock comes that much later, or not at all where its request was given up meanwhile. */
const slowLocks = (lateMs: number) => `{
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = async (...asked) => {
    await new Promise((resolve) => setTimeout(resolve, ${lateMs}));
    return request(...asked);
  };
}`;

/** A message that the other tab shows, too, so that what came before it would be shown by then. */
async function bothHave(tabs: readonly Page[], chat: Chat, words: string): Promise<void> {
  for (const tab of tabs) await messages(tab, chat, words).first().waitFor();
}

describe.runIf(hasChromium)("two tabs of one person", () => {
  const visit = aBrowser();

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

  test.for([
    ["at once", 0],
    ["late, as on a busy machine", 600],
  ] as const)(
    "do not have each other's forms, a tab that was duplicated neither: told %s which it is",
    async ([, lateMs]) => {
      const { page } = await visit();
      // Of the two only the first one's browser is slow.
      await page.addInitScript({ content: slowLocks(lateMs) });
      await page.evaluate("sessionStorage.clear()");
      await page.reload();
      await half(page, "Slack").getByText("bot connected").waitFor();
      const opened = page.waitForEvent("popup");
      await page.evaluate("void window.open(location.href)");
      const copy = await opened;
      await half(copy, "Slack").getByText("bot connected").waitFor();
      await type(page, "Slack", "/video");
      await form(page).waitFor();
      await type(page.context().pages()[1] ?? page, "Discord", "who is here?");
      await bothHave([page, copy], "Discord", "who is here?");
      expect(await form(copy).count()).toBe(0);
      expect(await form(page).count()).toBe(1);
    },
  );

  test("keep a form of Slack's through a reload and lose one of Discord's, as Discord's client does", async () => {
    const { page } = await visit();
    await type(page, "Slack", "/video");
    await form(page).waitFor();
    await page.reload();
    await form(page).getByRole("button", { name: "Cancel" }).click();
    await form(page).waitFor({ state: "hidden" });
    await makeVideo(page, "Discord");
    await press(page, "Discord", "Edit & run");
    await form(page).waitFor();
    await page.reload();
    await messages(page, "Discord", "credits used").first().waitFor();
    expect(await form(page).count()).toBe(0);
  });
});
