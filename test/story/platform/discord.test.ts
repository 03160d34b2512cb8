import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connectSqlite } from "../../../src/engines/sqlite-connection.ts";
import { howMany } from "../../fakes/how-many.ts";
import { textOf } from "../../frontends/discord/text-of.ts";
import { jpeg, png } from "../../images/pictures.ts";
import { boat, endless, hasVideo, type Story, says, startStory } from "../stage.ts";

describe("on discord a message to the bot", () => {
  test("becomes a video through a form that only the author can open, even after a restart", async () => {
    const story = await startStory("discord", endless);
    const { discord, video } = story.sandbox;
    discord.post("ada", `@Reelay ${boat.prompt} --ratio 9:16`);
    await story.until(says(/Make this a video/), "ben");
    await story.restart();
    await story.press("Make this", "ben");
    await story.until(says(/Only the person who wrote that message/), "ben");
    await story.press("Make this");
    await story.fillForm({});
    await story.finish();
    await story.until(hasVideo);
    expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16" }]);
    expect(story.entries("refused")).toEqual([]);
  });
});

describe("on discord an attached picture", () => {
  const types = [
    ["no content type", ""],
    ["an invalid content type", "image/jpg"],
    ["the content type of a PDF", "application/pdf"],
  ] as const;
  test.for(types.slice(0, howMany(types.length, 1)))(
    "is accepted with %s, and the video has the aspect ratio of the rotated picture",
    async ([, contentType]) => {
      const story = await startStory("discord");
      const { discord, video } = story.sandbox;
      // Discord measures the stored picture, before its EXIF orientation is applied.
      const turned = { name: "photo.mpo", contentType, bytes: jpeg(300, 200, 6), width: 300, height: 200 };
      await discord.command("ada", "video", { ...boat, image: turned });
      await story.until(hasVideo);
      expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video", aspectRatio: "9:16" }]);
    },
  );

  test("is refused at no cost if the file is a web page", async () => {
    const story = await startStory("discord");
    const { discord, video } = story.sandbox;
    const page = {
      name: "cat.png",
      contentType: "image/png",
      bytes: Buffer.from("<!doctype html>"),
      width: 9,
      height: 9,
    };
    await discord.command("ada", "video", { ...boat, image: page });
    await story.until(says(/not a picture that Reelay can use/));
    expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  });

  test("can be used with “Animate this” even if the content type is missing", async () => {
    const story = await startStory("discord");
    const { discord, video } = story.sandbox;
    const messageId = discord.post("ada", "", [{ name: "photo", contentType: "", bytes: png(2, 3) }]);
    await discord.command("ada", "Animate this", {}, { messageId });
    await story.fillForm({ prompt: "it yawns" });
    await story.until(hasVideo);
    expect(video.tasks()).toMatchObject([{ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" }]);
  });
});

/** `npm test` tries every second one. */
const places = (
  [
    ["a channel that the bot cannot see", "foreignChannelId"],
    ["a thread", "threadId"],
    ["a direct message", "dm"],
    ["a forum post", "postId"],
    ["a group chat", "groupId"],
    ["a server without the bot", "visitedChannelId"],
  ] as const
).filter((_, nth) => nth % howMany(1, 2) === 0);

test.for(places)(
  "on discord a video made in %s has a card, a final message and one notification",
  async ([, where]) => {
    const story = await startStory("discord");
    const { discord, journal, video } = story.sandbox;
    const channelId = where === "dm" ? discord.dmChannelId("ada") : discord[where];
    const seen = () => discord.messages("ada", channelId).map(textOf);
    const before = seen().length;
    await discord.command("ada", "video-help", {}, { channelId });
    await discord.command("ada", "video", boat, { channelId });
    await journal.find(() => seen().some((text) => text.includes("Your video is ready")));
    const [help, card, notification, ...more] = seen().slice(before);
    expect(help).toContain("How to make a video");
    expect(help).toMatch(/<\/video-key status:\d+>/);
    if (where === "foreignChannelId") expect(help).toMatch(/cannot see this channel.*View Channel/);
    else expect(help).not.toContain("An admin can grant it");
    expect(card).toMatch(/The video is ready[\s\S]*\.mp4/);
    expect(notification).toContain("Your video is ready");
    expect(more).toEqual([]);
    // In direct messages every message notifies.
    const rung = story.entries("pinged").filter(({ channelId: at }) => at === channelId);
    expect(rung.length).toBe(where === "dm" ? 3 : 1);
    expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  },
);

const NOT_HERE = "Videos can only be made in age-restricted channels here, or in their threads.";
const UNKNOWN = "Discord didn't say whether this is one.";

test("on discord a team can restrict videos to age-restricted channels and their threads", {
  timeout: 30_000,
}, async () => {
  const story = await startStory("discord");
  const { discord, video } = story.sandbox;
  const { channelId, threadId, postId, foreignChannelId } = discord;
  const seen = (at: string) => discord.messages("ada", at).map(textOf);
  const make = async (at: string, words: string) => {
    const before = seen(at).length;
    await discord.command("ada", "video", boat, { channelId: at });
    const isSaid = () =>
      seen(at)
        .slice(before)
        .some((text) => text.includes(words));
    await story.sandbox.journal.find(isSaid);
  };
  await story.type("video-team", "setup", "ben");
  await story.until(says(/Team key: none yet/), "ben");
  await story.press("Words & people", "ben");
  await story.fillForm({ age_restricted: "yes" }, "ben");
  await story.until(says(/Videos can be made in age-restricted channels only/), "ben");

  await make(channelId, NOT_HERE);
  await make(threadId, NOT_HERE);
  await make(postId, NOT_HERE);
  // Discord's commands from a thread do not say whether the channel is age-restricted, and the bot may not read it.
  const end = discord.deny({ what: "missing_access", by: "bot", methods: ["GET"] });
  await make(threadId, UNKNOWN);
  end();
  expect(video.tasks()).toEqual([]);
  expect(discord.messages("ben").map(textOf).join()).not.toContain(NOT_HERE);

  discord.ageRestricted.add(channelId);
  await make(channelId, "The video is ready");
  await make(threadId, "The video is ready");
  await make(foreignChannelId, NOT_HERE);
  discord.ageRestricted.delete(channelId);
  await make(threadId, NOT_HERE);
  expect(video.ledger().tasks).toBe(2);
});

/** Damages the stored job after it was closed, like a bad disk. */
async function damageClosedJob({ dir }: Story): Promise<void> {
  const database = await connectSqlite(join(dir, "reelay.db"));
  const damage = database.prepare(
    "UPDATE rows SET value = 'x' WHERE key IN (SELECT key FROM entries WHERE name = 'jobs-closed')",
  );
  while (damage.run() === 0) await new Promise((resolve) => setImmediate(resolve));
  database.close();
}

describe("on discord, if the stored record of a video is damaged,", () => {
  test("“Again” on the video's card replies with an error, and new videos can be made", async () => {
    const story = await startStory("discord", { env: { ATTACH_VIDEOS: "off" } });
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await damageClosedJob(story);
    await story.press("Again");
    const [, , sentence] = await story.until((messages) => messages.some(({ isPrivate }) => isPrivate));
    expect(sentence?.text).toMatch(/cannot save this now\. Nothing was charged\./);
    const ready = await fetch(`${story.origin()}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringMatching(/^1 row in the store cannot be/m)]);
    expect(story.entries("unanswered")).toEqual([]);
    await story.makeVideo({ prompt: "a fox" });
    await story.until(says(/The video is ready\na fox/));
  });
});

test("on discord, text from a person causes no mention, no formatting and no link preview", async () => {
  const story = await startStory("discord");
  const { discord } = story.sandbox;
  const nasty = "@everyone <@200000000000000002> **bold** [x](https://evil.example) https://evil.example";
  await story.makeVideo({ prompt: nasty });
  await story.until(() => story.entries("pinged").length > 0);
  expect(story.entries("pinged")).toMatchObject([{ payload: { personIds: ["200000000000000001"] } }]);
  for (const { content, components, flags } of discord.messages("ada")) {
    const markdown = `${content}\n${JSON.stringify(components).replaceAll("\\\\", "\\")}`;
    expect(markdown).not.toMatch(/(?<!\\)@everyone|(?<!\\)<@200000000000000002>|(?<!\\)\*\*bold|(?<!\\)\[x/);
    const unfurled = flags & ((1 << 2) | (1 << 15)) ? [] : [...content.matchAll(/https?:[^\s)>]+/g)].map(String);
    for (const link of unfurled) expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/videos\/\S+\.mp4$/);
  }
  const ring = discord.messages("ada").at(-1);
  // The notification names the video with its prompt.
  expect(ring?.content).toContain("> \\@everyone");
  expect(ring?.content).not.toMatch(/\.mp4/);
});
