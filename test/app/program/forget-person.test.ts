import { join } from "node:path";
import { expect, test } from "vitest";
import { watchAsked } from "../../../src/app/people/forget-people.ts";
import { forgetPerson } from "../../../src/app/program/forget-person.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { rowsKeyv } from "../../../src/engines/rows-keyv.ts";
import { opened } from "../../engines/in-folder.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aClosedJob, anOwner } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { memoryKeyv } from "../../fakes/memory-keyv.ts";
import { recordingLog } from "../../fakes/recording-log.ts";

const id = "200000000000000002";
const name = `discord:${id}`;

/** A folder with one ended video of a person. */
async function aPlace() {
  const dir = join(aFolder(), "data");
  const rows = await opened(dir);
  await jobStore(rows, recordingLog(), testNames).insert(aClosedJob({ owner: anOwner(id) }));
  return { dir, redisUrl: null, rows, leaving: rowsKeyv(rows).keyv("going") };
}

test("if no bot runs, “reelay forget” stores the deletion request until a bot starts", async () => {
  const { rows, ...place } = await aPlace();
  await rows.close();
  const clock = manualClock();
  expect(await forgetPerson(place, { discord: id }, clock)).toEqual({
    ok: true,
    value: expect.stringMatching(
      /^Stored under discord:\d+: videos 1, costs of deleted videos 0, API key no\. Reelay is not running\. It deletes everything about discord:/,
    ),
  });
  const after = await opened(place.dir);
  expect(await rowsKeyv(after).keyv("going").get(name)).toEqual({ at: clock.now(), left: "all" });
  expect(await rowsKeyv(after).keyv("asked-to-forget").get("at")).toBe(clock.now());
  await after.close();
});

test.for<readonly [string, unknown, RegExp]>([
  ["everything", null, /Everything about discord:\d+ is deleted\. Backups/],
  ["everything except videos in progress", { at: 1, left: "videos" }, /deleted, except videos in progress/],
  ["nothing yet", { at: 1, left: "all" }, /has not deleted it within 30 seconds\. The request is saved/],
])("reelay forget reports that the running bot has deleted %s", async ([, left, sentence]) => {
  const { rows, leaving, ...place } = await aPlace();
  const clock = manualClock();
  const forgetting = forgetPerson(place, { discord: id }, clock);
  await expect.poll(() => leaving.has(name)).toBe(true);
  if (left === null) await leaving.delete(name);
  else await leaving.set(name, left);
  let value: unknown = null;
  void forgetting.then((done) => {
    value = done.ok && done.value;
  });
  await expect
    .poll(async () => {
      await clock.advance(500);
      return value;
    })
    .toMatch(sentence);
  await rows.close();
});

test("reelay forget asks the operator to check the id if no data is stored for the id", async () => {
  const { rows, ...place } = await aPlace();
  await rows.close();
  expect(await forgetPerson(place, { slack: "T0123ABCD:U0123ABCD" }, manualClock())).toMatchObject({
    value: expect.stringMatching(
      /^No video, cost or key was stored under slack:T0123ABCD:U0123ABCD\. Check that the id is right\./,
    ),
  });
});

test("reelay forget refuses an invalid id", async () => {
  const { rows, ...place } = await aPlace();
  await rows.close();
  for (const [typed, sentence] of [
    [{}, "Name one person"],
    [{ discord: id, slack: "T1:U1" }, "Name one person"],
    [{ discord: "ada" }, "15 to 20 digits"],
    [{ slack: "U0123ABCD" }, "T0123ABCD:U0123ABCD"],
  ] as const)
    expect(await forgetPerson(place, typed, manualClock())).toMatchObject({
      refusal: expect.stringContaining(sentence),
    });
});

test("a running bot handles each deletion request of “reelay forget” within ten seconds and only once", async () => {
  const clock = manualClock();
  const asked = memoryKeyv();
  let resumed = 0;
  const stop = watchAsked(asked, {
    clock,
    async resume() {
      resumed += 1;
    },
  });
  await clock.advance(30_000);
  expect(resumed).toBe(0);
  for (const [at, times] of [
    [1, 1],
    [2, 2],
  ] as const) {
    await asked.set("at", at);
    await clock.advance(10_000);
    await clock.advance(60_000);
    expect(resumed).toBe(times);
  }
  stop();
  await asked.set("at", 3);
  await clock.advance(60_000);
  expect(resumed).toBe(2);
});
