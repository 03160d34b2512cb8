import { expect, test } from "vitest";
import { looked } from "../../films/ffmpeg.ts";
import { realFilms } from "../../films/world.ts";
import { boat, endless, hasFilm, hasVideo, says, tell } from "../stage.ts";

/** The film that the emulated service gives has some 80 kB. */
const LIMIT_BYTES = 60_000;

test("a video that is too large for the chat plays in its card as a smaller copy, with the link to the original", async () => {
  const films = await realFilms();
  const story = await tell("discord", { ...endless, films: () => films });
  const { discord } = story.sandbox;
  discord.limitFiles({ interactionMaxBytes: LIMIT_BYTES });
  await story.makeVideo(boat);
  await story.finish(0);
  await story.until(hasVideo);
  await story.until(() => hasFilm(story, "discord"));
  await story.until(says(/A smaller copy plays here; the original is behind the link/));
  const [file] = discord.messages("ben").flatMap(({ attachments }) => attachments);
  const served = await fetch(file?.url ?? "");
  const copy = new Uint8Array(await served.arrayBuffer());
  expect(copy.length).toBeLessThanOrEqual(LIMIT_BYTES);
  expect(await looked(copy)).toMatchObject({ complaints: "" });
  expect(story.entries("refused")).toEqual([]);
});
