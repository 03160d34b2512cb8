import type { CommandDeps } from "../commands/visit.ts";
import type { Config } from "../config.ts";
import type { Engine } from "../core/engine.ts";
import type { Films } from "../core/film/film.ts";
import type { ServiceHealth } from "../core/health.ts";
import { traitsOf } from "../core/platform.ts";
import type { Room } from "../core/ports.ts";
import type { TeamPeople } from "../core/team/team.ts";
import { pictureInspector } from "../images/inspect-picture.ts";
import { openTraffic, type Traffic } from "../jobs/deliver/traffic.ts";
import type { JobDeps } from "../jobs/deps.ts";
import { teamManagers } from "../jobs/notices/tell-managers.ts";
import { serviceHealth } from "../jobs/service-health.ts";
import { lines, releases } from "../jobs/start/queue.ts";
import { closeRestored } from "../jobs/start/recover.ts";
import { startJudge } from "../jobs/start/start.ts";
import { digests } from "../keys/seal.ts";
import { openMetrics } from "../ops/metrics.ts";
import { videoApi } from "../video-api/client.ts";
import { beginWork, othersOf } from "./begin-work.ts";
import type { Pictures } from "./media.ts";
import type { Outside } from "./outside.ts";
import { REQUESTS_THAT_WAIT } from "./people/people.ts";
import { STAMP } from "./program/take-backup.ts";
import type { Storage } from "./watched-storage.ts";

export type Work = ReturnType<typeof openWork>;

/**
 * Opens the jobs and everything they need on their way to the final word: the video service, the pace, the platforms'
 * turns.
 */
export function openWork(
  config: Config,
  { clock, chance, log }: Pick<Outside, "clock" | "chance" | "log">,
  { engine, jobs, vault, settings, ring, refused }: Storage,
  given: Pick<JobDeps, "chatOf" | "stopping"> & {
    /** Returns the platforms' information about people. */
    readonly people: Pick<TeamPeople, "memberNow">;
    readonly films: Promise<Films | null>;
    /** True where the decoder is installed; `films` says later whether it works. */
    readonly hasDecoder: boolean;
    readonly pictures: Pictures;
  },
) {
  const { scheduler, shared } = engine;
  const { films, pictures } = given;
  // Somebody may press *Continue* or *Join* before the decoder was tried out.
  let canReadFilms = given.hasDecoder;
  void films.then((found) => {
    canReadFilms = found !== null;
  });
  const { trusted } = config;
  const meter = openMetrics(() => scheduler.size());
  const video = videoApi({ baseUrl: config.VIDEO_API_URL ?? "", trustedOrigins: trusted.videos, clock, log });
  const pace = { pollMinMs: config.POLL_MIN_MS };
  const room = roomOf(config);
  const watch = serviceHealth({
    signs: shared.signs,
    keyv: engine.keyv("health"),
    digest: digests(ring),
    clock,
    log,
  });
  meter.watch({ hasTrouble: () => watch.health.now().trouble !== null });
  const deps: JobDeps = {
    jobs,
    vault,
    video,
    pace,
    clock,
    chance,
    log,
    meter,
    ...othersOf(engine, clock),
    room,
    wake: (id) => scheduler.schedule(id, clock.now()),
    line: lines({ jobs, scheduler, room, clock, log }),
    health: watch.health,
    releases: releases({ jobs, health: watch.health, scheduler, clock, log }),
    mayStart: startJudge({ teams: engine.teams, people: given.people, access: rulesOf(config).access }),
    managers: teamManagers({ ...engine, refused, vault, clock, log }),
    stopping: given.stopping,
    ...(engine.isAlone ? {} : { limits: shared.limits }),
    inspectPicture: pictures.inspect(pictureInspector({ trustedOrigins: trusted.pictures, clock })),
    films,
    frames: pictures.frames,
    canContinue: ({ reply }) =>
      canReadFilms && (traitsOf(reply.platform).cardsAreFetchable || pictures.frames !== null),
    chatOf: given.chatOf,
    isBroadcast: async (owner) => (await settings.get(owner)).isBroadcast ?? false,
  };
  const traffic: Traffic = openTraffic(deps);
  let hasBegun = false;
  let begun: { stop(): Promise<void> } | null = null;

  return {
    deps: { ...deps, scheduler },
    traffic,
    meter,
    /** Recovers open jobs, where this process wakes jobs. No step begins before it is `quiet`. */
    async begin(quiet: () => Promise<void>): Promise<void> {
      await watch.begin();
      if (config.ROLE !== "front") begun = await beginWork(engine, { ...deps, traffic }, quiet);
      hasBegun = true;
    },
    troubles: (): readonly string[] => (hasBegun ? [] : ["open jobs are not recovered yet"]),
    /** Begins no more steps; resolves when the current ones are saved. */
    async stop(): Promise<void> {
      await begun?.stop();
    },
    /** Closes the connections to the video service. It is called after `stop`. */
    async close(): Promise<void> {
      await watch.stop();
      await video.close();
    },
  };
}

/** The text of RESTORED that was handled last. */
const DONE = "done";

/**
 * Closes every job that could pay for a video again, where the store is a restored backup. A backup shows that by its
 * stamp, a snapshot's operator by RESTORED: each text of that counts once. It must be called before anything else may
 * begin. The stamp is removed last: the next start repeats an interrupted one, and closed jobs stay closed.
 */
export async function closeAfterRestore(
  { RESTORED: told }: Pick<Config, "RESTORED">,
  engine: Pick<Engine, "keyv">,
  deps: Parameters<typeof closeRestored>[0],
): Promise<void> {
  const { log } = deps;
  const notes = engine.keyv(STAMP.namespace);
  const madeAt: unknown = await notes.get(STAMP.key);
  const isNews = told !== undefined && (await notes.get(DONE)) !== told;
  if (told !== undefined && !isNews && madeAt === undefined)
    log.warn("this text of RESTORED was dealt with at an earlier start and does nothing now; remove it", {
      text: told,
    });
  if (madeAt === undefined && !isNews) return;

  const closed = await closeRestored(deps);
  // A question that was answered since could be answered again, and a key given again for the same request.
  for (const namespace of REQUESTS_THAT_WAIT) await engine.keyv(namespace).clear();
  if (isNews) await notes.set(DONE, told);
  await notes.delete(STAMP.key);
  log.warn("a backup was restored: videos that may have been made since it was made are closed", {
    count: closed,
    at: typeof madeAt === "string" ? madeAt : null,
  });
}

/** Returns how many jobs the operator allows at once. */
function roomOf(config: Pick<Config, "MAX_JOBS_PER_USER" | "MAX_JOBS_PER_WORKSPACE" | "MAX_WAITING_PER_USER">): Room {
  return {
    ofOwner: config.MAX_JOBS_PER_USER,
    ofWorkspace: config.MAX_JOBS_PER_WORKSPACE,
    waitingOfOwner: config.MAX_WAITING_PER_USER,
  };
}

/** Returns the operator's limits and access lists for the commands. */
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

/** Says how the video service does, in one line for an operator. */
export function healthLine(health: ServiceHealth): string {
  const { trouble } = health.now();
  if (trouble === null) return "video service: no trouble seen";
  if (trouble.kind === "down") return "video service: does not answer";
  return `video service: ${trouble.failed} of the last ${trouble.ends} videos failed`;
}

/**
 * Returns a warning, but no reason against readiness: everything else goes on, and no restart makes such a row readable.
 */
export function unreadableLine(count: number): readonly string[] {
  if (count === 0) return [];
  const rows = count === 1 ? "1 row in the store" : `${count} rows in the store`;
  return [`${rows} cannot be read: the log names each`];
}
