import { TEST_START } from "../fakes/jobs.ts";
import { type Drawn, extrasOf, type Fate, fateOf, shortFateOf, stalling, withKeyEnd } from "./fate.ts";
import { type Call, type Dealt, FAULTS } from "./faults.ts";
import { type Random, random } from "./random.ts";
import { acts, waitsOf } from "./waits.ts";

/** The fate of one command, and the random generator after drawing it. */
export interface Begun {
  readonly fate: Fate;
  readonly dice: Random;
}

/** One command under every fault. With `isFleet`, in two processes that may stall. */
export function commandFate(seed: number, isFleet = false): Begun {
  const dice = random(seed);
  const drawn = fateOf(dice, TEST_START);
  return { fate: fated(seed, isFleet ? stalling(drawn, dice) : drawn), dice };
}

/** Two processes that share a Redis and all jobs, and may stall and lose their locks. */
export function fleetFate(seed: number): Begun {
  const dice = random(seed);
  return { fate: fated(seed, stalling(shortFateOf(seed, dice, TEST_START), dice)), dice };
}

const KEY_HANDLINGS = ["honors", "honors", "conflicts", "ignores"] as const;

/** One command with an idempotency header. One run in three has two processes that may stall. */
export function keyedFate(seed: number): Begun {
  const { fate, dice } = seed % 3 === 0 ? fleetFate(seed) : commandFate(seed);
  const idempotency = KEY_HANDLINGS[Math.floor(seed / 3) % KEY_HANDLINGS.length];
  return { fate: { ...fate, ...(idempotency && { idempotency }) }, dice };
}

/** Adds to a drawn fate what the seed itself decides. */
function fated(seed: number, drawn: Drawn): Fate {
  const isVideoWanted = Math.floor(seed / 2) % 2 === 0;
  const seesHistory = drawn.platform === "slack" && Math.floor(seed / 4) % 2 === 0;
  const extras = extrasOf(seed);
  const deal = withKeyEnd(drawn.deal, { start: TEST_START, keyEnds: extras.keyEnds });
  // The simulated alarms of several processes use one clock, so it is not set.
  const life = { ...drawn, ...extras, ...(drawn.processes > 1 && { clockSets: [] }), deal, isVideoWanted, seesHistory };
  const { keeps, visits = [] } = keepingOf(seed, drawn);
  return { ...life, keeps, visits: [...extras.visits, ...visits] };
}

/** Acts while a film is being kept use their own seeds. */
const KEEPS = 11_000_000_000;

/** One run in three keeps films. In most of these, something happens while a film is being kept. */
function keepingOf(seed: number, { processes }: Drawn): Pick<Fate, "keeps"> & Partial<Pick<Fate, "visits">> {
  const nth = Math.floor(seed / 8);
  if (nth % 3 > 0) return { keeps: "no" };
  const dice = random(seed + KEEPS);
  const keeps = dice.chance(0.7) ? "for people" : "for itself";
  if (dice.chance(0.3)) return { keeps };
  const acts = ["unlistens", "asks for the link", "uninstalls", "kills the bot", "loses the film"] as const;
  // The simulated alarms of several processes use one clock, so it is not set.
  const what = dice.pick(processes > 1 ? acts : ([...acts, "kills the bot and sets the clock back"] as const));
  return { keeps, visits: [{ on: "keeping", afterMs: dice.pick([0, 50, 300, 2_000, 10_000]), what }] };
}

/** The delay of the second press, or of the repeated event. */
const AGAIN_MS: readonly (number | null)[] = [null, 400, 3_000, 60_000];

/** A video that continues another. One run in four has two processes that may stall. */
export function chainFate(seed: number): Begun {
  const { fate, dice } = shortFate(seed);
  const redeliversAfterMs = AGAIN_MS[Math.floor(seed / 3) % AGAIN_MS.length] ?? null;
  return { fate: { ...fate, isSequel: true, picture: null, crowd: 0, redeliversAfterMs }, dice };
}

/** One run in four has two processes that may stall. */
function shortFate(seed: number): Begun {
  const dice = random(seed);
  const drawn = shortFateOf(seed, dice, TEST_START);
  return { fate: fated(seed, seed % 4 === 0 ? stalling(drawn, dice) : drawn), dice };
}

/** Waits and people's acts use their own seeds. */
const WAITS = 3_000_000_000;

/** A video that waits before it starts, or a batch. One run in four has two processes that may stall. */
export function waitingFate(seed: number): Begun {
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
      visits: [...visits, ...fate.visits, ...(setBack?.visits ?? [])],
    },
    dice,
  };
}

/** Kills a process in the middle of a step and sets the clock back before another process has handled the job. */
function killedAndSetBack(dice: Random): Pick<Fate, "clockSets" | "visits"> {
  const on = dice.pick(["waiting", "submitting", "submitting", "running", "attaching"] as const);
  return {
    clockSets: [{ afterMs: dice.between(200, 15_000), byMs: -dice.pick([9, 60]) * 60_000 }],
    visits: [{ afterMs: dice.between(0, 300), on, what: "kills the bot" }],
  };
}

/** Adds faults to calls that are rare in a run. One run in three gets none. */
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
        case "sendPrivately":
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

/** The times of backup and restore use their own seeds. */
const RESTORES = 9_000_000_000;

/** A video that waits, or a batch, with a backup that is made at one write and restored after a later one. */
export function restoredFate(seed: number): Begun {
  const dice = random(seed + RESTORES);
  const restore = { backUpAfter: dice.between(1, 12), putBackAfter: dice.between(1, 25) };
  const begun = waitingFate(seed);
  return { ...begun, fate: { ...begun.fate, restore } };
}
