import { describe, expect, test } from "vitest";
import { boat, hasVideo, mostly, type Story, says, tell } from "../stage.ts";
import type { Place } from "../world.ts";

/** Asks for the newest video that Ada's list names, in that channel. */
async function showFirst(story: Story, place: Place, channelId?: string, personId = "ada"): Promise<void> {
  await story.type("video-jobs");
  await story.until(says(/Your videos/));
  const id =
    / · ([0-9a-f]{6})$/m.exec(
      story
        .seen()
        .map(({ text }) => text.replaceAll("`", ""))
        .join("\n"),
    )?.[1] ?? "";
  const how = channelId === undefined ? {} : { channelId };
  if (place === "discord") await story.sandbox.discord.command(personId, "video-jobs", { show: id }, how);
  else await story.sandbox.slack.command(personId, `/video-jobs show ${id}`, how);
}

describe.for(mostly("discord"))("on %s", (place) => {
  test("nobody shows another person's video", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo, "ben");
    await showFirst(story, place, undefined, "ben");
    await story.until(says(/None of your videos has an id that begins like that/), "ben");
    expect(story.seen("ada").filter(({ text }) => /credits used/.test(text))).toHaveLength(1);
  });
});
