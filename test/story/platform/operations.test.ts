import { expect, test } from "vitest";
import { boat, hasVideo, says, startStory } from "../stage.ts";

test("on discord a bot with the command prefix “clip” makes a video and serves /healthz, /readyz and /metrics", async () => {
  const story = await startStory("discord", { prefix: "clip" });
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

test("/readyz returns HTTP 503 and names Slack after the bot has lost the connection to Slack", async () => {
  const story = await startStory("discord", { isOnBoth: true });
  await story.sandbox.slack.stop();
  let readiness = "";
  while (readiness === "") {
    const response = await fetch(`${story.origin()}/readyz`);
    if (response.status === 503) readiness = await response.text();
  }
  expect(readiness).toMatch(/Slack/);
  expect(await (await fetch(`${story.origin()}/metrics`)).text()).toMatch(/reelay_ready 0/);
});

const trouble = /The video service is not answering right now\./;

test("on discord an outage of the video service is shown in the help, in /readyz and as the bot's status", async () => {
  const story = await startStory("discord");
  const readyz = async () => {
    const response = await fetch(`${story.origin()}/readyz`);
    return [response.status, await response.text()];
  };
  expect(await readyz()).toEqual([200, "ready\nvideo service: no trouble seen\n"]);
  story.sandbox.video.everyFate("server_error");
  for (const prompt of ["a fox", "a heron", "an otter"]) await story.makeVideo({ prompt });
  await expect.poll(readyz, { timeout: 10_000 }).toEqual([200, "ready\nvideo service: does not answer\n"]);
  expect(await (await fetch(`${story.origin()}/metrics`)).text()).toContain("reelay_service_trouble 1");
  await story.type("video-help", undefined, "ben");
  await story.until(says(trouble), "ben");
  const shown = await story.sandbox.journal.find(({ kind }) => kind === "presence");
  expect(shown.payload).toMatchObject({ activities: [{ state: "The video service is down" }] });
});
