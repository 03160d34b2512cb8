import { expect, test } from "vitest";
import { linesOf } from "../../../src/cli/read-message.ts";
import { boat, endless, hasVideo, type Story, says, startStory } from "../stage.ts";

test("on slack a person can choose that notifications also appear in the channel", async () => {
  const story = await startStory("slack");
  const note = () => story.sandbox.slack.messages("ben").find(({ threadTs, films }) => threadTs && films.length === 0);
  await story.makeVideo(boat);
  await story.until(() => note() !== undefined);
  expect(note()?.isBroadcast).toBe(false);
  await story.type("video-settings");
  await story.fillForm({ ping: "channel" });
  await story.until(says(/in the channel too/));
  await story.makeVideo({ prompt: "another boat" });
  const shown = () => story.sandbox.slack.messages("ben").some(({ isBroadcast }) => isBroadcast);
  await story.until(shown);
  expect(story.entries("pinged")).toHaveLength(2);
});

/** Uploads one of the sandbox's pictures to Slack. */
async function upload({ sandbox: { slack, video } }: Story, name: "portrait.png" | "landscape.png"): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(`${video.url}/samples/${name}`)).arrayBuffer());
  const [width, height] = name === "portrait.png" ? [360, 640] : [640, 360];
  return slack.upload("ada", { name, contentType: "image/png", bytes, width, height });
}

test("on slack a person can make a video from a picture in a direct message to the bot, even after a restart", async () => {
  const story = await startStory("slack", endless);
  const { slack, video } = story.sandbox;
  const fileIds = [await upload(story, "portrait.png")];
  slack.post("ada", boat.prompt, { fileIds, channelId: slack.dmChannelId("ada"), deliveries: 2 });
  await story.until(says(/Make this a video/, /from a picture/));
  await story.restart();
  await story.press("Make this");
  await story.fillForm({});
  await story.taskId(0);
  expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video", aspectRatio: "9:16" }]);
  expect((await fetch(video.tasks()[0]?.imageUrl ?? "")).status).toBe(200);
  await story.finish();
  await story.until(hasVideo);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack the bot never repeats or stores an API key that a person sends as a message", async () => {
  const story = await startStory("slack");
  const { slack } = story.sandbox;
  const key = "sk-canary-0123456789abcdef";
  slack.post("ada", key, { channelId: slack.dmChannelId("ada") });
  await story.until(says(/looks like a key/));
  const answers = story.seen().filter(({ raw }) => JSON.stringify(raw).includes(slack.botUserId));
  expect(JSON.stringify(answers)).not.toContain("canary");
  expect((await story.files()).join("")).not.toContain("canary");
  expect(JSON.stringify(story.log.lines)).not.toContain("canary");
});

test("on slack a private channel that the bot has not joined gets one message at the start of a video and one at the end", async () => {
  const story = await startStory("slack");
  const { slack, journal, video } = story.sandbox;
  const foreignMessages = () => slack.messages("ben", slack.foreignChannelId);
  await slack.command("ada", `/video ${boat.prompt}`, { channelId: slack.foreignChannelId });
  await journal.find(() => foreignMessages().some(({ text }) => text.includes("95 credits used.")));
  await journal.find(() => story.entries("pinged").length > 0);

  expect(foreignMessages()).toMatchObject([
    {
      text: expect.stringMatching(/^Request received: “a paper boat in the rain”/),
      viaResponseUrl: true,
      mentions: [],
    },
    { text: expect.stringMatching(/^The video is ready: /), viaResponseUrl: true, mentions: ["U00000ADA1"] },
  ]);
  expect(story.entries("pinged")).toHaveLength(1);
  expect(story.seen()).toEqual([]);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

test("on slack a video from the shortcut has its card in the direct messages if no channel is chosen", async () => {
  const story = await startStory("slack");
  const { slack, video } = story.sandbox;
  await slack.shortcut("ada", "make_video");
  await story.fillForm({ ...boat, ratio: "9:16", resolution: "720p" });
  await story.until(hasVideo);
  expect(story.seen("ben")).toEqual([]);
  expect(slack.messages("ada", slack.dmChannelId("ada"))).toContainEqual(
    expect.objectContaining({ ephemeralFor: null, userId: slack.botUserId }),
  );
  expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16", resolution: "720p" }]);
  expect(story.entries("refused")).toEqual([]);
});

test("on slack a picture uploaded in a form is served to the video service only until the video has ended", async () => {
  const story = await startStory("slack", endless);
  const { slack, video } = story.sandbox;
  const fileId = await upload(story, "portrait.png");
  await slack.command("ada", "/video");
  await story.fillForm({ ...boat, image: fileId });
  await story.taskId(0);
  const { imageUrl = "" } = video.tasks()[0] ?? {};
  expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video" }]);
  expect(imageUrl).toMatch(/\/pictures\/[0-9a-f]{20}\.[\w-]{43}$/);
  const served = await fetch(imageUrl);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);
  await story.finish();
  await story.until(hasVideo);
  expect((await fetch(imageUrl)).status).toBe(404);

  await story.press("Again");
  await story.taskId(1);
  const second = video.tasks()[1]?.imageUrl ?? "";
  expect(second).not.toBe(imageUrl);
  expect((await fetch(second)).status).toBe(200);
  await story.finish(1);
  await story.until((seen) => seen.filter(({ text }) => /credits used/.test(text)).length === 2);

  slack.removeFile(fileId);
  await story.press("Again");
  await story.openForm();
  expect(JSON.stringify(slack.openForms("ada"))).toContain("can no longer be opened");
  await story.fillForm({ image: await upload(story, "landscape.png") });
  await story.taskId(2);
  expect((await fetch(video.tasks()[2]?.imageUrl ?? "")).status).toBe(200);
  expect(story.entries("refused").filter(({ payload }) => !/file_not_found/.test(JSON.stringify(payload)))).toEqual([]);
});

const words = (story: Story, personId = "ada") => linesOf(story.sandbox.slack.home(personId)).join("\n");

/** Waits until the person's Home tab contains these texts. */
async function homeSays(story: Story, ...all: readonly RegExp[]): Promise<void> {
  const says = () => all.every((one) => one.test(words(story)));
  if (says()) return;
  await story.sandbox.journal.find(says, { withinMs: 9_000 }).catch(() => {
    throw new Error(`never seen; the home says:\n${words(story)}`);
  });
}

async function pressAtHome(story: Story, actionId: RegExp): Promise<void> {
  const { slack } = story.sandbox;
  const home = slack.home("ada");
  const buttons =
    JSON.stringify(home)
      .match(/"action_id":"([^"]+)"/g)
      ?.map((one) => one.slice(13, -1)) ?? [];
  await slack.pressInView("ada", home?.id ?? "", buttons.find((one) => actionId.test(one)) ?? "");
}

test("on slack the Home tab shows videos, spending, the key and the settings, and is updated after changes", async () => {
  const story = await startStory("slack");
  const { slack } = story.sandbox;
  slack.openTab("ada", "home");
  await homeSays(story, /made any videos yet/, /no credits used/, /ends in/, /Shape: 16:9/, /Help/);
  await story.until(says(/Welcome to Reelay/));
  slack.openTab("ada", "home");
  await story.makeVideo(boat);
  await story.until(hasVideo);
  await homeSays(story, /Ready/, /a paper boat in the rain/, /95 credits used/, /Watch or download/);
  expect(slack.home("ben")).toBeNull();

  await pressAtHome(story, /^change_settings$/);
  await story.fillForm({ ratio: "9:16" });
  await homeSays(story, /Shape: 9:16/);
  expect(story.seen().filter(({ text }) => /Welcome to Reelay/.test(text))).toHaveLength(1);
  expect(story.entries("refused")).toEqual([]);
});
