import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { DiscordAttachment } from "../../../sandbox/src/discord/cdn.ts";
import { boat, endless, hasVideo, late, makeLateVideo, onItsOwnClock, type Story, tell } from "../stage.ts";

const film = new URL("../../../sandbox/assets/video-16x9.mp4", import.meta.url);

/** The files of the card, which is the first message. */
function filesOf(story: Story): readonly DiscordAttachment[] {
  const [card] = story.sandbox.discord.messages("ada").filter(({ id }) => id === story.seen()[0]?.id);
  return card?.attachments ?? [];
}

/** Returns whether the card plays the file: one that no component names is not shown. */
function plays(story: Story): boolean {
  const [file] = filesOf(story);
  return file !== undefined && JSON.stringify(story.seen()[0]?.raw).includes(`"attachment_id":"${file.id}"`);
}

test("a video plays in its card, byte for byte, and every later edit keeps it", async () => {
  const time = onItsOwnClock();
  const story = await tell("discord", { ...late, clock: time.clock });
  await makeLateVideo(story, time);
  await story.until(() => plays(story));
  const [file] = filesOf(story);
  expect(file).toMatchObject({
    filename: "a-paper-boat-in-the-rain.mp4",
    content_type: "video/mp4",
    description: boat.prompt,
  });
  const played = Buffer.from(await (await fetch(file?.url ?? "")).arrayBuffer());
  expect(played.equals(await readFile(film))).toBe(true);
  await story.until(hasVideo);

  story.sandbox.video.moveVideo(await story.taskId());
  await story.press("Fresh link");
  await story.until((messages) => /mp4\?moved=1/.test(messages[0]?.text ?? ""));
  expect(plays(story)).toBe(true);
  expect(filesOf(story).map(({ id }) => id)).toEqual([file?.id]);
  expect(story.entries("pinged")).toHaveLength(1);
});

test("a card whose token is dead gets its video by the bot's own hand", async () => {
  const story = await tell("discord", endless);
  await story.makeVideo(boat);
  await story.taskId();
  story.sandbox.discord.killTokens();
  await story.finish();
  await story.until(() => plays(story));
  expect(story.entries("pinged")).toHaveLength(1);
});
