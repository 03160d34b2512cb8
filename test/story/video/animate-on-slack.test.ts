import { expect, test } from "vitest";
import { boat, endless, hasVideo, type Story, says, tell } from "../stage.ts";

async function sample(story: Story, name: string) {
  const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/${name}`)).arrayBuffer());
  const [width, height] = name === "portrait.png" ? [9, 16] : [16, 9];
  return story.sandbox.slack.upload("ben", { name, contentType: "image/png", bytes, width, height });
}

test("on slack Animate this makes a video of a picture in a thread, in that thread, after a restart too", async () => {
  const story = await tell("slack", endless);
  const { slack, video } = story.sandbox;
  const threadTs = slack.say("ben", "look at these");
  const fileIds = [await sample(story, "landscape.png"), await sample(story, "portrait.png")];
  const ts = slack.say("ben", "my pictures", { threadTs, fileIds });
  await slack.shortcut("ada", "animate_this", ts);
  await story.openForm();
  await story.restart();
  await story.fillForm({ ...boat, image: "1" });
  await story.taskId(0);
  expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video", aspectRatio: "9:16" }]);
  expect((await fetch(video.tasks()[0]?.imageUrl ?? "")).status).toBe(200);
  await story.finish();
  await story.until(hasVideo, "ben");
  const bots = slack.messages("ben").filter(({ userId }) => userId === slack.botUserId);
  expect(new Set(bots.map((message) => message.threadTs))).toEqual(new Set([threadTs]));
  expect(story.entries("refused")).toEqual([]);
});

test("on slack a message without a picture, and one with a film, get a sentence each", async () => {
  const story = await tell("slack");
  const { slack } = story.sandbox;
  await slack.shortcut("ada", "animate_this", slack.say("ben", "just words"));
  await story.verdict(/no picture in this message/);
  slack.closeForm("ada", await story.openForm());
  const film = slack.upload("ben", { name: "a.mp4", contentType: "video/mp4", bytes: new Uint8Array(9) });
  await slack.shortcut("ada", "animate_this", slack.say("ben", "a film", { fileIds: [film] }));
  await story.verdict(/only pictures can be animated/);
  expect(says(/./)(story.seen("ben").filter(({ raw }) => JSON.stringify(raw).includes(slack.botUserId)))).toBe(false);
});
