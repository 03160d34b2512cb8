import { TEST_START } from "../fakes/jobs.ts";
import { type Drawn, type Fate, shortFateOf, stalling } from "./fate.ts";
import { type Call, type Dealt, FAULTS } from "./faults.ts";
import { fated, type Life, live, type OneLife } from "./life.ts";
import { type Random, random } from "./random.ts";
import { visitsOf } from "./visits.ts";
import { acts, waitsOf } from "./waits.ts";

/** The second of two presses, or the repeated event, comes after this. */
const AGAIN_MS: readonly (number | null)[] = [null, 400, 3_000, 60_000];

/** Lives a video that goes on from another to its end, as the seed says: of four, one in two processes that may stand still. */
export function chainLife(seed: number, { isTraced = false } = {}): Promise<Life> {
  const dice = random(seed);
  const drawn = shortFateOf(seed, dice, TEST_START);
  const fate = fated(seed, seed % 4 === 0 ? stalling(drawn, dice) : drawn);
  const redeliversAfterMs = AGAIN_MS[Math.floor(seed / 3) % AGAIN_MS.length] ?? null;
  return live({ ...fate, isSequel: true, picture: null, crowd: 0, redeliversAfterMs }, dice, isTraced);
}

/** The listener comes before any visitor. */
const LISTENS_AFTER_MS = 300;
/** Visits have dice of their own. */
const VISITS = 2_000_000_000;

/** Lives one command to its end while others do something to its job, as the seed says. */
export function visitedLife(seed: number, { isTraced = false } = {}): Promise<OneLife> {
  const dice = random(seed);
  const fate = fated(seed, shortFateOf(seed, dice, TEST_START));
  const visits = [...visitsOf(random(seed + VISITS)), ...(fate.visits ?? [])];
  return live({ ...fate, listensAfterMs: LISTENS_AFTER_MS, visits }, dice, isTraced);
}

/** Waits and people's acts have dice of their own. */
const WAITS = 3_000_000_000;

/** Lives one command whose video waits before it begins, or a batch of some, to its end, as the seed says. */
export function waitingLife(
  seed: number,
  { isTraced = false, restore }: { readonly isTraced?: boolean; readonly restore?: Fate["restore"] } = {},
): Promise<OneLife> {
  const { fate: plain, dice } = waitingFate(seed);
  const fate = restore ? { ...plain, restore } : plain;
  return live(fate, dice, isTraced);
}

/** Of four lives one is of two processes that may stand still. */
export function waitingFate(seed: number): { readonly fate: Fate; readonly dice: Random } {
  const dice = random(seed);
  const own = random(seed + WAITS);
  const drawn = shortFateOf(seed, dice, TEST_START);
  const waits = waitsOf(own);
  const dealt = dealingMore(own, drawn);
  const fate = fated(seed, seed % 4 === 0 ? stalling(dealt, dice) : dealt);
  const picture = waits.videos > 1 ? null : fate.picture;
  const visits = acts(own, waits);
  const setBack = fate.clockSets.length > 0 && seed % 3 === 0 ? killedAndSetBack(own) : null;
  return {
    fate: {
      ...fate,
      picture,
      crowd: 0,
      waits,
      ...setBack,
      visits: [...visits, ...(fate.visits ?? []), ...(setBack?.visits ?? [])],
    },
    dice,
  };
}

/** The clock is set back before anybody has looked again at a job whose process was killed in the middle of something. */
function killedAndSetBack(dice: Random): Required<Pick<Fate, "clockSets" | "visits">> {
  const on = dice.pick(["waiting", "submitting", "submitting", "running", "attaching"] as const);
  return {
    clockSets: [{ afterMs: dice.between(200, 15_000), byMs: -dice.pick([9, 60]) * 60_000 }],
    visits: [{ afterMs: dice.between(0, 300), on, what: "kills the bot" }],
  };
}

/** Returns that fate with more faults of the calls that a life has few of; a third of lives get none. */
function dealingMore(dice: Random, drawn: Drawn): Drawn {
  const rate = dice.pick([0, 0.2, 0.5]);
  const deal = drawn.deal;
  return {
    ...drawn,
    deal(call: Call, now: number): Dealt {
      const dealt = deal(call, now);
      if (dealt.fault !== null || dealt.crash !== null || !dice.chance(rate)) return dealt;
      switch (call.kind) {
        case "notify":
          return dice.chance(0.2) ? { ...dealt, fault: "removed" } : dealt;
        case "whisper":
        case "remove":
        case "find":
        case "showFrame":
        case "attach":
          return { ...dealt, fault: dice.pick(FAULTS[call.kind]) };
        default:
          return dealt;
      }
    },
  };
}

/** The times of backup and restore have dice of their own. */
const RESTORES = 9_000_000_000;

/** Lives what waits, or a batch, as the seed says, of which a backup is made at one write and put back after a later one. */
export function restoredLife(seed: number, { isTraced = false } = {}): Promise<OneLife> {
  const dice = random(seed + RESTORES);
  const restore = { backUpAfter: dice.between(1, 12), putBackAfter: dice.between(1, 25) };
  return waitingLife(seed, { isTraced, restore });
}
