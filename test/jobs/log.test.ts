import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { refuse } from "../../src/core/result.ts";
import { aJobId } from "../fakes/jobs.ts";
import { aWorld } from "./world.ts";

const folder = resolve(import.meta.dirname, "../../src/jobs");

const OF_NO_JOB = [
  "the video service's health has changed",
  "the video service's health was not saved",
  "the video service's health was not read",
  "those who wait for the service were not woken",
];
const OF_A_TEAM = ["managers not notified", "managers not reached", "team key refused"];

/** Log calls whose fields do not start with the job. */
function withoutJob(text: string): string[] {
  return [...text.matchAll(/\blog\.(?:debug|info|warn|error)\((?:[^;]*?)\);?/g)]
    .map(([call]) => call)
    .filter((call) => !/^log\.\w+\(\s*"[^"]+",\s*\{\s*job\b/.test(call))
    .filter((call) => ![...OF_NO_JOB, ...OF_A_TEAM].some((event) => call.includes(`"${event}"`)));
}

test("every log line about a job contains the job's id", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8"));
  expect(texts.join("\n").match(/\blog\.\w+\(/g)?.length).toBeGreaterThan(15);
  expect(texts.flatMap(withoutJob)).toEqual([]);
  expect(withoutJob('log.warn("platform unavailable", { detail });')).toHaveLength(1);
});

test("the log of a video has the events “job accepted”, “video started”, “job settled” and “job closed”, in this order", async () => {
  const world = aWorld();
  world.video.nextPolls(refuse({ kind: "unavailable", sent: true, detail: "503" }));
  await world.begin();
  await world.clock.advance(10_000);
  for (const id of world.video.taskIds()) world.video.succeed(id);
  await world.clock.advance(120_000);
  expect(world.log.lines.every(({ fields }) => fields.job === aJobId())).toBe(true);
  const events = world.log.lines.map(({ event }) => event);
  expect(events.filter((event) => event !== "poll refused")).toEqual([
    "job accepted",
    "video started",
    "job settled",
    "job closed",
  ]);
  expect(events).toContain("poll refused");
});
