import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Chat, chats, half, messages, type } from "./browser/people.ts";
import { type Visit, visit } from "./browser/visit.ts";

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
  else sandbox.slack.post("ben", words);
}

describe.for(chats)("on %s", (chat) => {
  test("a person who has scrolled up gets a button that scrolls to the new messages", async () => {
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

describe("the page", () => {
  test("shows a message with an invalid timestamp, and loads no video or picture from other sites", async () => {
    const { page, sandbox } = await visit();
    await type(page, "Discord", "at <t:99999999999999999:R>");
    await messages(page, "Discord", "at Invalid date").waitFor();
    const link = { url: "https://elsewhere.example/picture.png", width: 10, height: 10 };
    sandbox.discord.post("ben", "look https://elsewhere.example/videos/a.mp4", [], { link });
    const message = messages(page, "Discord", "look");
    await message.getByRole("link", { name: "a picture" }).waitFor();
    expect(await message.locator("video").count()).toBe(0);
    sandbox.slack.post("ben", "see https://elsewhere.example/videos/a.mp4");
    await messages(page, "Slack", "see").waitFor();
    expect(await messages(page, "Slack", "see").locator("video").count()).toBe(0);
  });

  test("reloads itself after a restart of the sandbox", async () => {
    const { page } = await visit();
    await type(page, "Discord", "/video-help");
    await messages(page, "Discord", "How to make a video").waitFor();
    const otherWorld = async (route: Route) => {
      const response = await route.fetch();
      const state = await response.json();
      await route.fulfill({ response, json: { ...state, startedAt: state.startedAt + 1 } });
    };
    await page.route("**/sandbox/state", otherWorld, { times: 1 });
    const again = page.waitForEvent("load");
    await type(page, "Discord", "who is here?");
    await again;
    await messages(page, "Discord", "who is here?").waitFor();
  });
});
