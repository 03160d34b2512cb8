import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { type Fault, faults } from "./faults.ts";
import { type Act, type Cell, judge, life, type Place } from "./life.ts";

const EVERY = howMany(1, 40);
const some = faults.filter((_, index) => index % EVERY === 0);

test(`after a network fault at any step, a job has at most one charge and exactly one final message (${some.length} of ${faults.length} faults tried)`, async () => {
  const broken: string[] = [];
  for (const cell of cellsOf(some))
    for (const claim of judge(await life(cell))) broken.push(`${nameOf(cell)}: ${claim}`);
  expect(broken).toEqual([]);
}, 120_000);

/**
 * "film" and "frame" are for a video that continues another. "post" is also tried with only the interaction's token, which
 * has no nonce.
 */
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

/** Each fault at every act. A post with an unclear outcome is tried twice: carried out and not. */
function cellsOf(some: readonly Fault[]): readonly Cell[] {
  return some.flatMap((fault) =>
    columns.flatMap(([act, place]) =>
      fatesOf(fault, act).map((isCarriedOut): Cell => ({ fault, act, place, isCarriedOut })),
    ),
  );
}

function nameOf({ fault, act, place, isCarriedOut }: Cell): string {
  return `${fault.name}, ${act}, ${place}${act === "post" || act === "frame" ? (isCarriedOut ? " (done)" : " (lost)") : ""}`;
}

function fatesOf({ strike, start, chat }: Fault, act: Act): readonly boolean[] {
  if (strike.kind !== "answer") return [false];
  switch (act) {
    case "start":
      // The worst case: charged, unless the response rules it out.
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
