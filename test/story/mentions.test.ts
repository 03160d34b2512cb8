import { expect, test } from "vitest";
import { boat, hasVideo, says, tell, transports } from "./stage.ts";

test("on slack a message to the bot becomes a video by its form, after a restart too", async () => {
  const story = await tell("slack");
  const { slack, video } = story.sandbox;
  const channelId = slack.dmChannelId("ada");
  slack.say("ada", `${boat.prompt} --ratio 9:16`, { channelId, deliveries: 2 });
  await story.until(says(/A video of this/));
  await story.restart();
  await story.press("Make a video");
  await story.fillForm({});
  await story.until(hasVideo);
  expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16" }]);
  expect(story.seen().filter(({ text }) => /A video of this/.test(text))).toHaveLength(1);
});

test.for(transports)("on slack a mention in a thread becomes a video in that thread, over %s", async (transport) => {
  const story = await tell("slack", { transport });
  const { slack } = story.sandbox;
  const threadTs = slack.say("ben", "who has an idea?");
  slack.say("ada", `@reelay ${boat.prompt}`, { threadTs });
  await story.until(says(/A video of this/));
  await story.press("Make a video");
  await story.fillForm({});
  await story.until(hasVideo, "ben");
  const bots = slack.messages("ben").filter(({ userId }) => userId === slack.botUserId);
  expect(new Set(bots.map((message) => message.threadTs))).toEqual(new Set([threadTs]));
});

test("on slack a key that somebody writes to the bot is said nowhere again", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  const key = "sk-canary-0123456789abcdef";
  slack.say("ada", key, { channelId: slack.dmChannelId("ada") });
  await story.until(says(/looks like a key/));
  const answers = story.seen().filter(({ raw }) => JSON.stringify(raw).includes(slack.botUserId));
  expect(JSON.stringify(answers)).not.toContain("canary");
  expect((await story.files()).join("")).not.toContain("canary");
  expect(JSON.stringify(story.log.lines)).not.toContain("canary");
});
