import { describe, expect, test } from "vitest";
import { boat, hasVideo, says, tell } from "../stage.ts";

/** The newest film that somebody sees in Slack. */
function filmIn(story: Awaited<ReturnType<typeof tell>>, personId = "ben") {
  return story.sandbox.slack.messages(personId).findLast(({ films }) => films.length > 0);
}

describe("on slack", () => {
  test("the video follows its notification into the card's thread, and is the service's own", async () => {
    const story = await tell("slack");
    await story.makeVideo(boat);
    await story.sandbox.journal.find(() => filmIn(story) !== undefined);

    const [card] = await story.until(hasVideo);
    const film = filmIn(story);
    expect(film?.threadTs).toBe(card?.id);
    const [shared, own] = await Promise.all(
      [film?.films[0] ?? "", /https?:\S+?\.mp4/.exec(card?.text ?? "")?.[0] ?? ""].map(bytesOf),
    );
    expect(shared?.length).toBeGreaterThan(1_000);
    expect(Buffer.compare(shared ?? Buffer.alloc(0), own ?? Buffer.alloc(0))).toBe(0);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.entries("refused")).toEqual([]);
  });

  test("a workspace that takes no files keeps the link, and the card says so", async () => {
    const story = await tell("slack");
    story.sandbox.slack.uploadRules.begin = "file_uploads_disabled";
    await story.makeVideo(boat);
    await story.until(says(/could not be posted in this chat/, /\/videos\/\S+\.mp4/));
    expect(filmIn(story)).toBeUndefined();
    expect(story.entries("pinged")).toHaveLength(1);
  });
});

test("on slack a film that is too large for the workspace stays a link, and the card says so", async () => {
  const story = await tell("slack");
  story.sandbox.slack.uploadRules.complete = "file_upload_size_restricted";
  await story.makeVideo(boat);
  await story.until(says(/too large for this chat/, /\/videos\/\S+\.mp4/));
});

test("on slack a notification is shown in the channel too for somebody who has chosen so, and nobody is called twice", async () => {
  const story = await tell("slack");
  const note = () => story.sandbox.slack.messages("ben").find(({ threadTs, films }) => threadTs && films.length === 0);
  await story.makeVideo(boat);
  await story.until(() => note() !== undefined);
  expect(note()?.isBroadcast).toBe(false);
  await story.type("video-settings");
  await story.fillForm({ ping: "channel" });
  await story.until(says(/in the channel too/));
  await story.makeVideo({ prompt: "another boat" });
  const shown = () => story.sandbox.slack.messages("ben").some(({ isBroadcast }) => isBroadcast);
  await story.until(shown);
  expect(story.entries("pinged")).toHaveLength(2);
});

test("on slack, with ATTACH_VIDEOS=off nothing is uploaded", async () => {
  const story = await tell("slack", { env: { ATTACH_VIDEOS: "off" } });
  await story.makeVideo(boat);
  await story.until(() => story.entries("pinged").length > 0);
  await story.makeVideo({ prompt: "another boat" });
  await story.until(() => story.entries("pinged").length > 1);
  expect(filmIn(story)).toBeUndefined();
});

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}
