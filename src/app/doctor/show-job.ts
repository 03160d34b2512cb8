import { ownerName, teamName } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { index } from "../../core/job/job-indexes.ts";
import { ledgerOf } from "../../core/job/ledger.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Row, Rows } from "../../core/rows.ts";
import { isForgotten, jobIdOf, jobIn, jobKey, rowsOf } from "../../engines/job-rows.ts";
import { namedRows, openForProgram, type StoragePlace } from "../open-engine.ts";
import { PROGRAM } from "../program/program-name.ts";

/**
 * Takes the beginning of an id too, as people see it in `/video-jobs`. Leaves out keys and what people wrote. The only
 * text from the service is why a video failed.
 */
export async function describeJob(place: StoragePlace, given: string): Promise<Result<string, string>> {
  const typed = given.trim().toLowerCase();
  const opened = await openForProgram(place, "doctor");
  if (!opened.ok) return refuse(opened.refusal.sentence);
  try {
    const found = await rowsBeginning(opened.value, typed);
    const [row] = found;
    if (!row) return refuse(`There is no job ${typed}. It may have been deleted RETENTION_DAYS after its end.`);
    const ids = found.map(({ key }) => jobIdOf(key));
    if (ids.length > 1)
      return refuse(`More than one job begins with ${typed}: ${namedRows(ids)}. Enter more characters of the id.`);
    const [id = typed] = ids;
    if (isForgotten(row)) return refuse(`Job ${id} was deleted. Only its id and its cost may still be stored.`);
    const job = jobIn(row);
    if (!job) return refuse(`Job ${id} cannot be read.`);
    return ok(linesOf(job).join("\n"));
  } catch (error) {
    return refuse(`The job cannot be read now (${String(error)}). Try again in a moment.`);
  } finally {
    await opened.value.close();
  }
}

const JOBS_SHOWN = 10;

async function rowsBeginning(rows: Rows, typed: string): Promise<readonly Row[]> {
  const whole = await rows.get(jobKey(typed));
  if (whole) return [whole];
  let found: readonly Row[] = [];
  for await (const page of rows.walk(jobKey(typed))) {
    // Redis may list a row twice.
    found = [...found, ...page].filter(({ key }, nth, all) => all.findIndex((other) => other.key === key) === nth);
    if (found.length > JOBS_SHOWN) return found;
  }
  return found;
}

export async function showJobs(place: StoragePlace): Promise<Result<string, string>> {
  const opened = await openForProgram(place, "doctor");
  if (!opened.ok) return refuse(opened.refusal.sentence);
  const rows = opened.value;
  try {
    const open = await rowsOf(rows, index.open);
    const closed = await rows.page(index.closed, { newestFirst: true, limit: 10 * JOBS_SHOWN });
    const jobs = [...open, ...closed].flatMap((row) => jobIn(row) ?? []);
    const newest = jobs.toSorted((one, other) => other.acceptedAt - one.acceptedAt).slice(0, JOBS_SHOWN);
    if (newest.length === 0) return ok("There are no jobs yet.");
    const lines = newest.map((job) =>
      [
        job.id,
        time(job.acceptedAt),
        job.reply.platform,
        ownerName(job.owner),
        `${job.price} credits`,
        stateOf(job),
      ].join("  "),
    );
    return ok([...lines, "", `${PROGRAM} doctor --job ID shows one of them.`].join("\n"));
  } catch (error) {
    return refuse(`The jobs cannot be read now (${String(error)}). Try again in a moment.`);
  } finally {
    await rows.close();
  }
}

function linesOf(job: Job): readonly string[] {
  const { reply, workspace, team, owner, state, price, parts, partOf } = job;
  const { charged, refunded, unknown } = ledgerOf(job);
  const kind = parts
    ? `a batch of ${parts.length} videos`
    : partOf
      ? `video ${partOf.nth} of ${partOf.job}`
      : "a video";
  const lines = [
    `job       ${job.id}, ${kind}`,
    `state     ${stateOf(job)}`,
    `accepted  ${time(job.acceptedAt)}`,
    ...(job.beganAt === undefined ? [] : [`began     ${time(job.beganAt)}`]),
    job.dueAt === null
      ? `closed    ${state.status === "closed" ? time(state.closedAt) : "-"}`
      : `due       ${time(job.dueAt)}`,
    `where     ${reply.platform}, channel ${reply.channelId}, ${workspace === null ? "a direct message" : `workspace ${workspace}`}`,
    `of        ${ownerName(owner)}`,
    `price     ${price} credits, paid by ${team ? `the team ${teamName(team)}` : "its owner"}`,
    `cost      charged ${charged}, refunded ${refunded}, in doubt ${unknown}`,
    ...reasonLines(job),
  ];
  return "attempts" in state ? [...lines, `attempts  ${state.attempts}`] : lines;
}

function reasonLines(job: Job): readonly string[] {
  const outcome = outcomeOf(job);
  return outcome?.kind === "failed" ? [`reason    ${outcome.reason ?? "not given by the video service"}`] : [];
}

function stateOf(job: Job): string {
  const { state } = job;
  const outcome = outcomeOf(job);
  if (outcome) {
    const why = outcome.kind === "not_started" ? ` (${outcome.why})` : "";
    return `${state.status}, outcome: ${outcome.kind}${why}`;
  }
  switch (state.status) {
    case "waiting":
      return `waiting for ${state.for}, until ${time(state.until)}`;
    case "accepted":
      return state.waitingFor === null ? "accepted, not paid yet" : `accepted, waiting for ${state.waitingFor}`;
    case "submitting":
      if (state.idempotency?.againAt)
        return `submitting since ${time(state.idempotency.firstAt)}: lost responses: ${state.idempotency.lost}, next attempt at ${time(state.idempotency.againAt)}, until ${time(state.idempotency.until)}`;
      return `submitting since ${time(state.since)}: the paid call has started, its response ${state.answer ? "has been saved" : "has not been saved"}`;
    case "running":
      return `running since ${time(state.since)} as task ${state.taskId}, ${state.percent ?? 0} %, failed polls in a row: ${state.misses}`;
    default:
      return state.status;
  }
}

function time(at: number): string {
  return new Date(at).toISOString();
}
