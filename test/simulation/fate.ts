import type { EpochMs } from "../../src/core/clock.ts";
import type { Picture } from "../../src/core/request/video-request.ts";
import { type Call, type CallKind, type Dealt, FAULTS, fine, type Stall } from "./faults.ts";
import type { Healing } from "./healed.ts";
import type { Random } from "./random.ts";
import type { Visit } from "./visits.ts";
import type { Waits } from "./waits.ts";
import type { Ending, KeyHandling } from "./world/sim-service.ts";

/** The plan of one simulated run: its command, its video and its faults. */
export interface Fate extends Extras {
  readonly platform: "discord" | "slack";
  readonly picture: Picture | null;
  readonly ending: Ending;
  /** The duration of the task at the service. */
  readonly lastsMs: number;
  /** The number of bot processes that share the jobs. */
  readonly processes: 1 | 2;
  /** The bot may post in the channel, where Discord deduplicates by nonce. */
  readonly knowsNonces: boolean;
  /** The bot may read the messages of the channel. */
  readonly seesHistory: boolean;
  readonly isVideoWanted: boolean;
  /** Says if finished films are kept, and who can open them: people, or only the bot. */
  readonly keeps: "no" | "for people" | "for itself";
  /** The number of videos, and what they wait for. Default: one video that waits for nothing. */
  readonly waits?: Waits;
  readonly isSequel?: boolean;
  /** A backup is made after `backUpAfter` writes, and restored after `putBackAfter` more. */
  readonly restore?: { readonly backUpAfter: number; readonly putBackAfter: number };
  /** Set if all faults end at some time. */
  readonly healing?: Healing;
  /** Set if the operator has configured an idempotency header: how the service treats it. */
  readonly idempotency?: KeyHandling;
  /** The number of other people's jobs that a restart finds next to this one. */
  readonly crowd: number;
  /** The person deletes the card after this time. Null: never. */
  readonly deletesAfterMs: number | null;
  /** The platform delivers the same event again after this time. Null: never. */
  readonly redeliversAfterMs: number | null;
  /** The platform is reachable at the end, long before the bot gives up. */
  readonly isReachable: boolean;
  /** The platform is reachable within twelve hours after the deadline. Default: `isReachable`. */
  readonly isReachableInTime?: boolean;
  deal(call: Call, now: EpochMs): Dealt;
  /** The time until the bot restarts. */
  downtimeMs(): number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const aPicture: Picture = {
  source: "address",
  url: "https://pictures.example.com/a.png",
  isChecked: false,
  decidesRatio: true,
};

/**
 * The randomly drawn part of a fate. The seed itself decides the rest, so a new part does not change the runs of other
 * seeds.
 */
export type Drawn = Omit<Fate, "isVideoWanted" | "seesHistory" | "keeps" | keyof Extras>;

export function fateOf(dice: Random, start: EpochMs): Drawn {
  return drawn(dice, start, true);
}

const LONG_EVERY = 32;

/** Like `fateOf`, but only one run in 32 has a long task. In runs with a long task almost all calls are polls. */
export function shortFateOf(seed: number, dice: Random, start: EpochMs): Drawn {
  return drawn(dice, start, seed % LONG_EVERY === 0);
}

function drawn(dice: Random, start: EpochMs, isLong: boolean): Drawn {
  const rate = () => dice.pick([0, 0, 0.05, 0.2, 0.5]);
  const platform = dice.chance(0.5) ? "discord" : "slack";
  const ending = dice.weighted({ succeeds: 60, fails: 25, sticks: 2, "is forgotten": 6, "has no link": 7 });
  const length = dice.weighted({ short: 890, long: 100, overdue: 10 });
  const isAwayForGood = dice.chance(0.001);
  const isBusyForGood = dice.chance(0.001);
  const removedAfterMs = dice.chance(0.02) ? dice.between(0, 20 * MINUTE) : null;
  const returnsAfterMs = dice.chance(0.5) ? dice.between(MINUTE, 3 * DAY) : null;
  const isChatDown = outage(dice, start, { probability: 0.15, mostMs: HOUR });
  const isServiceDown = outage(dice, start, { probability: 0.1, mostMs: 30 * MINUTE });
  const isKeyRefused = outage(dice, start, { probability: 0.05, mostMs: 3 * HOUR });
  const isStoreDown = outage(dice, start, { probability: 0.05, mostMs: 20 * MINUTE });
  const rates = {
    // A removed bot retries once a day. Nearly every attempt must succeed, or the final message would not arrive in time.
    chat: Math.min(rate(), removedAfterMs === null ? 1 : 0.05),
    poll: rate(),
    answer: rate(),
    submit: dice.pick([0, 0.2, 0.5, 0.9]),
    store: dice.pick([0, 0, 0, 0.05, 0.2]),
  };
  let endsLeft = dice.pick([0, 0, 1, 1, 2, 3]);

  /** Returns the fault of all current calls to the platform. */
  function chatTrouble(now: EpochMs): string | null {
    const removed = removedAfterMs !== null && now >= start + removedAfterMs;
    if (removed && (returnsAfterMs === null || now < start + removedAfterMs + returnsAfterMs)) return "removed";
    if (isChatDown(now) || (isAwayForGood && now > start + MINUTE)) return dice.chance(0.5) ? "lost" : "clear error";
    return isBusyForGood && now > start + 5_000 ? "rate limited for long" : null;
  }

  function chatFault({ kind, name }: Call, now: EpochMs): string | null {
    const trouble = chatTrouble(now);
    if (trouble !== null) return trouble;
    if (!dice.chance(rates.chat)) return null;
    const late = kind === "show" ? (["late"] as const) : [];
    const fault = dice.pick(["rate limited", "rate limited for long", "clear error", "lost", "lost but done", ...late]);
    // Decided by the time and not by the dice, so that the runs of all other seeds stay the same.
    if (fault === "rate limited" && kind !== "remove" && now % 4 === 0) return "not sent";
    const isEdit = kind === "show" && !name.startsWith("show new");
    return fault === "lost but done" && isEdit && now % 16 === 0 ? "deleted" : fault;
  }

  function submitFault(now: EpochMs): string | null {
    if (isServiceDown(now)) return "unsent";
    if (!dice.chance(rates.submit)) return null;
    const fault = dice.weighted({
      unsent: 60,
      busy: 80,
      "clear no": 40,
      "code not 0": 20,
      cut: 20,
      garbage: 20,
      "odd status, charged": 30,
      "odd status": 30,
      "lost, charged": 28,
      lost: 12,
      "silent, charged": 10,
      silent: 10,
    });
    // Decided by the time, as above.
    if (fault === "garbage" && now % 3 === 0) return "no task id";
    if (fault !== "odd status, charged") return fault;
    if (now % 3 === 0) return "202 with its id";
    return now % 3 === 1 ? "odd status with its id" : now % 2 === 0 ? "408, charged" : fault;
  }

  function faultOf(call: Call, now: EpochMs): string | null {
    const { kind } = call;
    switch (kind) {
      case "load":
      case "openJobs":
        return isStoreDown(now) || dice.chance(rates.store / 3) ? "read fails" : null;
      case "insert":
      case "save":
        if (isStoreDown(now)) return "fails before";
        return dice.chance(rates.store) ? dice.pick(FAULTS[kind]) : null;
      case "answer":
        return dice.chance(rates.answer) ? dice.pick(FAULTS.answer) : null;
      case "inspect":
        return dice.chance(0.3) ? "unreachable" : null;
      case "frame":
        // Temporary faults are more frequent.
        return dice.chance(0.4) ? dice.weighted({ unreachable: 8, "too slow": 8, gone: 1, unreadable: 1 }) : null;
      case "showFrame":
        return chatTrouble(now) ?? (dice.chance(0.3) ? dice.pick(FAULTS.showFrame) : null);
      case "submit":
        return submitFault(now);
      case "poll":
        if (isServiceDown(now)) return "silent";
        if (isKeyRefused(now)) return "key refused";
        return dice.chance(rates.poll)
          ? dice.pick(["silent", "unknown task", "busy", "odd status", "foreign", "too early", "garbage"])
          : null;
      case "find":
        return chatTrouble(now) ?? (dice.chance(rates.chat) ? dice.pick(FAULTS.find) : null);
      case "keep":
        return dice.chance(0.3) ? dice.pick(FAULTS.keep) : null;
      case "attach":
        return chatTrouble(now) ?? (dice.chance(Math.max(rates.chat, 0.2)) ? dice.pick(FAULTS.attach) : null);
      default:
        return chatFault(call, now);
    }
  }

  function taskMs(): number {
    const drawnMs = {
      short: dice.between(5_000, 3 * MINUTE),
      long: dice.between(5_000, 40 * MINUTE),
      overdue: dice.between(HOUR, 3 * HOUR),
    }[length];
    return isLong ? drawnMs : Math.min(drawnMs, 4 * MINUTE);
  }

  return {
    platform,
    ending: ending === "sticks" && !isLong ? "fails" : ending,
    processes: 1,
    picture: dice.chance(0.1) ? aPicture : null,
    lastsMs: taskMs(),
    knowsNonces: platform === "discord" && dice.chance(0.8),
    crowd: dice.chance(0.002) ? 500 : 0,
    deletesAfterMs: dice.chance(0.06) ? dice.between(1_000, 30 * MINUTE) : null,
    redeliversAfterMs: platform === "slack" && dice.chance(0.1) ? dice.pick([3_000, MINUTE, 5 * MINUTE]) : null,
    isReachable: !isAwayForGood && !isBusyForGood && (removedAfterMs === null || returnsAfterMs !== null),
    deal(call, now) {
      const fault = faultOf(call, now);
      const isEnd = endsLeft > 0 && dice.chance(call.peril);
      if (!isEnd) return fault === null ? fine : { ...fine, fault };
      endsLeft -= 1;
      const how = dice.weighted({ before: 4, after: 4, stop: 2 });
      if (how === "stop") return { crash: null, isStopped: true, fault };
      // A request of a killed process may arrive after the next process has started.
      const isLate = how === "after" && call.kind === "show" && dice.chance(0.3);
      return { crash: how, isStopped: false, fault: isLate ? "late" : fault };
    },
    downtimeMs: () => dice.pick([500, 3_000, 5_000, 30_000, MINUTE, 3 * MINUTE, 11 * MINUTE, 2 * HOUR]),
  };
}

/** A late edit does the most harm. */
const EDIT_PERIL = 0.2;
/** A message of a stalled process arrives within 20 s, as src/core/job/final-message.ts assumes. */
const MESSAGES: readonly CallKind[] = ["show", "showFrame", "notify", "sendPrivately", "remove", "attach"];

/** Runs two processes, which may stall during a call or lose their locks without noticing. */
export function stalling(fate: Drawn, dice: Random): Drawn {
  let left = dice.pick([0, 1, 1, 2, 3]);

  function stallAt({ kind }: Call): Stall {
    if (dice.chance(0.3)) return { kind: "locks lost" };
    // Discord and Slack reject a first response that is this late.
    const isAfter = kind === "answer" || dice.chance(0.4);
    const ms = dice.pick([3_000, 8_000, 20_000, MESSAGES.includes(kind) ? 20_000 : MINUTE]);
    return { kind: isAfter ? "frozen after" : "frozen before", ms };
  }

  return {
    ...fate,
    processes: 2,
    crowd: 0,
    deal(call, now) {
      const dealt = fate.deal(call, now);
      if (left === 0 || dealt.crash !== null || !dice.chance(call.kind === "show" ? EDIT_PERIL : call.peril))
        return dealt;
      left -= 1;
      return { ...dealt, stall: stallAt(call) };
    },
  };
}

interface Outage {
  readonly probability: number;
  readonly mostMs: number;
}

/** Draws a time of faults that starts within the first half hour, often immediately. */
function outage(dice: Random, start: EpochMs, { probability, mostMs }: Outage): (now: EpochMs) => boolean {
  const isThere = dice.chance(probability);
  const from = start + (dice.chance(0.3) ? 0 : dice.between(0, 30 * MINUTE));
  const until = from + dice.between(1_000, mostMs);
  return (now) => isThere && now >= from && now < until;
}

/** Events that the seed itself decides, so that they do not change other runs. */
export interface Extras {
  /** Actions during the job. For example, another person presses *Notify me too*. */
  readonly visits: readonly Visit[];
  /** The time when the job's first key is refused, and the time when its person enters a new key. Null: neither. */
  readonly keyEnds: { readonly afterMs: number; readonly renewedAfterMs: number } | null;
  /** When the machine's clock is set, and by how much. */
  readonly clockSets: readonly { readonly afterMs: number; readonly byMs: number }[];
}

const noExtras: Extras = { visits: [], keyEnds: null, clockSets: [] };

/** A fate without faults and without other people's acts. */
export function quietFate(platform: Fate["platform"]): Fate {
  return {
    ...noExtras,
    platform,
    picture: null,
    ending: "succeeds",
    lastsMs: 9 * SECOND,
    processes: 1,
    knowsNonces: platform === "discord",
    seesHistory: platform === "slack",
    isVideoWanted: false,
    keeps: "no",
    crowd: 0,
    deletesAfterMs: null,
    redeliversAfterMs: null,
    isReachable: true,
    deal: () => fine,
    downtimeMs: () => 3 * SECOND,
  };
}

/** One run in ten has a listener, one a renewed key, one a clock change, and one has all three. */
export function extrasOf(seed: number): Extras {
  const turn = seed % 10;
  const nth = Math.floor(seed / 10);
  const part = (of: number, by: number) => (nth * by) % of;
  const has = (wanted: number) => turn === wanted || turn === 9;
  const endsAfterMs = 5 * SECOND + part(2 * MINUTE, 7_919);
  const forwardMs = [9 * MINUTE, 60 * MINUTE, -9 * MINUTE, -60 * MINUTE][nth % 4] ?? 0;
  const setAfterMs = SECOND + part(10 * MINUTE, 104_729);
  return {
    visits: has(5) ? [{ afterMs: 500 + part(MINUTE, 6_311), what: "listens" }] : [],
    keyEnds: has(6) ? { afterMs: endsAfterMs, renewedAfterMs: endsAfterMs + MINUTE + part(20 * MINUTE, 15_485) } : null,
    clockSets: has(8)
      ? [
          { afterMs: setAfterMs, byMs: forwardMs },
          { afterMs: setAfterMs + 10 * SECOND + part(15 * MINUTE, 32_452), byMs: -forwardMs },
        ]
      : [],
  };
}

/** Adds a refusal of polls with the job's first key after `keyEnds.afterMs`. */
export function withKeyEnd(
  deal: (call: Call, now: EpochMs) => Dealt,
  { start, keyEnds }: { readonly start: EpochMs; readonly keyEnds: Extras["keyEnds"] },
): (call: Call, now: EpochMs) => Dealt {
  if (keyEnds === null) return deal;
  return (call, now) => {
    const dealt = deal(call, now);
    const isRefused = call.kind === "poll" && dealt.fault === null && now >= start + keyEnds.afterMs;
    return isRefused ? { ...dealt, fault: "key refused" } : dealt;
  };
}
