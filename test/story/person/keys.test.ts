import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { boat, hasVideo, places, says, startStory } from "../stage.ts";

const env = { VIDEO_SERVICE_NAME: "Filmwerk", VIDEO_DASHBOARD_URL: "https://filmwerk.example/credits" };

describe.for(places)("on %s", (place) => {
  test("a video of a person without a key starts by itself after the person has entered a key", async () => {
    const story = await startStory(place, { env });
    await story.makeVideo({ ...boat, duration: 15 }, "ben");
    const [question] = await story.until(says(/\[Add my key\]/, /Filmwerk/, /costs 143 credits/), "ben");
    expect(question?.isPrivate).toBe(true);
    expect(question?.text).not.toContain("video service");
    const raw = JSON.stringify(question?.raw);
    expect(raw).toContain(`"url":"${env.VIDEO_DASHBOARD_URL}"`);
    expect(raw).toContain("Get a key");
    expect(story.seen("ada")).toEqual([]);

    await story.press("Add my key", "ben");
    await story.fillForm({ key: story.sandbox.video.key }, "ben");
    await story.verdict(/continues now and costs 143 credits/, "ben");
    await story.until(hasVideo, "ada");
    expect(story.sandbox.video.tasks()).toEqual([expect.objectContaining({ ...boat, duration: 15 })]);
  });
});

test("on slack the test suite's leak check finds a key in the log, a message, a file and stderr", async () => {
  const story = await startStory("slack", { isLeaky: true });
  const { video, journal, slack } = story.sandbox;
  await story.makeVideo(boat);
  await story.until(hasVideo);
  expect(await story.leaks()).toEqual([]);

  story.log.warn("a planted key", { text: Buffer.from(video.key).toString("base64") });
  journal.add({ place: "slack", kind: "message", payload: { text: `a planted ${video.key}` } });
  await writeFile(join(story.dir, "planted"), gzipSync(`a planted ${video.key}`));
  process.stderr.write(`a planted ${encodeURIComponent(slack.botToken)}\n`);
  expect((await story.leaks()).toSorted()).toEqual([
    expect.stringMatching(/^log: base64/),
    "messages: plain",
    "planted, gzip: plain",
    "stderr: plain",
  ]);
});
