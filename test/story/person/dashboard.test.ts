import { describe, expect, test } from "vitest";
import { boat, mostly, says, tell } from "../stage.ts";

const env = { VIDEO_SERVICE_NAME: "Filmwerk", VIDEO_DASHBOARD_URL: "https://filmwerk.example/credits" };

describe.for(mostly("slack"))("on %s", (place) => {
  test("people read the service's own name, and have a way to its dashboard", async () => {
    const story = await tell(place, { env });
    await story.makeVideo(boat, "ben");
    const [seen] = await story.until(says(/Filmwerk/), "ben");
    expect(seen?.text).not.toContain("video service");
    expect(JSON.stringify(seen?.raw)).toContain(`"url":"${env.VIDEO_DASHBOARD_URL}"`);
    expect(JSON.stringify(seen?.raw)).toContain("Get a key");
  });

  test("what the service says of a request is read in its own words, made plain", async () => {
    const story = await tell(place, { env });
    story.sandbox.video.nextFate("bad_request");
    await story.makeVideo(boat);
    const seen = await story.until(says(/Filmwerk rejected this request: “.+”\. Nothing was charged\./));
    expect(seen.some(({ text }) => /change the prompt/i.test(text))).toBe(false);
  });
});

test("on slack the press of a link is acknowledged, and nothing else happens", async () => {
  const story = await tell("slack", { env });
  await story.makeVideo(boat, "ben");
  await story.until(says(/Filmwerk/), "ben");
  const before = story.seen("ben");
  const { journal } = story.sandbox;
  await story.press("Get a key", "ben");
  const pressed = await journal.find(({ place, kind }) => place === "slack" && kind === "press");
  await journal.find(({ kind, interactionId }) => kind === "answered" && interactionId === pressed.interactionId, {
    after: pressed.seq,
  });
  await story.type("video-help", undefined, "ben");
  await story.until((messages) => messages.length > before.length, "ben");
  expect(story.seen("ben").slice(0, before.length)).toEqual(before);
  expect(story.seen("ben")).toHaveLength(before.length + 1);
  expect(story.log.lines.filter(({ event }) => /press|misread|handler|not carried/.test(event))).toEqual([]);
});
