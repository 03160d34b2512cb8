import { healedLife } from "./healed-life.ts";
import { type Begun, chainFate, commandFate, fleetFate, restoredFate, visitedFate, waitingFate } from "./kinds.ts";
import { type Life, live } from "./life.ts";
import { promptLife } from "./prompt-life.ts";
import { queueLife } from "./queue-life.ts";
import { releaseLife } from "./release-life.ts";
import { teamLife } from "./team/team-life.ts";

/** Simulates the run of a seed. */
export type Live = (
  seed: number,
  how?: { readonly isTraced?: boolean },
) => Promise<Pick<Life, "broken" | "counted"> & Partial<Pick<Life, "trace" | "end">>>;

/** Simulates one command by the fate of its seed. */
const oneLife =
  (fateOf: (seed: number) => Begun): Live =>
  (seed, { isTraced = false } = {}) => {
    const { fate, dice } = fateOf(seed);
    return live(fate, dice, isTraced);
  };

const kinds = {
  command: oneLife(commandFate),
  fleet: oneLife(fleetFate),
  healed: healedLife,
  visited: oneLife(visitedFate),
  waiting: oneLife(waitingFate),
  restored: oneLife(restoredFate),
  chain: oneLife(chainFate),
  teams: teamLife,
  films: (seed, how) => teamLife(seed, { ...how, hasFilms: true }),
  queue: queueLife,
  release: releaseLife,
  prompts: promptLife,
} satisfies Readonly<Record<string, Live>>;

export type LifeKind = keyof typeof kinds;

/** Every kind of simulated run, by the name that programs, tests and planted mistakes call it. */
export const LIVES: Readonly<Record<LifeKind, Live>> = kinds;
