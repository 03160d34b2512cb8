import { TEST_START } from "../../fakes/jobs.ts";
import { fateOf } from "../fate.ts";
import { fated, live, type OneLife } from "../life.ts";
import { random } from "../random.ts";
import { visitsOf } from "../visits.ts";

/** Sooner than anybody else comes. */
const LISTENS_AFTER_MS = 300;
/** Who visits has dice of their own. */
const VISITS = 2_000_000_000;

/** Lives one command to its end while others do something to its job, as the seed says. */
export function visitedLife(seed: number, { isTraced = false } = {}): Promise<OneLife> {
  const dice = random(seed);
  const fate = fated(seed, fateOf(dice, TEST_START));
  return live({ ...fate, listensAfterMs: LISTENS_AFTER_MS, visits: visitsOf(random(seed + VISITS)) }, dice, isTraced);
}
