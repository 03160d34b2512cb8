import { FAULTS } from "../faults.ts";
import type { Variant } from "../variants/variants.ts";
import { everyChange } from "./every-state.ts";

/** `advance` as it is, but that it tells of each change. */
export const COUNTING: Variant = {
  name: "every change is counted",
  file: "src/core/job/advance.ts",
  search: "  return closedIfForgotten(advanced(job, event, now), now);",
  replacement:
    '  const after = closedIfForgotten(advanced(job, event, now), now);\n  Reflect.get(globalThis, "noteAdvance")(job, event, after);\n  return after;',
};

/** How often each was reached, by its name. */
export type Counts = ReadonlyMap<string, number>;

const times = (count: number) => count.toLocaleString("en");

/** The table of changes by state, and of faults by call, in Markdown; what was reached less often than `least` is listed first. */
export function reachedTable(
  lives: number,
  { changes, faults }: { changes: Counts; faults: Counts },
  least: number,
): string {
  const wanted = [...everyChange()];
  const dealt = Object.entries(FAULTS).flatMap(([kind, names]) => names.map((name) => `${kind}: ${name}`));
  const seldom = [
    ...wanted.map((name) => [name, changes.get(name) ?? 0] as const),
    ...dealt.map((name) => [name, faults.get(name) ?? 0] as const),
  ].filter(([, count]) => count < least);
  return [
    `Lives: ${times(lives)}. Of ${wanted.length} changes of a job and ${dealt.length} faults, ${seldom.length} were reached less than ${least} times.`,
    "",
    ...seldom.map(([name, count]) => `- ${name}: ${times(count)}`),
    "",
    "| change (state, event) | times |",
    "|---|---:|",
    ...wanted.map((name) => `| ${name} | ${times(changes.get(name) ?? 0)} |`),
    "",
    "| fault (call: fault) | times |",
    "|---|---:|",
    ...dealt.map((name) => `| ${name} | ${times(faults.get(name) ?? 0)} |`),
    "",
  ].join("\n");
}
