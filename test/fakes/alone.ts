import type { AccessRules } from "../../src/core/access.ts";
import type { JobDeps, Line, Releases } from "../../src/jobs/deps.ts";
import { noManagers } from "./no-managers.ts";
import { toldHealth } from "./told-health.ts";

/** The operator lets everybody make videos everywhere. */
export const noLists: AccessRules = {
  allowedGuilds: new Set(),
  allowedTeams: new Set(),
  allowedChannels: new Set(),
  allowedRoles: new Set(),
  blockedUsers: new Set(),
};

/** Nobody waits for a running place. */
export const noLine: Line = {
  look: async () => ({ isTurn: true, place: { nth: 1, startsAt: null } }),
  left: async () => {},
};

/** Nobody waits until the service is well again. */
export const noReleases: Releases = {
  look: async () => ({ isNext: true, noneReleasedSince: 0 }),
  released() {},
  endedWell() {},
};

/** What stands beside jobs of which one process takes care, for a person alone. */
export const alone = () =>
  ({
    othersPayWithinMs: 0,
    room: { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 },
    mayStart: async () => null,
    managers: noManagers,
    line: noLine,
    releases: noReleases,
    health: toldHealth(),
    wake: () => {},
    stopping: new AbortController().signal,
  }) satisfies Partial<JobDeps>;
