import { describe, expect, test } from "vitest";
import { boat, hasVideo, type Story, says, startStory } from "../stage.ts";

/** Shows the newest video of Ada's list in that channel. */
async function showFirst(story: Story, personId: string, channelId?: string): Promise<void> {
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
  await story.sandbox.discord.command(personId, "video-jobs", { show: id }, how);
}

describe("on discord", () => {
  test("“/video-jobs show” moves the card of a running video to the channel of the command", async () => {
    const story = await startStory("discord");
    story.sandbox.video.nextFate("stuck");
    await story.makeVideo(boat);
    await story.taskId();
    await story.until(says(/Making the video/));
    const [first] = story.seen();
    const here = story.sandbox.discord.dmChannelId("ada");
    await showFirst(story, "ada", here);
    await story.until((messages) => !messages.some(({ id }) => id === first?.id));
    await story.until(says(/Making the video/, /[1-9]\d? ?% done/));
    await story.finish();
    await story.until(says(/The video is ready/, /\[Again · 95 credits\]/));
    await story.until(() => story.entries("pinged").length > 0);
    const cards = story.seen().filter(({ text }) => /The video is ready/.test(text));
    expect(cards).toHaveLength(1);
    expect(JSON.stringify(story.sandbox.discord.messages("ada", here))).toContain(".mp4");
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    expect(story.entries("refused")).toEqual([]);
  });

  test("“/video-jobs show” does not show another person's video", async () => {
    const story = await startStory("discord");
    await story.makeVideo(boat);
    await story.until(hasVideo, "ben");
    await showFirst(story, "ben");
    await story.until(says(/None of your videos has an id that begins like that/), "ben");
    expect(story.seen("ada").filter(({ text }) => /The video is ready/.test(text))).toHaveLength(1);
  });
});
