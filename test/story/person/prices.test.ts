import { expect, test } from "vitest";
import { boat, hasVideo, oneOf, type Story, says, startStory } from "../stage.ts";
import type { Place } from "../world.ts";

const PRICES = "480p-10s=10,480p-15s=15,720p-10s=20,720p-15s=30";

/** The service charges the prices that the bot is configured with. */
async function startPricedStory(place: Place) {
  const story = await startStory(place, { env: { VIDEO_PRICES: PRICES } });
  const { video } = story.sandbox;
  for (const [duration, prices] of [
    [10, [10, 20]],
    [15, [15, 30]],
  ] as const)
    for (const [at, resolution] of (["480p", "720p"] as const).entries())
      video.setPrice({ resolution, duration }, prices[at] ?? 0);
  return story;
}

const otherCharges = ({ log }: Story) =>
  log.lines.filter(({ event }) => event.startsWith("the video service charged another price"));

test.for(oneOf("discord"))("on %s a person sees and pays the prices that the operator set", async (place) => {
  const story = await startPricedStory(place);
  await story.type("video-help");
  await story.until(says(/480p.*10 credits.*15 credits/s, /720p.*20 credits.*30 credits/s));
  await story.makeVideo(boat);
  await story.until(says(/10 credits used/));
  await story.until(says(/\[Again · 10 credits\]|\[Again\]/));
  expect(story.sandbox.video.ledger()).toEqual({ charged: 10, refunded: 0, tasks: 1 });
  await story.press("In 720p");
  await story.until(says(/It costs 20 credits/));
  await story.press("Start it");
  await story.until(says(/20 credits used/));
  expect(story.sandbox.video.ledger()).toEqual({ charged: 30, refunded: 0, tasks: 2 });
  expect(otherCharges(story)).toEqual([]);
  expect(story.entries("refused")).toEqual([]);
});

test.for(oneOf("slack"))(
  "on %s a person must confirm a price again if the operator has changed the price",
  async (place) => {
    const story = await startStory(place);
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await story.press("In 720p");
    await story.until(says(/It costs 205 credits/));
    await story.restart({ VIDEO_PRICES: "480p-10s=100,480p-15s=143,720p-10s=210,720p-15s=308" });
    await story.press("Start it");
    await story.until(says(/Expired/));
    await story.press("Again");
    await story.until(says(/now costs 100 credits: when you asked for it, it was 95 credits/));
    expect(story.sandbox.video.ledger().tasks).toBe(1);
  },
);

test.for(oneOf("discord"))(
  "on %s a charge that differs from the price is shown on every card but logged only once",
  async (place) => {
    const story = await startStory(place);
    story.sandbox.video.setPrice({ resolution: "480p", duration: 10 }, 120);
    await story.makeVideo(boat);
    await story.makeVideo({ prompt: "a kite" });
    await story.until(() => story.sandbox.video.tasks().length === 2);
    await story.finish();
    await story.until((messages) => messages.filter(({ text }) => /120 credits used/.test(text)).length === 2);
    const warned = story.log.lines.filter(({ event }) => /^the video service charged another price/.test(event));
    expect(warned).toMatchObject([{ level: "warn", fields: { kind: "480p-10s", price: 95, charged: 120 } }]);
  },
);
