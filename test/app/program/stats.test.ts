import { join } from "node:path";
import { expect, test } from "vitest";
import { statsText } from "../../../src/app/program/print-stats.ts";
import type { Job, Outcome } from "../../../src/core/job/job.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { storesOver } from "../../../src/engines/stores.ts";
import { opened } from "../../engines/in-folder.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { testNames } from "../../fakes/deleted-names.ts";
import {
  aClosed,
  aClosedJob,
  aFailed,
  aJob,
  aJobId,
  aNotStarted,
  anOwner,
  anUnknown,
  aSlackOwner,
  aSucceeded,
} from "../../fakes/jobs.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { valueIn } from "../../fakes/value-in.ts";

const OCTOBER = Date.UTC(2026, 9, 31, 23);
const NOVEMBER = Date.UTC(2026, 10, 1, 1);

/**
 * A folder with these ended jobs, each saved in all of its states. Returns its path. `later` may change its stores before
 * they are closed.
 */
async function aWorld(
  jobs: readonly Partial<Job>[],
  later: (stores: ReturnType<typeof storesOver>) => Promise<unknown> = async () => {},
) {
  const dir = join(aFolder(), "data");
  const rows = await opened(dir);
  const stores = storesOver(rows, recordingLog(), testNames);
  await stores.teams.saveRules(team, noRules, 0);
  for (const [n, job] of jobs.entries()) {
    const id = aJobId(n);
    const { state, ...rest } = job;
    await stores.jobs.insert(aJob({ id, ...rest }));
    await stores.jobs.save(aClosedJob({ id, ...job }), 1);
  }
  await later(stores);
  await rows.close();
  return { dir, redisUrl: null };
}

const closedAt = (acceptedAt: number, outcome: Outcome): Partial<Job> => ({
  acceptedAt,
  state: aClosed(outcome, { closedAt: acceptedAt + 60_000 }),
});

const team = { platform: "slack", teamId: "T1" } as const;
const ada = anOwner("1");
const cleo = aSlackOwner("U1", "T1");

const lives: readonly Partial<Job>[] = [
  { owner: ada, ...closedAt(OCTOBER, aSucceeded()) },
  { owner: ada, ...closedAt(NOVEMBER, aFailed({ refunded: 143 })) },
  { owner: ada, ...closedAt(NOVEMBER, anUnknown({ atMost: 308 })) },
  { owner: ada, ...closedAt(NOVEMBER, aNotStarted("withdrawn")) },
  { owner: cleo, team, ...closedAt(NOVEMBER, aSucceeded({ credits: 205 })) },
];

const rowsOf = (text: string) => text.split("\n").map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));

test("the statistics show costs by UTC month, platform and payer, with the newest month first", async () => {
  const text = valueIn(await statsText(await aWorld(lives), false));
  expect(rowsOf(text).slice(0, 4)).toEqual([
    ["month", "platform", "paid by", "videos", "charged", "refunded", "in doubt"],
    ["2026-11", "Discord", "own key", "2", "143", "143", "308"],
    ["2026-11", "Slack", "team's key", "1", "205", "0", "0"],
    ["2026-10", "Discord", "own key", "1", "95", "0", "0"],
  ]);
});

test("the statistics with --json contain the costs by UTC month, platform and payer", async () => {
  const costs: unknown = JSON.parse(valueIn(await statsText(await aWorld(lives), true)));
  expect(costs).toContainEqual({
    month: "2026-11",
    platform: "discord",
    payer: "own",
    videos: 2,
    charged: 143,
    refunded: 143,
    unknown: 308,
  });
});

test("the statistics still count videos that were deleted after RETENTION_DAYS", async () => {
  const whole = valueIn(await statsText(await aWorld(lives), true));
  const forgotten = await aWorld(lives, ({ jobs }) =>
    jobs.forget({ jobs: NOVEMBER + 1e9, ids: 0, ledger: 0, daySums: 0 }),
  );
  expect(valueIn(await statsText(forgotten, true))).toBe(whole);
});

test("the statistics include a deleted person's videos only if a team paid for them", async () => {
  const deleted = await aWorld(lives, async ({ personal }) => {
    for (const owner of [ada, cleo]) await personal.forget(owner, NOVEMBER + 1e9);
  });
  const costs: unknown = JSON.parse(valueIn(await statsText(deleted, true)));
  expect(costs).toMatchObject([{ platform: "slack", payer: "team", videos: 1, charged: 205 }]);
});

test("the statistics of a bot without videos say that no video has cost anything", async () => {
  expect(await statsText(await aWorld([]), false)).toEqual({ ok: true, value: "No video has cost any credits yet." });
});

test("reelay stats ends with the error “There is no database” if the folder has no database", async () => {
  const nowhere = { dir: join(aFolder(), "nothing"), redisUrl: null };
  expect(await statsText(nowhere, false)).toEqual({
    ok: false,
    refusal: expect.stringContaining("There is no database"),
  });
});
