import { describe, expect, test } from "vitest";
import { boat, hasVideo, mostly, type Story, says, tell } from "../stage.ts";
import type { Place } from "../world.ts";

const dm = (story: Story, place: Place) => story.sandbox[place].dmChannelId("ada");

const inChannel = (story: Story, place: Place, channelId: string) => story.sandbox[place].messages("ada", channelId);

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
  test("a running video's card comes here, moves on here, and ends here", async () => {
    const story = await tell(place);
    story.sandbox.video.nextFate("stuck");
    await story.makeVideo(boat);
    await story.taskId();
    await story.until(says(/Making the video/));
    const [first] = story.seen();
    const here = await dm(story, place);
    await showFirst(story, place, here);
    await story.until((messages) => !messages.some(({ id }) => id === first?.id));
    await story.until(says(/Making the video/, /[1-9]\d? ?% done/));
    await story.finish();
    await story.until(says(/The video is ready/, /\[Again · 95 credits\]/));
    await story.until(() => story.entries("pinged").length > 0);
    const cards = story.seen().filter(({ text }) => /credits used/.test(text));
    expect(cards).toHaveLength(1);
    expect(JSON.stringify(inChannel(story, place, here))).toContain(".mp4");
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    expect(story.entries("refused")).toEqual([]);
  });

  test("nobody shows another person's video", async () => {
    const story = await tell(place);
    await story.makeVideo(boat);
    await story.until(hasVideo, "ben");
    await showFirst(story, place, undefined, "ben");
    await story.until(says(/None of your videos has an id that begins like that/), "ben");
    expect(story.seen("ada").filter(({ text }) => /credits used/.test(text))).toHaveLength(1);
  });
});
