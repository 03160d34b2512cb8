import type { Redis } from "ioredis";
import { z } from "zod";
import { asOne } from "../../core/batch/batch.ts";
import { type JobId, ownerName, teamName } from "../../core/job/ids.ts";
import { type Job, waitsForTurn } from "../../core/job/job.ts";
import { addUp, boundsOf, monthOf, nothingSpent } from "../../core/job/ledger.ts";
import type { JobStore, Log, Room, StoredJob } from "../../core/ports.ts";
import { damagedJobs } from "../damaged-jobs.ts";
import { inBatches } from "../in-batches.ts";
import { costFrom } from "../job-record.ts";
import { markOf } from "../team-row.ts";
import { contentOf, indexValues, jobIn, readLedgerText } from "./job-hash.ts";
import { jobRows, readDue } from "./job-rows.ts";
import { PREFIX } from "./keys.ts";
import {
  ADMIT,
  FORGET_CLOSED,
  FORGET_INSTALLATION,
  FORGET_LEDGER,
  INSERT,
  OPEN,
  SAVE,
  TOUCH,
} from "./scripts/job-scripts.ts";
import { runScript } from "./scripts/run-script.ts";
import { newWriter } from "./scripts/writer.ts";
import { teamBooks } from "./teams/team-books.ts";

const FIRST_VERSION = 1;
/** What judges a team's job may change meanwhile, or be damaged and put anew. */
const TRIES = 3;
/** At most this many are forgotten in one script, for all others wait meanwhile: some milliseconds. */
const FORGET_AT_ONCE = 200;

const REFUSALS = ["full", "no_rules", "team_month", "person_month", "ask_above"] as const;
const inserted = z.enum(["inserted", "exists", ...REFUSALS]);
const admitted = z.enum(["saved", "conflict", ...REFUSALS]);
/** Why a team's part of a script could not judge. */
const unjudged = z.enum(["damaged", "count", "again"]);
const count = z.number();
const swept = z.tuple([count, count]);

/** Jobs in a Redis. A command that was sent when Redis went away is answered when it is back, and rightly, for every write knows itself again. */
export function redisJobStore(redis: Redis, log: Pick<Log, "error">): JobStore {
  const { readable, whole } = damagedJobs(log);
  const found = jobRows(redis);
  const teams = teamBooks(redis);
  const nextWrite = newWriter();

  const insert = runScript(redis, INSERT);
  const save = runScript(redis, SAVE);
  const admit = runScript(redis, ADMIT);
  const touch = runScript(redis, TOUCH);
  const open = runScript(redis, OPEN);
  const forgetClosed = runScript(redis, FORGET_CLOSED);
  const forgetInstallation = runScript(redis, FORGET_INSTALLATION);
  const forgetLedger = runScript(redis, FORGET_LEDGER);

  async function load(id: JobId): Promise<StoredJob | null> {
    const row = await redis.hmget(`${PREFIX}:job:${id}`, "v", "body", "sum");
    return row[0] === null ? null : whole({ id, stored: jobIn(id, row) });
  }

  const inTurns = (forgetSome: () => Promise<unknown>) =>
    inBatches(FORGET_AT_ONCE, async () => count.parse(await forgetSome()));

  /** Runs what may have to be judged by a team's rules; `run` gets what it is judged by. */
  async function judged(
    job: Job,
    run: (judging: readonly (string | number)[]) => Promise<unknown>,
    tries = TRIES,
  ): Promise<unknown> {
    const { team, owner, price, approval } = job;
    const month = monthOf(job.acceptedAt);
    const secret = team ? await teams.secretOf(month) : null;
    const mark = team && secret ? markOf(secret, teamName(team), ownerName(owner)) : "";
    const answer = await run([price, approval ? 1 : "", secret ?? "", mark]);
    const gap = unjudged.safeParse(answer);
    if (!gap.success) return answer;
    if (gap.data === "damaged" || tries === 1 || !team) throw new Error(`what judges job ${job.id} cannot be read`);
    if (gap.data === "count") await teams.count(teamName(team), month);
    return judged(job, run, tries - 1);
  }

  return {
    load,
    // Counted and judged in the very script that inserts: of many at once, from wherever, exactly as many as fit are taken.
    async insert(job, room, parts = []) {
      const values = [...contentOf(job, FIRST_VERSION), ...(room ? roomValues(room) : ["", "", "", ""])];
      const run = (judging: readonly (string | number)[]) =>
        insert(job.id, nextWrite(), ...values, ...judging, ...indexValues(job), ...parts.flatMap(newValues));
      return inserted.parse(await judged(asOne(job, parts), run));
    },
    async admit(job, version, room, parts = []) {
      const values = [version, version + 1, ...contentOf(job, version + 1), ...roomValues(room)];
      const run = (judging: readonly (string | number)[]) =>
        admit(job.id, nextWrite(), ...values, ...judging, ...indexValues(job), ...parts.flatMap(nextValues));
      const all = parts.map((part) => part.job);
      return admitted.parse(await judged(asOne(job, all), run));
    },
    async save(job, version) {
      const values = [version, version + 1, ...contentOf(job, version + 1), ...indexValues(job)];
      return (await save(job.id, nextWrite(), ...values)) === 1;
    },
    async touch(job, version) {
      const values = [version, version + 1, ...contentOf(job, version + 1)];
      return (await touch(job.id, nextWrite(), ...values)) === 1;
    },
    openJobs: async (after, limit) => readDue(await open(after === null ? "-" : `(${after.id}`, limit)),
    openJobsOf: async (owner) => readable(await found("ZRANGE", `${PREFIX}:open-of:${ownerName(owner)}`, 0, -1)),
    waitingIn: async (workspace) =>
      readable(await found("SMEMBERS", `${PREFIX}:waiting-in:${workspace}`)).filter(waitsForTurn),
    releasable: async () => readable(await found("ZRANGE", `${PREFIX}:releasable`, 0, -1)),
    countUnsettled: (workspace) => redis.scard(`${PREFIX}:busy-in:${workspace}`),
    async jobsOf(owner, limit) {
      if (limit < 1) return [];
      const newest = await found("ZREVRANGE", `${PREFIX}:of:${ownerName(owner)}`, 0, limit - 1);
      return readable(newest).filter((job) => !job.isForgotten);
    },
    async ledger(owner, month) {
      const [begin, end] = boundsOf(month);
      const texts = await redis.zrangebyscore(`${PREFIX}:ledger:${ownerName(owner)}`, begin, `(${end}`);
      const each = texts.map(async (text) => {
        const { id, ledger } = readLedgerText(text);
        return ledger ?? costFrom({ id, stored: await load(id) });
      });
      return (await Promise.all(each)).reduce(addUp, nothingSpent);
    },
    async forgetInstallation(id, acceptedBy) {
      await inTurns(() => forgetInstallation(id, acceptedBy, FORGET_AT_ONCE));
      const open = await found("ZRANGEBYSCORE", `${PREFIX}:open-in:${id}`, "-inf", acceptedBy);
      return readable(open).map((job) => job.id);
    },
    async forget(before) {
      let kept = 0;
      const seen = await inBatches(FORGET_AT_ONCE, async () => {
        const [looked, left] = swept.parse(await forgetClosed(before.jobs, FORGET_AT_ONCE, kept));
        kept += left;
        return looked;
      });
      await redis.zremrangebyscore(`${PREFIX}:forgotten`, "-inf", `(${before.ids}`);
      await inTurns(() => forgetLedger(before.ledger, FORGET_AT_ONCE));
      await inTurns(() => teams.forget(before.ledger, FORGET_AT_ONCE));
      return seen - kept;
    },
    close: async () => {},
  };
}

/** A part of a batch that is inserted with it. */
function newValues(part: Job): readonly (string | number)[] {
  return [part.id, ...contentOf(part, FIRST_VERSION), ...indexValues(part)];
}

/** The same that goes on with it. */
function nextValues({ job, version }: StoredJob): readonly (string | number)[] {
  return [job.id, version - 1, version, ...contentOf(job, version), ...indexValues(job)];
}

function roomValues({ ofOwner, ofWorkspace, waitingOfOwner, noneReleasedSince }: Room): readonly (number | string)[] {
  return [ofOwner, ofWorkspace, waitingOfOwner, noneReleasedSince ?? ""];
}
