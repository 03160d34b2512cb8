import { expect, test } from "vitest";
import { boat, endless, hasVideo, type Story, says, tell } from "../stage.ts";

test("on slack a message to the bot becomes a video by its form, after a restart too", async () => {
  const story = await tell("slack");
  const { slack, video } = story.sandbox;
  const channelId = slack.dmChannelId("ada");
  slack.say("ada", `${boat.prompt} --ratio 9:16`, { channelId, deliveries: 2 });
  await story.until(says(/Make this a video/));
  await story.restart();
  await story.press("Make a video");
  await story.fillForm({});
  await story.until(hasVideo);
  expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16" }]);
  expect(story.seen().filter(({ text }) => /Make this a video/.test(text))).toHaveLength(1);
});

test("on slack a mention in a thread becomes a video in that thread", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  const threadTs = slack.say("ben", "who has an idea?");
  slack.say("ada", `@reelay ${boat.prompt}`, { threadTs });
  await story.until(says(/Make this a video/));
  await story.press("Make a video");
  await story.fillForm({});
  await story.until(hasVideo, "ben");
  const bots = slack.messages("ben").filter(({ userId }) => userId === slack.botUserId);
  expect(new Set(bots.map((message) => message.threadTs))).toEqual(new Set([threadTs]));
});

async function sample(story: Story, name: string) {
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/${name}`)).arrayBuffer());
  const [width, height] = name === "portrait.png" ? [9, 16] : [16, 9];
  return story.sandbox.slack.upload("ada", { name, contentType: "image/png", bytes, width, height });
}

test.for(["in a direct message", "beside a mention"])("on slack a picture %s begins the video", async (where) => {
  const story = await tell("slack", endless);
  const { slack, video } = story.sandbox;
  const fileIds = [await sample(story, "portrait.png")];
  if (where === "beside a mention") slack.say("ada", `@reelay ${boat.prompt}`, { fileIds });
  else slack.say("ada", boat.prompt, { fileIds, channelId: slack.dmChannelId("ada"), deliveries: 2 });
  await story.until(says(/Make this a video/, /from a picture/));
  await story.restart();
  await story.press("Make a video");
  await story.fillForm({});
  await story.taskId(0);
  expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video", aspectRatio: "9:16" }]);
  expect((await fetch(video.tasks()[0]?.imageUrl ?? "")).status).toBe(200);
  await story.finish();
  await story.until(hasVideo);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack a file that is no picture is said to be none", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  const film = slack.upload("ada", { name: "a.mp4", contentType: "video/mp4", bytes: new Uint8Array(9) });
  slack.say("ada", "", { channelId: slack.dmChannelId("ada"), fileIds: [film] });
  await story.until(says(/The file in your message is not a picture/, /What should happen in the video/));
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
