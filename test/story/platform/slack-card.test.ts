import { describe, expect, test } from "vitest";
import { boat, hasVideo, says, tell } from "../stage.ts";

/** The blocks of a message, by their types. */
function typesOf({ blocks }: { readonly blocks: unknown }): unknown[] {
  if (!Array.isArray(blocks)) throw new Error("no blocks");
  return blocks.map((block: { readonly type?: unknown }) => block.type);
}

describe("on slack", () => {
  test("in a private channel without the bot, the start and the end are said once each, and the end rings", async () => {
    const story = await tell("slack");
    const { slack, journal, video } = story.sandbox;
    const said = () => slack.messages("ben", slack.foreignChannelId);
    await slack.command("ada", `/video ${boat.prompt}`, { channelId: slack.foreignChannelId });
    await journal.find(() => said().some(({ text }) => text.includes("95 credits used.")));
    await journal.find(() => story.entries("pinged").length > 0);

    expect(said()).toMatchObject([
      {
        text: expect.stringMatching(/^Request received: “a paper boat in the rain”/),
        viaResponseUrl: true,
        mentions: [],
      },
      { text: expect.stringMatching(/^The video is ready: /), viaResponseUrl: true, mentions: ["U00000ADA1"] },
    ]);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.seen()).toEqual([]);
    expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("a card is one message of the same parts all its life, and says the whole of it as text", async () => {
    const story = await tell("slack");
    const { slack, video } = story.sandbox;
    video.nextFate("stuck");
    const card = () => slack.messages("ben").find(({ threadTs }) => threadTs === null);
    await story.makeVideo(boat);
    await story.until(says(/[1-9]\d? ?%/));
    const running = card();
    await story.finish();
    await story.until(hasVideo);
    const ended = card();
    if (!running || !ended) throw new Error("no card");

    expect(ended.ts).toBe(running.ts);
    expect(typesOf(running)).toEqual(["header", "rich_text", "section", "rich_text", "context", "actions"]);
    expect(typesOf(ended)).toEqual(["header", "rich_text", "section", "context", "actions"]);
    expect(running.text).toMatch(/^Making the video: “a paper boat in the rain”\. \d+%/);
    expect(ended.text).toMatch(
      /^The video is ready: “a paper boat in the rain”\. .* The link expires <!date\^\d+\^.*>\. 95 credits used\.$/,
    );
    expect(story.entries("refused")).toEqual([]);
  });
});
