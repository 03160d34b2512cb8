import type { Line } from "../../src/jobs/deps.ts";

/** Nobody waits for a running place. */
export const noLine: Line = {
  look: async () => ({ isTurn: true, place: { nth: 1, startsAt: null } }),
  left: async () => {},
};
