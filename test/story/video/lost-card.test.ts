import { describe, expect, test } from "vitest";
import { boat, hasVideo, says, tell } from "../stage.ts";
import { cutAnswers } from "./cut-answers.ts";

describe("on slack, a first card that arrived and whose answer was lost", () => {
  /** Such a story to its end: what stands in the channel then, without what lies in threads. */
  async function cardsAtTheEnd(isHistoryGranted: boolean) {
    let posts = 0;
    const story = await tell("slack", { env: { ATTACH_VIDEOS: "off" } });
    const { slack, video } = story.sandbox;
    slack.grants.history = isHistoryGranted;
    const isFirstPost = (_method: string, path: string) => path.endsWith("/chat.postMessage") && ++posts === 1;
    await story.restart({ SLACK_API_URL: await cutAnswers(slack.apiUrl, isFirstPost) });
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    return slack
      .messages("ben")
      .filter(({ threadTs }) => threadTs === null)
      .map(({ text }) => text);
  }

  test("is found where the app may read, and is the only one", async () => {
    expect(await cardsAtTheEnd(true)).toEqual([expect.stringMatching(/^The video is ready/)]);
  });

  test("claims nothing that is not true any more where the app may not, and one card says what became of the video", async () => {
    expect(await cardsAtTheEnd(false)).toEqual([
      expect.stringMatching(/^Request received: .*If it can't, you'll get a new message instead\.$/),
      expect.stringMatching(/^The video is ready/),
    ]);
  });
});

test("on discord, the card of Start it that arrived and whose answer was lost is found, and ends as the one card", async () => {
  const story = await tell("discord", { env: { ATTACH_VIDEOS: "off" } });
  const { discord, video } = story.sandbox;
  await story.makeVideo(boat);
  await story.until(hasVideo);
  let posts = 0;
  const isFollowUp = (method: string, path: string) =>
    method === "POST" && /\/webhooks\/\d+\/[^/?]+(?:\?|$)/.test(path) && ++posts === 1;
  await story.restart({ DISCORD_API_URL: await cutAnswers(discord.apiUrl, isFollowUp) });
  await story.press("In 720p");
  await story.until(says(/It costs 205 credits/, /Start it/));
  await story.press("Start it");
  await story.until(says(/205 credits used/), "ben");
  expect(posts).toBeGreaterThan(0);
  expect(story.seen("ben").some(({ text }) => /Starting…/.test(text))).toBe(false);
  expect(story.seen().filter(({ text }) => /205 credits used/.test(text))).toHaveLength(1);
  expect(story.seen().some(({ text }) => /Start it for|It costs 205/.test(text))).toBe(false);
  expect(video.ledger()).toEqual({ charged: 300, refunded: 0, tasks: 2 });
});
