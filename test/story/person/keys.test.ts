import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect } from "vitest";
import { boat, hasVideo, places, says, tell, testsOn } from "../stage.ts";

const env = { VIDEO_SERVICE_NAME: "Filmwerk", VIDEO_DASHBOARD_URL: "https://filmwerk.example/credits" };

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("a person without a key is asked for it privately, by the service's own name, and the same video continues by itself", async () => {
    const story = await tell(place, { env });
    await story.makeVideo({ ...boat, duration: 15 }, "ben");
    const [question] = await story.until(says(/\[Add my key\]/, /Filmwerk/), "ben");
    expect(question?.isPrivate).toBe(true);
    expect(question?.text).not.toContain("video service");
    const raw = JSON.stringify(question?.raw);
    expect(raw).toContain(`"url":"${env.VIDEO_DASHBOARD_URL}"`);
    expect(raw).toContain("Get a key");
    expect(story.seen("ada")).toEqual([]);

    await story.press("Add my key", "ben");
    await story.fillForm({ key: story.sandbox.video.key }, "ben");
    await story.until(hasVideo, "ada");
    expect(story.sandbox.video.tasks()).toEqual([expect.objectContaining({ ...boat, duration: 15 })]);
  });

  test("a key that gets anywhere is found there when the story ends", async () => {
    const story = await tell(place, { isLeaky: true });
    const { video, journal, discord, slack } = story.sandbox;
    const token = place === "discord" ? discord.token : slack.botToken;
    await story.makeVideo(boat);
    await story.until(hasVideo);
    expect(await story.leaks()).toEqual([]);

    story.log.warn("a planted key", { text: Buffer.from(video.key).toString("base64") });
    journal.add({ place, kind: "message", payload: { text: `a planted ${video.key}` } });
    await writeFile(join(story.dir, "planted"), gzipSync(`a planted ${video.key}`));
    process.stderr.write(`a planted ${encodeURIComponent(token)}\n`);
    expect((await story.leaks()).toSorted()).toEqual([
      expect.stringMatching(/^log: base64/),
      "messages: plain",
      "planted, gzip: plain",
      "stderr: plain",
    ]);
  });
});
