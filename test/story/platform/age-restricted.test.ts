import { expect, test } from "vitest";
import { textOf } from "../../frontends/discord/text-of.ts";
import { boat, says, tell } from "../stage.ts";

const NOT_HERE = "Videos can only be made in age-restricted channels here, or in their threads.";
const UNKNOWN = "Discord didn't say whether this is one.";

test("an admin allows videos in age-restricted channels alone: a channel, its thread, and one that is another now", {
  timeout: 30_000,
}, async () => {
  const story = await tell("discord");
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
  // What Discord tells with a command from there has no such mark, and the bot may not look.
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
