import { expect, test } from "vitest";
import { howMany } from "../fakes/how-many.ts";
import { type BatchCell, batchLife, SCENES } from "./batch-life.ts";
import { faults } from "./faults.ts";

/** A name that is not resolved is, to a batch, an address at which nobody listens. */
const struck = faults.filter(({ strike }) => strike.kind !== "no name");
const cells = struck.flatMap((fault) =>
  (["start", "look"] as const).flatMap((act) =>
    Array.from({ length: SCENES }, (_, index): BatchCell => ({ fault, act, nth: index + 1 })),
  ),
);
/** Coprime to twelve, so that each act and scene comes up. */
const EVERY = howMany(1, 73);
const some = cells.filter((_, index) => index % EVERY === 0);

test(`${some.length} of ${cells.length} faults of the wire, each at one scene of six: each charge is told, on one card, with one notification`, {
  timeout: 600_000,
}, async () => {
  const broken: string[] = [];
  for (const cell of some)
    for (const claim of await batchLife(cell)) broken.push(`${cell.fault.name}, ${cell.act} ${cell.nth}: ${claim}`);
  expect(broken).toEqual([]);
});
