import { TEST_START } from "../../fakes/jobs.ts";
import { fateOf, stalling } from "../fate.ts";
import { fated, type Life, live } from "../life.ts";
import { random } from "../random.ts";
import { simFilms } from "./sim-films.ts";

/** The second of two presses, or the same event once more, comes after this. */
const AGAIN_MS: readonly (number | null)[] = [null, 400, 3_000, 60_000];

/** Lives a video that goes on from another to its end, as the seed says: of four, one in two processes that may stand still. */
export function chainLife(seed: number, { isTraced = false } = {}): Promise<Life> {
  const dice = random(seed);
  const drawn = fateOf(dice, TEST_START);
  const fate = fated(seed, seed % 4 === 0 ? stalling(drawn, dice) : drawn);
  const redeliversAfterMs = AGAIN_MS[Math.floor(seed / 3) % AGAIN_MS.length] ?? null;
  return live({ ...fate, picture: null, crowd: 0, redeliversAfterMs }, dice, isTraced, simFilms);
}
