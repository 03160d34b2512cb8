import type { CommandDeps } from "../commands/visit.ts";
import type { Config } from "../config.ts";
import { type Clock, sleep } from "../core/clock.ts";
import type { Engine, Shared } from "../core/engine.ts";
import type { Films } from "../core/film/film.ts";
import type { CanHostPictures } from "../core/film/film-chain.ts";
import type { KeptFilms } from "../core/film/kept-film.ts";
import type { ServiceHealth } from "../core/health.ts";
import { isNoticeId, type JobId } from "../core/job/ids.ts";
import { TRAITS } from "../core/platform.ts";
import type { FitPicture } from "../core/request/pictures.ts";
import { pictureInspector } from "../images/inspect-picture.ts";
import { openVideos } from "../images/open-video.ts";
import { endKeeping } from "../jobs/deliver/keep.ts";
import { openTraffic } from "../jobs/deliver/traffic.ts";
import type { JobDeps } from "../jobs/deps.ts";
import { teamManagers } from "../jobs/notices/notify-managers.ts";
import { distrustNotices, recoverNotices, stepNotices } from "../jobs/notices/step-notice.ts";
import { OTHER_CHARGES, priceWatch } from "../jobs/price-watch.ts";
import type { serviceHealth } from "../jobs/service-health.ts";
import { jobQueues } from "../jobs/start/queue.ts";
import { closeRestored, recoverJobs, setBackWatch } from "../jobs/start/recover.ts";
import { startJudge } from "../jobs/start/start.ts";
import { stepJobs } from "../jobs/step.ts";
import { videoApi } from "../video-api/client.ts";
import type { Pictures } from "./media.ts";
import type { Outside } from "./outside.ts";
import { REQUESTS_THAT_WAIT } from "./people/people.ts";
import type { Platforms } from "./platforms.ts";
import { STAMP } from "./program/take-backup.ts";
import type { Storage } from "./storage.ts";

export type OpenJobs = ReturnType<typeof openJobs>;

export function openJobs(
  config: Config,
  { clock, chance, log }: Outside,
  { engine, jobs, vault, settings, refused }: Storage,
  given: Pick<JobDeps, "meter" | "stopping"> & {
    readonly health: ReturnType<typeof serviceHealth>;
    readonly platforms: Pick<Platforms, "chatOf" | "people">;
    readonly films: Films | null;
    readonly keptFilms: KeptFilms | null;
    readonly pictures: Pictures;
    readonly fitPicture: FitPicture | null;
  },
) {
  const { scheduler, shared, teams } = engine;
  const { meter, films, keptFilms, pictures, fitPicture, platforms, stopping } = given;
  const canHostPictures: CanHostPictures = ({ reply }) =>
    TRAITS[reply.platform].cardsAreFetchable || pictures.frames !== null;
  const { health } = given.health;
  const { access } = rulesOf(config);
  const { VIDEO_IDEMPOTENCY_HEADER: header, VIDEO_IDEMPOTENCY_HOURS: hours } = config;
  const video = videoApi({
    baseUrl: config.VIDEO_API_URL ?? "",
    trustedOrigins: config.trusted.videos,
    clock,
    log,
    ...(header !== undefined && { idempotency: { header, forMs: hours * 3_600_000 } }),
  });
  const capacity = {
    ofOwner: config.MAX_JOBS_PER_USER,
    ofWorkspace: config.MAX_JOBS_PER_WORKSPACE,
    waitingOfOwner: config.MAX_WAITING_PER_USER,
  };
  const outside = {
    clock,
    chance,
    meter,
    chatOf: platforms.chatOf,
    ...(engine.isAlone ? {} : { limits: shared.limits }),
    wake: (id: JobId) => scheduler.schedule(id, clock.now()),
  };
  const deps = {
    ...outside,
    traffic: openTraffic(outside),
    jobs,
    vault,
    video,
    pace: { pollMinMs: config.POLL_MIN_MS },
    deadlineMs: config.JOB_DEADLINE_MS,
    log,
    ...othersOf(engine, clock),
    capacity,
    queues: jobQueues({ jobs, scheduler, capacity, clock, log }),
    health,
    mayStart: startJudge({ teams, people: platforms.people, access }),
    prices: priceWatch({ keyv: engine.keyv(OTHER_CHARGES), meter, clock, log }),
    managers: teamManagers({ ...engine, refused, vault, clock, log, access }),
    stopping,
    inspectPicture: pictures.inspect(pictureInspector({ trustedOrigins: config.trusted.pictures, clock })),
    films,
    keptFilms,
    openVideo: openVideos({ trustedOrigins: config.trusted.videos, clock }),
    frames: pictures.frames,
    canContinue: (job) => films !== null && canHostPictures(job),
    fitPicture,
    canFit: (job) => fitPicture !== null && canHostPictures(job),
    isBroadcast: async (owner) => (await settings.get(owner)).isBroadcast ?? false,
    scheduler,
  } satisfies JobDeps;
  let hasBegun = false;

  return {
    deps,
    /** No step begins before `quiet` resolves. */
    async begin(quiet: () => Promise<void>): Promise<void> {
      await given.health.begin();
      if (config.ROLE !== "front") await runJobs(engine, deps, quiet);
      hasBegun = true;
    },
    endKeeping: (id: JobId) => endKeeping(deps, id),
    troubles: (): readonly string[] => (hasBegun ? [] : ["open jobs are not recovered yet"]),
    stop: () => scheduler.stop(),
    async close(): Promise<void> {
      await given.health.stop();
      await video.close();
    },
  };
}

/** A process that wakes jobs takes this turn every five seconds. */
export const RECOVERY = "recovery";
/** Finds jobs without an alarm: a process may die between saving a job and setting its alarm. */
const SEARCH_EVERY_MS = 5_000;
/** A paid call times out after 60 s. Another process saves its result within this time, even if the clocks differ. */
const PAID_WITHIN_MS = 75_000;

export function othersOf({ isAlone }: Pick<Engine, "isAlone">, clock: Clock) {
  return isAlone
    ? { startedAt: clock.now(), othersPayWithinMs: 0 }
    : { startedAt: 0, othersPayWithinMs: PAID_WITHIN_MS };
}

export async function runJobs(
  engine: Pick<Engine, "scheduler" | "isAlone" | "notices" | "teams"> & {
    readonly shared: Pick<Engine["shared"], "isMyTurn">;
  },
  deps: JobDeps,
  quiet: () => Promise<void>,
): Promise<void> {
  const { scheduler, shared, notices, teams } = engine;
  const { clock, log, jobs, stopping } = deps;
  const wakeAfterSetBack = setBackWatch({ jobs, clock, scheduler });

  async function recover(): Promise<void> {
    const count = await recoverJobs({ jobs, clock, scheduler });
    if (count > 0) log.info("open jobs recovered", { count });
    await recoverNotices({ notices, clock, scheduler });
  }

  async function searchAgain(): Promise<void> {
    if (stopping.aborted) return;
    try {
      const woken = await wakeAfterSetBack();
      if (woken > 0) log.warn("the clock was set back, open jobs are woken", { count: woken });
      if (await shared.isMyTurn(RECOVERY, SEARCH_EVERY_MS)) await recover();
    } catch (error) {
      log.warn("jobs without an alarm were not looked for", { error: String(error) });
    }
    clock.after(SEARCH_EVERY_MS, () => void searchAgain());
  }

  const stepJob = stepJobs(deps);
  const stepNotice = stepNotices({ ...deps, notices, teams, scheduler });
  // Start first, because setting a hundred thousand alarms takes long.
  scheduler.start(async (id, hold) => {
    await quiet();
    return isNoticeId(id) ? stepNotice(id, hold) : stepJob(id, hold);
  });
  await recover();
  if (!engine.isAlone) clock.after(SEARCH_EVERY_MS, () => void searchAgain());
}

const ASK_EVERY_MS = 1_000;
/** After so many missed turns of RECOVERY, an error is logged. */
const MISSED_MAX = 30;
/** This process takes the turn only to see whether another one has it, and gives it back after this time. */
const LEFT_AFTER_MS = 1;

/** Logs an error if no process wakes jobs, such as when only fronts were started. */
export async function watchWorkers(
  shared: Pick<Shared, "isMyTurn">,
  { clock, log, stopping }: Pick<JobDeps, "clock" | "log" | "stopping">,
): Promise<void> {
  let missed = 0;
  for (;;) {
    await sleep(clock, ASK_EVERY_MS, stopping);
    if (stopping.aborted) return;
    missed = (await shared.isMyTurn(RECOVERY, LEFT_AFTER_MS)) ? missed + 1 : 0;
    if (missed === MISSED_MAX) log.error("no process wakes videos: start one with ROLE=worker, or with ROLE=all");
  }
}

const DONE = "done";

/**
 * Closes every job that could pay again. A backup is recognized by its stamp, a snapshot by a new text in RESTORED. Call
 * this before anything else may begin. The stamp is removed last, so the next start repeats an interrupted run.
 */
export async function closeAfterRestore(
  { RESTORED: text }: Pick<Config, "RESTORED">,
  engine: Pick<Engine, "keyv" | "notices">,
  deps: Parameters<typeof closeRestored>[0],
): Promise<void> {
  const { log } = deps;
  const notes = engine.keyv(STAMP.namespace);
  const madeAt: unknown = await notes.get(STAMP.key);
  const isNews = text !== undefined && (await notes.get(DONE)) !== text;
  if (text !== undefined && !isNews && madeAt === undefined)
    log.warn("this text of RESTORED was dealt with at an earlier start and does nothing now; remove it", {
      text,
    });
  if (madeAt === undefined && !isNews) return;

  const closed = await closeRestored(deps);
  await distrustNotices({ ...engine, clock: deps.clock });
  // Otherwise an answered question could be answered again, and a key given again for the same request.
  for (const namespace of REQUESTS_THAT_WAIT) await engine.keyv(namespace).clear();
  if (isNews) await notes.set(DONE, text);
  await notes.delete(STAMP.key);
  log.warn("a backup was restored: videos that may have been made since it was made are closed", {
    count: closed,
    at: typeof madeAt === "string" ? madeAt : null,
  });
}

export function rulesOf(config: Config): CommandDeps["rules"] {
  return {
    maxJobsPerUser: config.MAX_JOBS_PER_USER,
    maxJobsPerWorkspace: config.MAX_JOBS_PER_WORKSPACE,
    maxWaitingPerUser: config.MAX_WAITING_PER_USER,
    commandsPerMinute: config.COMMANDS_PER_MINUTE,
    access: {
      allowedGuilds: config.ALLOWED_GUILDS,
      allowedTeams: config.ALLOWED_TEAMS,
      allowedChannels: config.ALLOWED_CHANNELS,
      allowedRoles: config.ALLOWED_ROLES,
      blockedUsers: config.BLOCKED_USERS,
    },
  };
}

export function healthLine(health: ServiceHealth): string {
  const trouble = health.trouble();
  if (trouble === null) return "video service: no trouble seen";
  if (trouble.kind === "down") return "video service: does not answer";
  return `video service: ${trouble.failed} of the last ${trouble.ends} videos failed`;
}

/** Does not affect readiness: everything else works, and no restart makes such a row readable. */
export function unreadableLine(count: number): readonly string[] {
  if (count === 0) return [];
  const rows = count === 1 ? "1 row in the store" : `${count} rows in the store`;
  return [`${rows} cannot be read: the log names each`];
}
