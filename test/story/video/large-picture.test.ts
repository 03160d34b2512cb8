import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aFolder } from "../../fakes/a-folder.ts";
import { heic } from "../../images/heic.ts";
import { jpeg, png } from "../../images/pictures.ts";
import { pictureServer } from "../../images/world.ts";
import { buildBot } from "../process/built-bot.ts";
import { root } from "../process/compile-once.ts";
import { boat, endless, hasVideo, places, type Story, says, startStory } from "../stage.ts";
import type { Place, StoryOptions } from "../world.ts";

/** A picture from a phone: 64 x 48, which the video service does not accept. */
const photo = { name: "IMG_0001.HEIC", contentType: "image/heic", bytes: heic };
const PROMPT = "it yawns";
const SENT = /Sent as 64 × 48/;

/**
 * A fake of the conversion program, which `images/` tests. It returns the same JPEG for every picture, in a tenth of the
 * time.
 */
function quickFitter(): string {
  const dir = aFolder();
  // The bot looks for the real program's packages next to the program.
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  const program = join(dir, "fit.mjs");
  const head = JSON.stringify({ kind: "fitted", type: "image/jpeg", width: 64, height: 48 });
  const bytes = jpeg(64, 48).toString("base64");
  const answer = `process.stdout.write(Buffer.concat([Buffer.from('${head}\\n'), Buffer.from("${bytes}", "base64")]))`;
  writeFileSync(program, `process.stdin.resume().on("end", () => ${answer});`);
  return program;
}

const withFitter = (place: Place, options: StoryOptions = {}): Promise<Story> =>
  startStory(place, { ...endless, fitProgram: quickFitter(), ...options });

const upload = ({ sandbox }: Story) => sandbox.slack.upload("ada", photo);

type Door = (story: Story) => Promise<unknown>;

/** The ways in which people send a picture. */
const doors: Readonly<Record<Place, Readonly<Record<string, Door>>>> = {
  discord: {
    "the command “Animate this”": async (story) => {
      const { discord } = story.sandbox;
      const messageId = discord.post("ada", "", [photo]);
      await discord.command("ada", "Animate this", {}, { messageId });
      await story.fillForm({ prompt: PROMPT });
    },
    "a mention": async (story) => {
      story.sandbox.discord.post("ada", `@Reelay ${PROMPT}`, [photo]);
      await story.until(says(/Make this a video/, /from a picture/));
      await story.press("Make this");
      await story.fillForm({});
    },
    "the form": async (story) => {
      await story.type("video-help");
      await story.until(says(/Make a video/));
      await story.press("Make a video");
      const { discord } = story.sandbox;
      await discord.submitForm("ada", await story.openForm(), { prompt: PROMPT, image: [photo] });
    },
  },
  slack: {
    "the form": async (story) => {
      await story.sandbox.slack.command("ada", "/video");
      await story.fillForm({ prompt: PROMPT, image: upload(story) });
    },
    "a direct message": async (story) => {
      const { slack } = story.sandbox;
      slack.post("ada", PROMPT, { fileIds: [upload(story)], channelId: slack.dmChannelId("ada") });
      await story.until(says(/Make this a video/, /from a picture/));
      await story.press("Make this");
      await story.fillForm({});
    },
  },
};

/** Sends the photo to the bot, and checks that the video starts with its copy. */
async function convertsPhoto(story: Story, send: Door): Promise<void> {
  const { video } = story.sandbox;
  await send(story);
  await story.taskId(0);
  const [task] = video.tasks();
  expect(task).toMatchObject({ prompt: PROMPT, type: "image2video", aspectRatio: "16:9" });
  const served = await fetch(task?.imageUrl ?? "");
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  await story.until(says(SENT));
  await story.finish();
  await story.until(says(SENT, /\/videos\/\S+\.mp4/));
  expect(video.ledger()).toMatchObject({ charged: 95, tasks: 1 });
  expect(story.entries("refused")).toEqual([]);
}

describe.for(places)("on %s", (place) => {
  test.for(Object.entries(doors[place]))(
    "a HEIC picture from %s is converted to a JPEG, and the card says so",
    async ([, send]) => convertsPhoto(await withFitter(place), send),
  );
});

test("on discord a HEIC picture from an option of /video is converted by the built program", async () => {
  const fitProgram = join((await buildBot()).dir, "dist/images/child/fit-child.js");
  const story = await withFitter("discord", { fitProgram });
  await convertsPhoto(story, ({ sandbox }) =>
    sandbox.discord.command("ada", "video", { prompt: PROMPT, image: photo }),
  );
});

test("on slack, “Again” converts a HEIC picture from a web address a second time", async () => {
  const { origin, requests } = await pictureServer((_, response) => response.end(heic));
  const env = (own: Readonly<Record<string, string>>) => ({ ...own, TRUSTED_ORIGINS: origin });
  const story = await withFitter("slack", { env, taskMs: 60 });
  await story.makeVideo({ ...boat, image_url: `${origin}/a.heic` });
  await story.until(says(SENT, /\/videos\/\S+\.mp4/), "ben");
  await story.press("Again");
  await story.until((seen) => seen.filter(({ text }) => SENT.test(text) && /\.mp4/.test(text)).length === 2, "ben");
  const [first, second] = story.sandbox.video.tasks();
  expect([first?.imageUrl === second?.imageUrl, requests.length]).toEqual([false, 4]);
});

test("on discord each video of a batch starts from the converted picture, even after a restart", async () => {
  const story = await withFitter("discord");
  await story.type("video-batch");
  const prompt = "a boat leaves\nthe boat is home";
  await story.sandbox.discord.submitForm("ada", await story.openForm(), { prompt, image: [photo] });
  await story.until(says(/Make 2 videos\?/));
  await story.press("Start 2 videos");
  await story.taskId(0);
  await story.restart();
  await story.taskId(1);
  for (const { imageUrl = "" } of story.sandbox.video.tasks())
    expect((await fetch(imageUrl)).headers.get("content-type")).toBe("image/jpeg");
  for (const nth of [0, 1]) await story.finish(nth);
  await story.until(says(/Your 2 videos are ready/, SENT), "ben");
  expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
});

test("on discord a picture of 900 megapixels is refused at no cost, even if its file is small", async () => {
  const { origin } = await pictureServer((_, response) => response.end(png(30_000, 30_000)));
  const story = await withFitter("discord", { env: (own) => ({ ...own, TRUSTED_ORIGINS: origin }) });
  await story.makeVideo({ ...boat, image_url: `${origin}/a.png` });
  await story.until(says(/The picture has 900 megapixels; the limit is 100/, /Nothing was charged/));
  expect(story.sandbox.video.ledger().tasks).toBe(0);
});

test("on slack a HEIC picture is refused at no cost if the bot has no public address", async () => {
  const { origin } = await pictureServer((_, response) => response.end(heic));
  const env = (own: Readonly<Record<string, string>>) => ({ ...own, TRUSTED_ORIGINS: origin, PUBLIC_URL: "" });
  const story = await withFitter("slack", { env });
  await story.makeVideo({ ...boat, image_url: `${origin}/a.heic` });
  await story.until(says(/not a picture that Reelay can use. PNG, JPEG, WebP and GIF work/));
  expect(story.sandbox.video.ledger().tasks).toBe(0);
});

test("on discord a picture of more than 5 MB is refused if the bot cannot convert pictures", async () => {
  const story = await startStory("discord");
  const large = { name: "a.jpg", contentType: "image/jpeg", bytes: new Uint8Array(5_100_000) };
  await story.sandbox.discord.command("ada", "video", { ...boat, image: large });
  await story.until(says(/The picture is 5.1 MB; the limit is 5 MB/));
  expect(story.sandbox.video.ledger().tasks).toBe(0);
});

test("on discord a picture of a supported type reaches the video service unchanged", async () => {
  const story = await withFitter("discord", { taskMs: 60 });
  const small = { name: "a.png", contentType: "image/png", bytes: png(64, 48) };
  await story.sandbox.discord.command("ada", "video", { ...boat, image: small });
  await story.until(hasVideo);
  const served = await fetch(story.sandbox.video.tasks()[0]?.imageUrl ?? "");
  expect(Buffer.from(await served.arrayBuffer()).equals(small.bytes)).toBe(true);
  expect(story.seen().some(({ text }) => /Sent as/.test(text))).toBe(false);
});
