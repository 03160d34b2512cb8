import type { Line, Releases } from "../../src/jobs/deps.ts";

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
