import { FAULTS } from "../faults.ts";
import type { Mistake } from "../planted/build-planted.ts";
import { everyChange } from "./every-state.ts";
import { NOT_REACHABLE } from "./not-reachable.ts";

/** `advance` as it is, but that it tells of each change. */
export const COUNTING: Mistake = {
  name: "every change is counted",
  file: "src/core/job/advance.ts",
  search: "  return closedIfForgotten(advanced(job, event, now), now);",
  replacement:
    '  const after = closedIfForgotten(advanced(job, event, now), now);\n  Reflect.get(globalThis, "noteAdvance")(job, event, after);\n  return after;',
};

/** How often each was reached, by its name. */
export type Counts = ReadonlyMap<string, number>;

/** In this many lives each is to be reached at least `LEAST` times; in fewer lives in proportion, and once at least. */
const OF_LIVES = 1_000_000;
const LEAST = 100;

export interface Reached {
  readonly text: string;
  /** Whether each was reached often enough, and nothing that cannot be. */
  readonly isWhole: boolean;
}

const times = (count: number) => count.toLocaleString("en");

/** The table of changes by state, and of faults by call, in Markdown; what was reached too seldom comes first. */
export function reachedTable(lives: number, { changes, faults }: { changes: Counts; faults: Counts }): Reached {
  const least = Math.max(1, Math.floor((LEAST * lives) / OF_LIVES));
  const unreachable = new Set(NOT_REACHABLE.flatMap((each) => each.changes));
  const all = [...everyChange()];
  const wanted = all.filter((name) => !unreachable.has(name));
  const dealt = Object.entries(FAULTS).flatMap(([kind, names]) => names.map((name) => `${kind}: ${name}`));
  const count = (name: string) => changes.get(name) ?? faults.get(name) ?? 0;
  const seldom = [...wanted, ...dealt].filter((name) => count(name) < least);
  // One that comes by chance, once in all these lives, stays on the list.
  const wrong = [...changes.keys()].filter(
    (name) => !wanted.includes(name) && !(unreachable.has(name) && count(name) < least),
  );
  const gone = [...unreachable].filter((name) => !all.includes(name));
  const text = [
    `Lives: ${times(lives)}. Of ${wanted.length} changes of a job and ${dealt.length} faults, ${seldom.length} were reached less than ${times(least)} times.`,
    "",
    ...seldom.map((name) => `- ${name}: ${times(count(name))}`),
    ...wrong.map((name) => `- ${name}: ${times(count(name))}, and it is not among those that can be`),
    ...gone.map((name) => `- ${name}: said to be out of reach, and no job is changed by it`),
    ...(seldom.length + wrong.length + gone.length > 0 ? [""] : []),
    ...NOT_REACHABLE.map(({ because, changes }) => `Not reachable, because ${because}: ${changes.join("; ")}.`),
    "",
    "| change (state, event) | times |",
    "|---|---:|",
    ...wanted.map((name) => `| ${name} | ${times(count(name))} |`),
    "",
    "| fault (call: fault) | times |",
    "|---|---:|",
    ...dealt.map((name) => `| ${name} | ${times(count(name))} |`),
    "",
  ].join("\n");
  return { text, isWhole: seldom.length + wrong.length + gone.length === 0 };
}
