import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Chat, chats, half, messages, type } from "../browser/people.ts";
import { type Visit, visit } from "../browser/visit.ts";

interface Scroller {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollTop: number;
}

const box = (page: Visit["page"], chat: Chat) => half(page, chat).getByRole("region", { name: `Messages on ${chat}` });

const belowEnd = (page: Visit["page"], chat: Chat) =>
  box(page, chat).evaluate((node: Scroller) => node.scrollHeight - node.clientHeight - node.scrollTop);

function benSays({ sandbox }: Visit, chat: Chat, words: string): void {
  if (chat === "Discord") sandbox.discord.post("ben", words);
  else sandbox.slack.say("ben", words);
}

describe.for(chats)("on %s", (chat) => {
  test("who reads what was said before is told of what is new, and goes there by pressing it or by writing", async () => {
    const there = await visit();
    const { page } = there;
    for (let line = 1; line <= 30; line += 1) benSays(there, chat, `line ${line} of the log`);
    await messages(page, chat, "line 30 of the log").waitFor();
    await expect.poll(() => belowEnd(page, chat)).toBeLessThan(2);
    const news = half(page, chat).getByRole("button", { name: "New messages" });
    expect(await news.count()).toBe(0);

    const goUp = () =>
      box(page, chat).evaluate((node: Scroller) => {
        node.scrollTop = 0;
      });
    await goUp();
    benSays(there, chat, "are you there?");
    await news.click();
    await expect.poll(() => belowEnd(page, chat)).toBeLessThan(2);
    await news.waitFor({ state: "hidden" });

    await goUp();
    await expect.poll(() => belowEnd(page, chat)).toBeGreaterThan(80);
    await type(page, chat, "yes, here");
    await messages(page, chat, "yes, here").waitFor();
    await expect.poll(() => belowEnd(page, chat)).toBeLessThan(2);
  });
});

describe("Slack's message box", () => {
  test("takes the next words while the last are on their way, and gives back what was not taken", async () => {
    const { page } = await visit();
    const line = half(page, "Slack").getByRole("combobox", { name: "Message on Slack" });
    let go: (() => void) | undefined;
    const late = async (route: Route) => {
      await new Promise<void>((done) => {
        go = done;
      });
      await route.continue();
    };
    await page.route("**/sandbox/slack/say", late, { times: 1 });
    await type(page, "Slack", "the first");
    await line.fill("the second");
    await expect.poll(() => go).toBeDefined();
    go?.();
    await messages(page, "Slack", "the first").waitFor();
    expect(await line.inputValue()).toBe("the second");

    const refuse = (route: Route) => route.fulfill({ json: { refused: "Not now." } });
    await page.route("**/sandbox/slack/say", refuse, { times: 1 });
    await line.press("Enter");
    await page.getByText("Not now.").waitFor();
    expect(await line.inputValue()).toBe("the second");
  });
});
