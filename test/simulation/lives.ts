import { healedFate } from "./healed.ts";
import { type Begun, chainFate, commandFate, fleetFate, keyedFate, restoredFate, waitingFate } from "./kinds.ts";
import { type Life, live } from "./life.ts";
import { promptLife } from "./prompt-life.ts";
import { type TeamMatter, teamLife } from "./team/team-life.ts";

export type Live = (
  seed: number,
  how?: { readonly isTraced?: boolean },
) => Promise<Pick<Life, "broken"> & Partial<Pick<Life, "trace" | "end">>>;

/** Simulates one command with the fate of its seed. */
const oneLife =
  (fateOf: (seed: number) => Begun): Live =>
  (seed, { isTraced = false } = {}) => {
    const { fate, dice } = fateOf(seed);
    return live(fate, dice, isTraced);
  };

const ofTeam =
  (about: TeamMatter): Live =>
  (seed, { isTraced = false } = {}) =>
    teamLife(seed, about, isTraced);

const kinds = {
  command: oneLife(commandFate),
  fleet: oneLife(fleetFate),
  healed: oneLife(healedFate),
  waiting: oneLife(waitingFate),
  restored: oneLife(restoredFate),
  chain: oneLife(chainFate),
  keyed: oneLife(keyedFate),
  teams: ofTeam("days"),
  films: ofTeam("films"),
  queue: ofTeam("queue"),
  prompts: promptLife,
} satisfies Readonly<Record<string, Live>>;

export type LifeKind = keyof typeof kinds | "any";

/**
 * Every kind of simulated run, under the name that programs, tests and planted mistakes use. For "any", the seed decides.
 */
export const LIVES: Readonly<Record<LifeKind, Live>> = {
  ...kinds,
  any: (seed, how) => kinds[kindOf(seed)](seed, how),
};

/**
 * Of 1,000 runs, one simulates a queue and one a team. Every 50th run has a restored backup, and another an idempotency
 * header. Most others simulate one command.
 */
const TEAM_EVERY = 1_000;
const RESTORED_EVERY = 50;

function kindOf(seed: number): keyof typeof kinds {
  if (seed % TEAM_EVERY === 1) return "queue";
  if (seed % TEAM_EVERY === 3) return "teams";
  if (seed % RESTORED_EVERY === 7) return "restored";
  if (seed % RESTORED_EVERY === 17) return "keyed";
  if (seed % 10 === 4 || seed % 10 === 5 || seed % 10 === 9) return "waiting";
  const others = ["command", "fleet", "chain", "waiting", "command"] as const;
  return others[seed % others.length] ?? "command";
}
