import type { TeamPeople } from "../../../src/core/team/team.ts";

/** A platform that says of people what came with the command, and nothing of names and places. */
export const untoldPeople: TeamPeople = {
  standingOf: async ({ standing }) => standing ?? null,
  memberNow: async () => null,
  namesOf: async () => new Map(),
  isChannelHere: async () => true,
  isAgeRestricted: async () => null,
};
