import type { OneLife } from "../life.ts";
import { random } from "../random.ts";
import { waitingLife } from "../waiting/waiting-life.ts";

/** When the backup is made, and when it is put back, has dice of its own. */
const RESTORES = 9_000_000_000;

/** Lives what waits, or a batch, as the seed says, of which a backup is made at one write and put back after a later one. */
export function restoredLife(seed: number, { isTraced = false } = {}): Promise<OneLife> {
  const dice = random(seed + RESTORES);
  const restore = { backUpAfter: dice.between(1, 12), putBackAfter: dice.between(1, 25) };
  return waitingLife(seed, { isTraced, restore });
}
