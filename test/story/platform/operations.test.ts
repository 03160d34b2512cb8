import { expect, test } from "vitest";
import { boat, hasVideo, mostly, tell } from "../stage.ts";

test("health, readiness and metrics answer at the bot's own address", async () => {
  const story = await tell("discord");
  await story.makeVideo(boat);
  await story.until(hasVideo);
  const get = (path: string) => fetch(`${story.origin()}${path}`);
  expect((await get("/healthz")).status).toBe(200);
  expect((await get("/readyz")).status).toBe(200);
  const metrics = await (await get("/metrics")).text();
  expect(metrics).toMatch(/reelay_jobs_settled_total\{outcome="succeeded"\} 1/);
  expect(metrics).toMatch(/reelay_arrivals_total\{platform="discord",way="token_edit"\} [1-9]/);
  expect(metrics).toMatch(/reelay_poll_lag_seconds_count [1-9]/);
  expect(metrics).toMatch(/reelay_breaker_open\{place="video_service"\} 0/);
  expect(metrics).toMatch(/reelay_ready 1/);
  expect(metrics).toMatch(/reelay_limits\{state="free"\} [1-9]/);
  expect(metrics).not.toContain(boat.prompt);
  expect((await get("/nothing")).status).toBe(404);
});

test("a platform that went away makes the bot unready, with the reason", async () => {
  const story = await tell("discord", { isOnBoth: true });
  await story.sandbox.slack.stop();
  let told = "";
  while (told === "") {
    const response = await fetch(`${story.origin()}/readyz`);
    if (response.status === 503) told = await response.text();
  }
  expect(told).toMatch(/Slack/);
  expect(await (await fetch(`${story.origin()}/metrics`)).text()).toMatch(/reelay_ready 0/);
});

test.for(mostly("slack"))("on %s, base addresses work with a slash at their end and without", async (place) => {
  const turned = (url: string) => (url.endsWith("/") ? url.slice(0, -1) : `${url}/`);
  const story = await tell(place, {
    env: (own) =>
      Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name, name.endsWith("_URL") ? turned(value) : value]),
      ),
  });
  await story.makeVideo(boat);
  await story.until(hasVideo);
});

test.for(mostly("slack"))("on %s, the commands carry the configured prefix", async (place) => {
  const story = await tell(place, { prefix: "clip" });
  await story.makeVideo(boat);
  await story.until(hasVideo);
});
