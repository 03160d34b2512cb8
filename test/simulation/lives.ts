import { healedLife } from "./healed-life.ts";
import { chainLife, restoredLife, visitedLife, waitingLife } from "./kinds.ts";
import { fleetLife, type Life, life } from "./life.ts";
import { promptLife } from "./prompt-life.ts";
import { queueLife } from "./queue-life.ts";
import { releaseLife } from "./release-life.ts";
import { filmLife } from "./team/team-films.ts";
import { teamLife } from "./team/team-life.ts";

/** Simulates the run of a seed. */
export type Live = (
  seed: number,
  how?: { readonly isTraced?: boolean },
) => Promise<Pick<Life, "broken" | "counted"> & Partial<Pick<Life, "trace" | "end">>>;

const kinds = {
  command: life,
  fleet: fleetLife,
  healed: healedLife,
  visited: visitedLife,
  waiting: waitingLife,
  restored: restoredLife,
  chain: chainLife,
  teams: teamLife,
  films: filmLife,
  queue: queueLife,
  release: releaseLife,
  prompts: promptLife,
} satisfies Readonly<Record<string, Live>>;

export type LifeKind = keyof typeof kinds;

/** Every kind of simulated run, by the name that programs, tests and planted mistakes call it. */
export const LIVES: Readonly<Record<LifeKind, Live>> = kinds;
