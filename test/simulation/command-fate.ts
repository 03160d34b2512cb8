import type { EpochMs } from "../../src/core/clock.ts";
import type { Room } from "../../src/core/ports.ts";
import type { Order } from "../../src/core/request/order.ts";
import type { Picture } from "../../src/core/request/video-request.ts";
import type { Visit } from "./deeds.ts";
import { type Call, type CallKind, type Dealt, FAULTS, fine, type Stall } from "./faults.ts";
import type { Random } from "./random.ts";
import type { Ending } from "./service.ts";

/** What is decided about a life: how it would go, and what goes wrong with it. */
export interface Fate extends Extras {
  readonly platform: "discord" | "slack";
  readonly picture: Picture | null;
  readonly ending: Ending;
  /** How long the service needs for the video. */
  readonly lastsMs: number;
  /** How many processes of the bot share the jobs. */
  readonly processes: 1 | 2;
  /** The bot may write in the channel, where Discord knows repeated nonces. */
  readonly knowsNonces: boolean;
  /** The bot may read back what stands in the channel. */
  readonly seesHistory: boolean;
  readonly isVideoWanted: boolean;
  /** What others do to it; absent: nothing. */
  readonly visits?: readonly Visit[];
  /** What it waits for before it begins, and of how many videos it is; absent: for nothing, and of one. */
  readonly waits?: Waits;
  /** A backup is made after that many writes, and put back after that many more; absent: never. */
  readonly restore?: { readonly backUpAfter: number; readonly putBackAfter: number };
  /** How many jobs of others are found beside it after a restart. */
  readonly crowd: number;
  /** After how many milliseconds the person deletes the card; null: never. */
  readonly deletesAfterMs: number | null;
  /** After how many milliseconds the platform delivers the same event once more. */
  readonly redeliversAfterMs: number | null;
  /** The platform could be reached in the end, long enough before the bot may give up. */
  readonly isReachable: boolean;
  /** It could be within twelve hours after the deadline; absent: as in the end. */
  readonly isReachableInTime?: boolean;
  deal(call: Call, now: EpochMs): Dealt;
  /** How long the bot is away after it ended. */
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

/** What chance makes of a life; the rest the number of its seed decides, or every other seed would tell another story than before. */
export type Drawn = Omit<Fate, "isVideoWanted" | "seesHistory" | keyof Extras>;

/** What chance makes of a life. */
export function fateOf(dice: Random, start: EpochMs): Drawn {
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
    // One try a day is little: where the bot was removed, nearly each must succeed for the word to be sure.
    chat: Math.min(rate(), removedAfterMs === null ? 1 : 0.05),
    poll: rate(),
    answer: rate(),
    submit: dice.pick([0, 0.2, 0.5, 0.9]),
    store: dice.pick([0, 0, 0, 0.05, 0.2]),
  };
  let endsLeft = dice.pick([0, 0, 1, 1, 2, 3]);

  /** What goes wrong with everything on the platform. */
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
    // By the time, not by the dice: every other life stays what it was.
    if (fault === "rate limited" && kind !== "remove" && now % 4 === 0) return "not sent";
    const isEdit = kind === "show" && !name.startsWith("show anew");
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
    // By the time, as above.
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
        // What passes comes more often.
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
      case "attach":
        return chatTrouble(now) ?? (dice.chance(Math.max(rates.chat, 0.2)) ? dice.pick(FAULTS.attach) : null);
      default:
        return chatFault(call, now);
    }
  }

  return {
    platform,
    ending,
    processes: 1,
    picture: dice.chance(0.1) ? aPicture : null,
    lastsMs: {
      short: dice.between(5_000, 3 * MINUTE),
      long: dice.between(5_000, 40 * MINUTE),
      overdue: dice.between(HOUR, 3 * HOUR),
    }[length],
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
      // What a killed process was sending may land when the next one has begun.
      const isLate = how === "after" && call.kind === "show" && dice.chance(0.3);
      return { crash: how, isStopped: false, fault: isLate ? "late" : fault };
    },
    downtimeMs: () => dice.pick([500, 3_000, 5_000, 30_000, MINUTE, 3 * MINUTE, 11 * MINUTE, 2 * HOUR]),
  };
}

/** An edit that lands late does the most harm. */
const EDIT_PERIL = 0.2;
/** A message of a process that stands still is taken for landing so late at most, as in src/core/job/final-word.ts. */
const MESSAGES: readonly CallKind[] = ["show", "notify", "whisper", "remove", "attach"];

/** The same life with two processes, which may stand still in the middle of a call, or lose their locks and not know it. */
export function stalling(fate: Drawn, dice: Random): Drawn {
  let left = dice.pick([0, 1, 1, 2, 3]);

  function stallAt({ kind }: Call): Stall {
    if (dice.chance(0.3)) return { kind: "locks lost" };
    // Discord and Slack take no first answer that comes so late.
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

/** With that probability a stretch that begins within the first half hour, often at once. */
function outage(dice: Random, start: EpochMs, { probability, mostMs }: Outage): (now: EpochMs) => boolean {
  const isThere = dice.chance(probability);
  const from = start + (dice.chance(0.3) ? 0 : dice.between(0, 30 * MINUTE));
  const until = from + dice.between(1_000, mostMs);
  return (now) => isThere && now >= from && now < until;
}

/** What else happens in a life: the number of its seed decides it, or the dice of every other life would fall otherwise than before. */
export interface Extras {
  /** After how many milliseconds somebody else presses *Notify me too*; null: nobody does. */
  readonly listensAfterMs: number | null;
  /** The key that the job began with is refused from then on, and its person gives another later; null: neither. */
  readonly keyEnds: { readonly afterMs: number; readonly renewedAfterMs: number } | null;
  /** The machine's clock is set by so much. */
  readonly clockSets: readonly { readonly afterMs: number; readonly byMs: number }[];
}

export const noExtras: Extras = { listensAfterMs: null, keyEnds: null, clockSets: [] };

/** Of ten lives one has a listener, one a key that is renewed, one a clock that jumps, and one all three. */
export function extrasOf(seed: number): Extras {
  const turn = seed % 10;
  const nth = Math.floor(seed / 10);
  const part = (of: number, by: number) => (nth * by) % of;
  const has = (wanted: number) => turn === wanted || turn === 9;
  const endsAfterMs = 5 * SECOND + part(2 * MINUTE, 7_919);
  const forwardMs = [9 * MINUTE, 60 * MINUTE, -9 * MINUTE, -60 * MINUTE][nth % 4] ?? 0;
  const setAfterMs = SECOND + part(10 * MINUTE, 104_729);
  return {
    listensAfterMs: has(5) ? 500 + part(MINUTE, 6_311) : null,
    keyEnds: has(6) ? { afterMs: endsAfterMs, renewedAfterMs: endsAfterMs + MINUTE + part(20 * MINUTE, 15_485) } : null,
    clockSets: has(8)
      ? [
          { afterMs: setAfterMs, byMs: forwardMs },
          { afterMs: setAfterMs + 10 * SECOND + part(15 * MINUTE, 32_452), byMs: -forwardMs },
        ]
      : [],
  };
}

/** The same deal, but that polls with the job's own key are refused from some time on. */
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

/** What the videos of a life wait for, and how many there are. */
export interface Waits {
  /** null: one video that waits for nothing, or a batch, whose videos wait for their turns. */
  readonly for: "turn" | "service" | "approval" | null;
  /** Several are a batch. */
  readonly videos: number;
  /** Each of them goes on from the one before. */
  readonly isChain: boolean;
  /** Until so long after the command others have all running places, and the service is down. */
  readonly freeAfterMs: number;
  readonly room: Room;
}

/** What chance makes of it. */
export function waitsOf(dice: Random): Waits {
  const isBatch = dice.chance(0.5);
  const cause = dice.weighted({ turn: 3, service: isBatch ? 0 : 3, approval: 4, nothing: 3 });
  const free = dice.weighted({ now: 5, soon: 4, late: isBatch ? 0.05 : 0.3 });
  return {
    for: cause === "nothing" ? null : cause,
    videos: isBatch ? dice.pick([2, 2, 3]) : 1,
    isChain: isBatch && dice.chance(0.6),
    freeAfterMs: {
      now: 0,
      soon: dice.between(SECOND, 3 * MINUTE),
      late: dice.between(30 * MINUTE, 3 * HOUR),
    }[free],
    room: { ofOwner: dice.between(1, 2), ofWorkspace: 3, waitingOfOwner: 20 },
  };
}

/** What an order says of it. */
export function waitOf({ for: cause, videos }: Waits): Pick<Order, "wait"> {
  if (cause === null || (videos > 1 && cause !== "approval")) return {};
  return { wait: cause === "approval" ? { for: cause, because: "ask_above" } : { for: cause } };
}

const STATES = [
  ...(["waiting", "accepted", "gathering", "submitting", "running"] as const),
  ...(["announcing", "posting", "attaching", "closed"] as const),
] as const;

const ANYTHING = [
  ...(["unlistens", "asks for the link", "uninstalls", "moves the card", "withdraws", "cancels the rest"] as const),
  ...(["forgets it all", "loses the managers", "finds the managers", "listens"] as const),
] as const;

/** What people do: the word of a manager where one is asked, and up to three things at any time, mostly just when a job of it comes into some state. */
export function acts(dice: Random, { for: cause, videos, isChain }: Waits): readonly Visit[] {
  const some = dice.pick([1, 1, 2, 3]);
  const visits: Visit[] = Array.from({ length: some }, () => {
    const soonMs = dice.pick([0, 50, 300, 2_000, 30_000]);
    const at = dice.chance(0.2)
      ? { afterMs: dice.between(SECOND, 4 * MINUTE) }
      : { afterMs: soonMs, on: dice.pick(STATES) };
    return { ...at, what: dice.pick(ANYTHING) };
  });
  if (cause === "approval" && dice.chance(0.97)) {
    const what = dice.weighted({ approves: 8, declines: 1, withdraws: 1 });
    const afterMs = dice.chance(0.8) ? dice.between(SECOND, 2 * MINUTE) : dice.between(1, 20) * HOUR;
    visits.push({ afterMs, what });
    // Their message may not take the edit that tells of it.
    if (dice.chance(0.1)) visits.push({ afterMs: afterMs + dice.pick([1, 100, 1_000]), what: "loses the managers" });
  }
  if (isChain && videos > 1 && dice.chance(0.05))
    visits.push({ afterMs: dice.between(0, MINUTE), on: "running", what: "keeps the bot away for long" });
  return visits;
}
