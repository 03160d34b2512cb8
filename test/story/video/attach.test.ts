import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { boat, endless, hasVideo, tell } from "../stage.ts";

const film = new URL("../../../sandbox/assets/video-16x9.mp4", import.meta.url);

test("a video plays in its card, byte for byte, where the card's token is dead too", async () => {
  const story = await tell("discord", endless);
  await story.makeVideo(boat);
  await story.taskId();
  story.sandbox.discord.killTokens();
  await story.finish();
  const card = () => story.sandbox.discord.messages("ada").find(({ id }) => id === story.seen()[0]?.id);
  await story.until(() => (card()?.attachments ?? []).length > 0);
  const [file] = card()?.attachments ?? [];
  expect(file).toMatchObject({ content_type: "video/mp4", description: boat.prompt });
  // A file that no component names is not shown.
  expect(JSON.stringify(story.seen()[0]?.raw)).toContain(`"attachment_id":"${file?.id}"`);
  const played = Buffer.from(await (await fetch(file?.url ?? "")).arrayBuffer());
  expect(played.equals(await readFile(film))).toBe(true);
  await story.until(hasVideo);
  expect(story.entries("pinged")).toHaveLength(1);
});
