import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { textOf } from "../../frontends/discord/text-of.ts";
import { boat, tell } from "../stage.ts";

/** `npm test` tries every second one. */
const places = (["foreignChannelId", "threadId", "dm", "postId", "groupId", "visitedChannelId"] as const).filter(
  (_, nth) => nth % howMany(1, 2) === 0,
);

test.for(places)("on discord a whole life fits into its %s: the card, its end, one notification", async (where) => {
  const story = await tell("discord");
  const { discord, journal, video } = story.sandbox;
  const channelId = where === "dm" ? discord.dmChannelId("ada") : discord[where];
  const seen = () => discord.messages("ada", channelId).map(textOf);
  const before = seen().length;
  await discord.command("ada", "video-help", {}, { channelId });
  await discord.command("ada", "video", boat, { channelId });
  await journal.find(() => seen().some((text) => text.includes("Your video is ready")));
  const [help, card, notification, ...more] = seen().slice(before);
  expect(help).toContain("How to make a video");
  expect(help).toMatch(/<\/video-key set:\d+>/);
  if (where === "foreignChannelId") expect(help).toMatch(/cannot see this channel.*View Channel/);
  else expect(help).not.toContain("An admin can grant it");
  expect(card).toMatch(/The video is ready[\s\S]*\.mp4/);
  expect(notification).toContain("Your video is ready");
  expect(more).toEqual([]);
  // In direct messages every message rings by itself.
  const rung = story.entries("pinged").filter(({ channelId: at }) => at === channelId);
  expect(rung.length).toBe(where === "dm" ? 3 : 1);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});
