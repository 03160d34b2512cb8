import type { Act, Place } from "./bot.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { judge } from "./judge.ts";
import { type Cell, type Lived, life } from "./life.ts";

const columns: readonly (readonly [Act, Place])[] = [
  ["film", "discord"],
  ["frame", "discord"],
  ["start", "discord"],
  ["look", "discord"],
  ["edit", "discord"],
  ["edit", "slack"],
  ["post", "discord"],
  ["post", "direct"],
  ["post", "slack"],
];

/** Each of the faults at every act; a post whose fate is unclear is lived twice, carried out and not. */
export function cellsOf(some: readonly Fault[]): readonly Cell[] {
  return some.flatMap((fault) =>
    columns.flatMap(([act, place]) =>
      fatesOf(fault, act).map((isCarriedOut): Cell => ({ fault, act, place, isCarriedOut })),
    ),
  );
}

/** Lives every cell of some faults, one after another. */
export async function grid(some: readonly Fault[] = faults): Promise<readonly Lived[]> {
  const lived: Lived[] = [];
  for (const cell of cellsOf(some)) lived.push(await life(cell));
  return lived;
}

/** The claims that did not hold, each with its cell; none where all is well. */
export function brokenIn(lives: readonly Lived[]): readonly string[] {
  return lives.flatMap((lived) => judge(lived).map((claim) => `${nameOf(lived.cell)}: ${claim}`));
}

function nameOf({ fault, act, place, isCarriedOut }: Cell): string {
  return `${fault.name}, ${act}, ${place}${act === "post" || act === "frame" ? (isCarriedOut ? " (done)" : " (lost)") : ""}`;
}

function fatesOf({ strike, start, chat }: Fault, act: Act): readonly boolean[] {
  if (strike.kind !== "answer") return [false];
  switch (act) {
    case "start":
      // The worst case: charged wherever nobody can say that it was not.
      return [start !== "no" && start !== "later"];
    case "look":
    case "film":
      return [false];
    case "edit":
      return [chat === "done"];
    case "frame":
    case "post":
      if (chat === "unclear") return [true, false];
      return [chat === "done" || chat === "misattributed"];
  }
}
