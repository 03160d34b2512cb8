import type { AccessRules } from "../../src/core/access.ts";
import { ok } from "../../src/core/result.ts";
import { openTraffic, type Traffic } from "../../src/jobs/deliver/traffic.ts";
import type { JobDeps } from "../../src/jobs/deps.ts";
import type { JobQueues } from "../../src/jobs/start/queue.ts";
import { fakeHealth } from "./fake-health.ts";
import { evenChance } from "./manual-clock.ts";
import { uncounted } from "./meter.ts";
import { noManagers } from "./no-managers.ts";
import { memoryVault } from "./vault.ts";

/** Everybody may make videos everywhere. */
export const noLists: AccessRules = {
  allowedGuilds: new Set(),
  allowedTeams: new Set(),
  allowedChannels: new Set(),
  allowedRoles: new Set(),
  blockedUsers: new Set(),
};

/** Nobody waits for a running place. */
const noQueues: JobQueues = {
  placeOf: async () => ({ isTurn: true, place: { nth: 1, startsAt: null } }),
  onLeft: async () => {},
};

/** Default dependencies for a single process that runs all jobs, without a team. */
export const alone = () => {
  let tokens = 0;
  const token = () => {
    tokens += 1;
    return `token-${tokens}`;
  };
  return {
    vault: memoryVault(),
    meter: uncounted,
    pace: { pollMinMs: 2_000 },
    inspectPicture: async () => ok({ aspectRatio: "16:9" as const }),
    chance: { ...evenChance, token },
    othersPayWithinMs: 0,
    fitPicture: null,
    frames: null,
    films: null,
    keptFilms: null,
    capacity: { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 },
    mayStart: async () => null,
    managers: noManagers,
    queues: noQueues,
    health: fakeHealth(),
    wake: () => {},
    deadlineMs: 3_600_000,
    stopping: new AbortController().signal,
  } satisfies Partial<JobDeps>;
};

/** Adds traffic limits that only this process counts. */
export function withTraffic<Deps extends Parameters<typeof openTraffic>[0]>(deps: Deps): Deps & { traffic: Traffic } {
  return { ...deps, traffic: openTraffic(deps) };
}

/** Nothing runs before a response or waits for it. */
export const atOnce = {
  deciding: <Value>(work: () => Promise<Value>) => work(),
  quiet: async () => {},
};
