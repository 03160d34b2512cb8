import type { EpochMs } from "../../src/core/clock.ts";
import type { Picture } from "../../src/core/video-request.ts";
import { type Random, random } from "./random.ts";
import type { ChatFaults } from "./sim-chat.ts";
import type { ServiceFaults } from "./sim-service.ts";
import type { StoreFaults } from "./sim-store.ts";

/** Everything that one seed decides before the life begins. */
export interface Fate {
  readonly platform: "discord" | "slack";
  readonly crashes: number;
  readonly picture: Picture | null;
  readonly chat: ChatFaults;
  readonly service: ServiceFaults;
  readonly store: StoreFaults;
  /** Chance that the answer to the command goes wrong. */
  readonly answer: number;
  /** After so many milliseconds the person deletes the card; null: never. */
  readonly deletesAfterMs: number | null;
  /** After so many milliseconds the platform delivers the same event once more. */
  readonly redeliversAfterMs: number | null;
  /** The platform could be reached all along, outages aside. */
  readonly isReachable: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function fateOf(seed: number, start: EpochMs): Fate {
  const dice = random(seed);
  const rate = () => dice.pick([0, 0, 0.05, 0.2, 0.5]);
  const platform = dice.chance(0.5) ? "discord" : "slack";
  const isAwayForGood = dice.chance(0.001);
  const isBusyForGood = dice.chance(0.004);
  const removedAfterMs = dice.chance(0.03) ? dice.between(0, 40 * MINUTE) : null;
  const chatDown = outage(dice, start, 0.15, HOUR);
  const endings = { succeeds: 60, fails: 25, sticks: 2, "is forgotten": 6, "has no link": 7 };

  return {
    platform,
    crashes: dice.pick([0, 0, 1, 1, 2, 3]),
    picture: dice.chance(0.1)
      ? { source: "address", url: "https://pictures.example.com/a.png", isChecked: false, decidesRatio: true }
      : null,
    chat: {
      rate: rate(),
      isDown: isAwayForGood ? (now) => now > start + MINUTE : chatDown,
      isBusy: (now) => isBusyForGood && now > start + 5_000,
      isRemoved: (now) => removedAfterMs !== null && now >= start + removedAfterMs,
      knowsNonces: platform === "discord" && dice.chance(0.8),
    },
    service: {
      submit: dice.pick([0, 0.2, 0.5, 0.9]),
      poll: rate(),
      isDown: outage(dice, start, 0.1, 30 * MINUTE),
      isKeyRefused: outage(dice, start, 0.05, 3 * HOUR),
      ending: dice.weighted(endings),
    },
    store: { rate: dice.pick([0, 0, 0, 0.05, 0.2]), isDown: outage(dice, start, 0.05, 20 * MINUTE) },
    answer: rate(),
    deletesAfterMs: dice.chance(0.06) ? dice.between(1_000, 30 * MINUTE) : null,
    redeliversAfterMs: platform === "slack" && dice.chance(0.1) ? dice.pick([3_000, MINUTE, 5 * MINUTE]) : null,
    isReachable: !isAwayForGood && !isBusyForGood && removedAfterMs === null,
  };
}

/** With that probability a stretch of up to `mostMs` that begins within the first half hour, often at once. */
function outage(dice: Random, start: EpochMs, probability: number, mostMs: number): (now: EpochMs) => boolean {
  const isThere = dice.chance(probability);
  const from = start + (dice.chance(0.3) ? 0 : dice.between(0, 30 * MINUTE));
  const until = from + dice.between(1_000, mostMs);
  return (now) => isThere && now >= from && now < until;
}

/** How long the bot is away after a crash. */
export function downtimeMs(dice: Random): number {
  return dice.pick([500, 3_000, 5_000, 30_000, MINUTE, 3 * MINUTE, 11 * MINUTE, 2 * HOUR]);
}
