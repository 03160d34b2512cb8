import type { Config } from "../config.ts";
import type { Films } from "../core/film/films.ts";
import type { TeamPeople } from "../core/team/team.ts";
import { pictureInspector } from "../images/inspect-picture.ts";
import { openTraffic, type Traffic } from "../jobs/deliver/traffic.ts";
import type { JobDeps } from "../jobs/deps.ts";
import { teamManagers } from "../jobs/notices/managers.ts";
import { serviceHealth } from "../jobs/service-health.ts";
import { lines } from "../jobs/start/line.ts";
import { startJudge } from "../jobs/start/may-start.ts";
import { releases } from "../jobs/start/releases.ts";
import { digests } from "../keys/seal.ts";
import { openMetrics } from "../ops/metrics.ts";
import { videoApi } from "../video-api/client.ts";
import { beginWork, othersOf } from "./begin-work.ts";
import type { Outside } from "./outside.ts";
import type { Pictures } from "./pictures.ts";
import { roomOf, rulesOf } from "./rules.ts";
import type { Storage } from "./watch.ts";

export type Work = ReturnType<typeof openWork>;

/** The jobs and what they need on their way to the final word: the video service, the pace, the platforms' turns. */
export function openWork(
  config: Config,
  { clock, chance, log }: Pick<Outside, "clock" | "chance" | "log">,
  { engine, jobs, vault, settings, ring, refused }: Storage,
  given: Pick<JobDeps, "chatOf" | "stopping"> & {
    /** What the platforms say of people. */
    readonly people: Pick<TeamPeople, "memberNow">;
    readonly films: Promise<Films | null>;
    /** Whether it is installed; `films` says later whether it works. */
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
    canContinue: ({ reply }) => canReadFilms && (reply.platform === "discord" || pictures.frames !== null),
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
    /** Takes open jobs up, where this process wakes jobs; no step begins before it is `quiet`. */
    async begin(quiet: () => Promise<void>): Promise<void> {
      await watch.begin();
      if (config.ROLE !== "front") begun = await beginWork(engine, { ...deps, traffic }, quiet);
      hasBegun = true;
    },
    troubles: (): readonly string[] => (hasBegun ? [] : ["open jobs are not recovered yet"]),
    /** Begins no more steps; resolves when those in hand are saved. */
    async stop(): Promise<void> {
      await begun?.stop();
    },
    /** After `stop`: lets the video service go. */
    async close(): Promise<void> {
      await watch.stop();
      await video.close();
    },
  };
}
