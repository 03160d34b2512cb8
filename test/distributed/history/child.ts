// One of several processes that spend a team's credits: `node child.js INDEX REDIS_URL`. It prints each call and its answer as JSON.
// From 3 on it looks at the sums itself before it inserts, as nobody should.
import { writeSync } from "node:fs";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { monthOf } from "../../../src/core/job/ledger.ts";
import type { Log } from "../../../src/core/ports.ts";
import { accountOf, capPassed, usedOf } from "../../../src/core/team/account.ts";
import { jobStore } from "../../../src/engines/job-store.ts";
import { connect } from "../../../src/engines/redis-connection.ts";
import { redisRows } from "../../../src/engines/redis-rows.ts";
import { teamStore } from "../../../src/engines/team-store.ts";
import { aTeam } from "../../contracts/team-store.ts";
import { aClosedJob, aJob, anAnnouncing, anOwner, aRunning } from "../../fakes/jobs.ts";
import { random } from "../../simulation/random.ts";
import { CAPS, type Call } from "./check-history.ts";

const [, , place = "0", url = ""] = process.argv;
const log: Log = { debug() {}, info() {}, warn() {}, error() {} };
const CALLS = 300;
const MINUTE_MS = 60_000;
const isCareless = Number(place) >= 3;
/** Each process has a clock of its own: one a minute slow, one right, one fast, about the end of a month. */
const MONTH_ENDS = Date.UTC(2026, 11, 1);
const beganAt = now();
const wall = () => MONTH_ENDS - MINUTE_MS / 2 + ((Number(place) % 3) - 1) * MINUTE_MS + (now() - beganAt) * 20;

/** By the clock that all processes of a machine share, in milliseconds. */
function now(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

const connected = await connect(url, log);
if (!connected.ok) throw new Error(connected.refusal.detail);
const rows = redisRows(connected.value);
const jobs = jobStore(rows, log);
const teams = teamStore(rows, log);
const dice = random(7_919 * (Number(place) + 1));

async function seen(kind: Call["kind"], job: Job, act: () => Promise<Call["answer"]>): Promise<Call["answer"]> {
  const from = now();
  const answer = await act().catch(() => "unknown" as const);
  const about = {
    job: job.id,
    month: monthOf(job.acceptedAt),
    person: job.owner.userId,
    takes: usedOf(accountOf(job)),
  };
  writeSync(1, `${JSON.stringify({ kind, ...about, from, to: now(), answer } satisfies Call)}\n`);
  return answer;
}

/** What a video that was begun may come to. */
function next(job: Job): Job {
  const failed = { kind: "failed", taskId: "task-1", refunded: job.price, creditsAreExact: true } as const;
  const state = dice.pick([
    aRunning({ credits: job.price }),
    anAnnouncing(failed),
    anAnnouncing(failed),
    anAnnouncing({ kind: "not_started", why: "too_old" }),
    anAnnouncing({ kind: "not_started", why: "too_old" }),
    anAnnouncing({ kind: "unknown", taskId: null, atMost: job.price }),
    aClosedJob().state,
  ]);
  const closed = state.status === "closed";
  return { ...job, state, ...(closed && { sealedKey: null, dueAt: null }) };
}

async function refusedHere(job: Job): Promise<"team_month" | "person_month" | null> {
  const { all, person } = await teams.monthOf(aTeam, monthOf(job.acceptedAt), job.owner.userId);
  const refusal = capPassed(
    { teamMonth: CAPS.team, personMonth: CAPS.person, askAbove: null },
    { team: all, person },
    job,
  );
  return refusal === "ask_above" ? null : refusal;
}

const own: Job[] = [];
for (let n = 0; n < CALLS; n += 1) {
  const begun = own.length > 0 && dice.chance(0.4) ? own.splice(dice.between(0, own.length - 1), 1)[0] : undefined;
  if (begun) {
    const after = next(begun);
    // A save that is sent again after a lost answer finds itself there: it may have had its effect.
    await seen("save", after, async () => ((await jobs.save(after, 1)) ? "done" : "unknown"));
    continue;
  }
  const job = aJob({
    id: jobIdFrom(`history ${place}`, String(n)),
    owner: anOwner(dice.pick(["1", "2", "3"])),
    team: aTeam,
    price: dice.pick([95, 143]),
    acceptedAt: Math.floor(wall()),
  });
  const answer = await seen("insert", job, async () => {
    const said = (isCareless && (await refusedHere(job))) || (await jobs.insert(job));
    return said === "inserted" ? "done" : said === "team_month" || said === "person_month" ? said : "unknown";
  });
  if (answer === "done") own.push(job);
}
connected.value.disconnect();
