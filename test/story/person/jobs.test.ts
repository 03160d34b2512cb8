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

test("on discord, one's own prompts and videos are offered while one types", async () => {
  const story = await tell("discord");
  const { discord } = story.sandbox;
  const long = `a boat ${"on a very long river ".repeat(10)}`.trim();
  for (const [nth, prompt] of ["a paper boat", long, "a fox"].entries()) {
    await story.makeVideo({ prompt });
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === nth + 1);
  }
  const offered = await discord.suggest("ada", "video", "prompt", "BOAT");
  expect(offered.map(({ name }) => name)).toEqual(["BOAT", expect.stringMatching(/^a boat on a .*…$/), "a paper boat"]);
  expect(await discord.suggest("ben", "video", "prompt", "boat")).toEqual([{ name: "boat", value: "boat" }]);

  // The whole prompt is made, although a choice holds 100 characters of it.
  await story.makeVideo({ prompt: String(offered[1]?.value) });
  await story.taskId(3);
  expect(story.sandbox.video.tasks()[3]?.prompt).toBe(long);

  const videos = await discord.suggest("ada", "video-jobs", "show", "fox");
  expect(videos).toEqual([{ name: "Ready: a fox", value: expect.stringMatching(/^[0-9a-f]{20}$/) }]);
  await discord.command("ada", "video-jobs", { show: String(videos[0]?.value) });
  await story.until((messages) => messages.filter(({ text }) => /The video is ready\na fox/.test(text)).length === 2);
  expect(story.entries("refused")).toEqual([]);
});

describe.for(mostly("discord"))("on %s", (place) => {
  test("/video-jobs lists one's own videos, page by page, and nobody else's", async () => {
    const story = await tell(place);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await story.makeVideo({ prompt: `boat number ${n}` });
      await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === n);
    }
    await story.type("video-jobs");
    await story.until(says(/Your videos/, /Ready · “boat number 6” · 95 credits/, /\[Older\]/));
    expect(story.seen().at(-1)?.text).toMatch(/This month: 570 credits/);
    expect(story.seen().at(-1)?.isPrivate).toBe(true);

    await story.press("Older");
    await story.until(says(/Your videos, page 2/, /boat number 1/, /\[Newer\]/));
    await story.press("Newer");
    await story.until(says(/boat number 2/, /\[Older\]/));
    expect(story.seen().filter(({ text }) => /Your videos/.test(text))).toHaveLength(1);

    await story.type("video-jobs", undefined, "ben");
    await story.until(says(/You haven't made any videos yet/), "ben");
    // Six videos within seconds: Slack holds some of the words back, and they come all the same.
    expect(story.entries("refused").filter(({ payload }) => !isHeldBack(payload))).toEqual([]);
  });

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

function isHeldBack(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "status" in payload && payload.status === 429;
}
