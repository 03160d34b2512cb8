import { expect, test } from "vitest";
import { checkIdempotency, checkPrices, checkRows, findUnreadable } from "../../../src/app/doctor/own-checks.ts";
import { describeJob, showJobs } from "../../../src/app/doctor/show-job.ts";
import { readConfig } from "../../../src/config.ts";
import { machineClock } from "../../../src/core/clock.ts";
import { DEFAULT_PRICES, pricesText } from "../../../src/core/request/price.ts";
import type { Put } from "../../../src/core/rows.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { openEmbedded } from "../../../src/engines/embedded.ts";
import { jobPut } from "../../../src/engines/job-rows.ts";
import { openProgramRows } from "../../../src/engines/sqlite-folder.ts";
import { OTHER_CHARGES, priceWatch } from "../../../src/jobs/price-watch.ts";
import { inFolder } from "../../engines/in-folder.ts";
import { aBotOnDiscord } from "../../fakes/a-bot-on-discord.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import { aClosed, aClosedJob, aFailed, aJob, aJobId, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aPriceList } from "../../fakes/price-list.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { aNotice, anEntry, aTeam, aTeamJob } from "../../fakes/teams.ts";
import { valueIn } from "../../fakes/value-in.ts";

/** The doctor's verdict on the rows in that folder. */
function verdictOn(dir: string) {
  return checkRows({ config: valueIn(readConfig({ ...aBotOnDiscord, DATA_DIR: dir })) });
}

const failed = aFailed({ reason: "No faces" });

/** Runs `act` while a bot that has stored one row of each kind runs in that folder. */
async function withBot(dir: string, act: () => Promise<void>): Promise<void> {
  const engine = valueIn(await openEmbedded(dir, { clock: manualClock(), log: recordingLog(), names: testNames }));
  const { jobs, teams, notices, keyv } = engine;
  await teams.saveRules(aTeam, noRules, 0);
  await teams.noteAct(aTeam, anEntry(1, { by: "1" }));
  await jobs.insert(aTeamJob(1));
  await jobs.insert(aJob({ id: aJobId(2), state: aRunning(), sealedKey: "v1.sealed.canary" }));
  await jobs.insert(aClosedJob({ id: aJobId(3) }));
  await jobs.insert(aClosedJob({ id: aJobId(5), state: aClosed(failed, { closedAt: TEST_START + 300_000 }) }));
  await jobs.forget({ jobs: TEST_START + 200_000, ids: 0, ledger: 0, daySums: 0 });
  await notices.insert(aNotice());
  await keyv("settings").set("ada", { ratio: "9:16" });
  await act();
  await engine.close();
}

async function put(dir: string, puts: readonly Put[]): Promise<void> {
  const rows = valueIn(await openProgramRows(dir));
  await rows.transact({ keys: puts.map(({ key }) => key) }, () => ({ value: null, puts }));
  await rows.close();
}

test("reelay doctor prints no line about the stored rows if the store is empty", () =>
  inFolder(async (dir) => expect(await verdictOn(dir)).toBeNull()));

test("reelay doctor can read all stored rows while a bot runs and after the bot has stopped", () =>
  inFolder(async (dir) => {
    const well = { ok: true, value: "every row can be read" };
    await withBot(dir, async () => expect(await verdictOn(dir)).toEqual(well));
    expect(await verdictOn(dir)).toEqual(well);
  }));

test("reelay doctor counts unreadable rows of every kind and lists their names", () =>
  inFolder(async (dir) => {
    const broken = ["job/a", "notice/a", "rules/a", "acts/a", "sum/a", "cost/a", "keyv/keys/a", "odd"];
    await withBot(dir, async () => {
      await put(dir, [...broken.map((key) => ({ key, value: "?" }))]);
      const refusal = expect.stringMatching(
        /^8 rows cannot be read, and are ignored: acts\/a, cost\/a, job\/a, keyv\/keys\/a, notice\/a and 3 more\./,
      );
      expect(await verdictOn(dir)).toEqual({ ok: false, refusal });
      expect(await findUnreadable({ dir, redisUrl: null })).toEqual({ ok: true, value: broken.toSorted() });
    });
  }));

test("reelay doctor reports a charge that differs from the price until VIDEO_PRICES matches the charge", () =>
  inFolder(async (dir) => {
    const verdict = (VIDEO_PRICES = "") =>
      checkPrices({ config: valueIn(readConfig({ ...aBotOnDiscord, DATA_DIR: dir, VIDEO_PRICES })) });
    expect(await verdict()).toBeNull();
    const engine = valueIn(await openEmbedded(dir, { clock: manualClock(), log: recordingLog(), names: testNames }));
    expect(await verdict()).toEqual({
      ok: true,
      value: `${pricesText(DEFAULT_PRICES)}; no other price was charged in the last 7 days`,
    });
    const keyv = engine.keyv(OTHER_CHARGES);
    const watch = priceWatch({ keyv, meter: uncounted, clock: manualClock(), log: recordingLog() });
    await watch.charged(aJob(), 120);
    const day = new Date(TEST_START).toISOString().slice(0, 10);
    expect(await verdict()).toEqual({
      ok: false,
      refusal: `The video service charged 120 credits for 480p-10s on ${day}, but VIDEO_PRICES has 95. Look up the service's prices, and enter them in VIDEO_PRICES.`,
    });
    expect(await verdict(pricesText(aPriceList(120, 143, 205, 308)))).toMatchObject({ ok: true });
    const row = await engine.keyv(OTHER_CHARGES).get("480p-10s", { raw: true });
    expect(row?.expires).toBeCloseTo(machineClock.now() + 7 * 86_400_000, -5);
    await engine.close();
  }));

test("reelay doctor --jobs lists the last ten jobs with the newest first, without prompts or keys", () =>
  inFolder(async (dir) => {
    const place = { dir, redisUrl: null };
    await withBot(dir, async () => {
      const before = valueIn(await showJobs(place)).split("\n");
      expect(before.slice(0, -2)).toContainEqual(
        expect.stringMatching(new RegExp(`^${aJobId(2)}  2\\S+Z  discord  discord:\\d+  95 credits  running since `)),
      );
      const later = Array.from({ length: 12 }, (_, n) =>
        aClosedJob({ id: aJobId(100 + n), acceptedAt: TEST_START + 1e6 + n }),
      );
      await put(dir, later.map(jobPut));
      const shown = valueIn(await showJobs(place));
      const ids = shown
        .split("\n")
        .slice(0, -2)
        .map((line) => line.split(" ")[0]);
      expect(ids).toEqual(Array.from({ length: 10 }, (_, n) => aJobId(111 - n)));
      expect(before.join("\n") + shown).not.toMatch(/canary|paper boat/);
    });
  }));

test("reelay doctor lists a configured idempotency header as not tested", async () => {
  const verdict = (more: Readonly<Record<string, string>>) =>
    checkIdempotency({ config: valueIn(readConfig({ ...aBotOnDiscord, ...more })) });
  expect(await verdict({})).toBeNull();
  expect(await verdict({ VIDEO_IDEMPOTENCY_HEADER: "Idempotency-Key", VIDEO_IDEMPOTENCY_HOURS: "2" })).toEqual({
    ok: true,
    value: expect.stringMatching(
      /^requests are repeated with the same Idempotency-Key for 2 hours\. Not tested: .* charges for each/,
    ),
  });
});

test("reelay doctor --job finds a job by the short id from /video-jobs if only one job has that short id", () =>
  inFolder(async (dir) => {
    const place = { dir, redisUrl: null };
    await withBot(dir, async () => {
      const short = aJobId(2).slice(0, 6);
      expect(await describeJob(place, short)).toEqual(await describeJob(place, aJobId(2)));
      expect(await describeJob(place, ` ${short.toUpperCase()} `)).toEqual(await describeJob(place, short));
      await put(dir, [jobPut(aClosedJob({ id: `${short}${"0".repeat(14)}` }))]);
      expect(await describeJob(place, short)).toMatchObject({
        refusal: expect.stringMatching(
          `^More than one job begins with ${short}: .*${aJobId(2)}.*\\. Enter more characters of the id\\.$`,
        ),
      });
    });
  }));

test("reelay doctor --job shows the details of one job without the prompt or the key", () =>
  inFolder(async (dir) => {
    const place = { dir, redisUrl: null };
    await withBot(dir, async () => {
      const shown = valueIn(await describeJob(place, aJobId(2)));
      expect(shown).toMatch(/^job {7}\S+, a video\nstate {5}running since 2\S+Z as task/);
      expect(shown).toMatch(/\naccepted {2}2\S+Z\ndue {7}2\S+Z\nwhere {5}discord, channel /);
      expect(shown).toMatch(/\nprice {5}95 credits, paid by its owner\ncost {6}charged 95, /);
      expect(shown).not.toMatch(/canary|paper boat/);
      expect(await describeJob(place, aJobId(1))).toMatchObject({
        value: expect.stringMatching(/paid by the team discord:\d+\n.+\nattempts {2}0$/s),
      });
      expect(await describeJob(place, aJobId(5))).toMatchObject({
        value: expect.stringMatching(/\nstate {5}closed, outcome: failed\n.*\nreason {4}No faces/s),
      });
      expect(await describeJob(place, aJobId(3))).toMatchObject({ refusal: expect.stringContaining("was deleted") });
      await put(dir, [{ key: `job/${aJobId(4)}`, value: { v: 9 } }]);
      expect(await describeJob(place, aJobId(4))).toMatchObject({ refusal: expect.stringContaining("cannot be read") });
      expect(await describeJob(place, "none")).toMatchObject({
        refusal: expect.stringContaining("There is no job none"),
      });
    });
  }));
