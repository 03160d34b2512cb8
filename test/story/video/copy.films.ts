import { expect, test } from "vitest";
import { looked } from "../../films/ffmpeg.ts";
import { realFilms } from "../../films/world.ts";
import { boat, endless, hasFilm, hasVideo, says, startStory } from "../stage.ts";

/** The emulated service's film has 87,541 bytes. */
const LIMIT_BYTES = 80_000;

test("a video too large for the chat plays on its card as a smaller copy, with a link to the original", async () => {
  const origins = new Set<string>();
  const films = await realFilms(undefined, undefined, origins);
  const story = await startStory("discord", { ...endless, films: () => films });
  const { discord, video } = story.sandbox;
  origins.add(new URL(video.url).origin);
  discord.limitFiles({ interactionMaxBytes: LIMIT_BYTES });
  // A public card may have larger files, because the bot's own token uploads them.
  await discord.command("ada", "video-settings", { visibility: "private" });
  await story.until(says(/Your settings are saved/));
  await story.makeVideo(boat);
  await story.finish(0);
  await story.until(hasVideo);
  // Making a copy may take longer on a busy machine than a story's usual timeout.
  await expect.poll(() => hasFilm(story, "discord"), { timeout: 45_000, interval: 250 }).toBe(true);
  await story.until(says(/A smaller copy plays here; the link has the original/));
  const [file] = discord.messages("ada").flatMap(({ attachments }) => attachments);
  const served = await fetch(file?.url ?? "");
  const copy = new Uint8Array(await served.arrayBuffer());
  expect(copy.length).toBeLessThanOrEqual(LIMIT_BYTES);
  expect(await looked(copy)).toMatchObject({ complaints: "" });
  expect(story.entries("refused")).toEqual([]);
});
