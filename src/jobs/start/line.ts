import { type LineNow, type Places, placeInLine, turnsOf } from "../../core/budget/turns.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import { TURN_MS } from "../../core/job/approval.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import { type Job, outcomeOf, takesPlace, waitsForTurn } from "../../core/job/job.ts";
import { expectedLeftMs } from "../../core/pace/time-left.ts";
import type { JobStore, Log, Room } from "../../core/ports.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { Line } from "../deps.ts";

/** A line that was read is right for so long, unless something left it. */
const READ_HOLDS_MS = 500;
/** Lines that are known at once; one that is forgotten is read again. */
const LINES_MOST = 1_000;
/** What somebody began last is looked for among this many of their newest jobs. */
const AMONG = 20;

interface Read {
  readonly at: EpochMs;
  readonly line: Promise<LineNow>;
}

/** The lines of all workspaces, and of each person's direct messages, as the store has them. */
export function lines(deps: {
  readonly jobs: Pick<JobStore, "waitingIn" | "openJobsOf" | "jobsOf" | "countUnsettled">;
  readonly scheduler: Pick<Scheduler, "schedule">;
  readonly room: Room;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}): Line {
  const { jobs, scheduler, room, clock, log } = deps;
  const known = new Map<string, Read>();

  async function read({ workspace, owner }: Pick<Job, "workspace" | "owner">): Promise<LineNow> {
    const found = workspace === null ? await jobs.openJobsOf(owner) : await jobs.waitingIn(workspace);
    const waiting = found.filter((job) => waitsForTurn(job) && job.workspace === workspace);
    const owners = new Map(waiting.map((job) => [ownerName(job.owner), job.owner]));
    const places = await Promise.all(
      [...owners].map(async ([name, one]) => [name, await placesOf(one, workspace)] as const),
    );
    const free = workspace === null ? waiting.length : room.ofWorkspace - (await jobs.countUnsettled(workspace));
    return {
      waiting: waiting.map((job) => ({
        id: job.id,
        owner: ownerName(job.owner),
        joinedAt: joinedAt(job),
        isUnseen: job.state.status === "waiting" && job.state.answer !== "given",
      })),
      places: new Map(places),
      ofOwner: room.ofOwner,
      free: Math.max(0, free),
    };
  }

  async function placesOf(owner: Owner, workspace: string | null): Promise<Places> {
    const [open, newest] = await Promise.all([jobs.openJobsOf(owner), jobs.jobsOf(owner, AMONG)]);
    const now = clock.now();
    const began = newest.filter((job) => job.workspace === workspace && hasBegun(job));
    return {
      freeAt: open.filter(takesPlace).map((job) => freeAt(job, now)),
      lastBeganAt: Math.max(0, ...began.map(({ acceptedAt, beganAt }) => beganAt ?? acceptedAt)),
    };
  }

  function freeAt({ state }: Job, now: EpochMs): EpochMs | null {
    const leftMs = state.status === "running" ? expectedLeftMs(state, now) : null;
    return leftMs === null ? null : now + leftMs;
  }

  function lineOf(job: Job): Promise<LineNow> {
    const name = nameOf(job);
    const now = clock.now();
    for (const [one, { at }] of known) {
      if (Math.abs(now - at) < READ_HOLDS_MS && known.size < LINES_MOST) break;
      known.delete(one);
    }
    const last = known.get(name);
    if (last) return last.line;
    const line = read(job);
    known.set(name, { at: now, line });
    line.catch(() => known.delete(name));
    return line;
  }

  return {
    async look(job) {
      const line = await lineOf(job);
      const place = placeInLine(line, job.id, clock.now()) ?? { nth: 1, startsAt: null };
      return { isTurn: turnsOf(line).includes(job.id), place };
    },
    async left(job) {
      known.delete(nameOf(job));
      try {
        const line = await lineOf(job);
        for (const id of turnsOf(line)) scheduler.schedule(id, clock.now());
      } catch (error) {
        log.warn("those who wait were not woken", { job: job.id, error: String(error) });
      }
    },
  };
}

/** A video that was taken back was nobody's turn. */
function hasBegun(job: Job): boolean {
  return job.state.status !== "waiting" && outcomeOf(job)?.kind !== "not_started";
}

/** An approved job joined it when it was approved; the parts of a batch join it one after the other. */
function joinedAt({ state, acceptedAt, partOf }: Job): EpochMs {
  return (state.status === "waiting" ? state.until - TURN_MS : acceptedAt) + (partOf?.nth ?? 0);
}

/** In direct messages everybody has a line of their own. */
function nameOf({ workspace, owner }: Job): string {
  return workspace ?? ownerName(owner);
}
