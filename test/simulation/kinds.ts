import type { Simulated } from "./command.ts";
import { commandLife, fleetLife } from "./command.ts";
import { chainLife, healedLife, restoredLife, visitedLife, waitingLife } from "./command-kinds.ts";
import { livePlan } from "./plan.ts";
import { promptLife } from "./prompts.ts";
import { lineLife, releaseLife } from "./queue.ts";
import { teamLife } from "./team.ts";

type Simulate = (seed: number, how?: { readonly isTraced?: boolean }) => Promise<Simulated>;

const kinds = {
  lives: commandLife,
  fleet: fleetLife,
  visited: visitedLife,
  waiting: waitingLife,
  restored: restoredLife,
  healed: healedLife,
  chains: chainLife,
  teams: teamLife,
  films: (seed, how) => teamLife(seed, { ...how, hasFilms: true }),
  queue: lineLife,
  releases: releaseLife,
  prompts: promptLife,
} satisfies Readonly<Record<string, Simulate>>;

export type Kind = keyof typeof kinds;

/** Every kind of simulated jobs; each is the same for the same seed. */
export const KINDS: Readonly<Record<Kind, Simulate>> = kinds;

/** What is bundled with a planted mistake. */
export { livePlan };
