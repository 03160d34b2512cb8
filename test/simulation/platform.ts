import type { ChatMessage, ChatRefusal, LookRefusal, Notified, ReplyHandle } from "../../src/core/chat.ts";
import type { AttachRefusal, AttachVideo, ChatFilms } from "../../src/core/film/film.ts";
import type { JobId, UserId } from "../../src/core/job/ids.ts";
import type { Chat, LostCard, Notification } from "../../src/core/ports.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import { cardRoutes } from "../../src/frontends/discord/out/discord-ways.ts";
import { aPlace } from "../fakes/jobs.ts";
import { type Board, idOf, toReply } from "./board.ts";
import type { Facts } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import type { Reply, SimClock, SimProcess } from "./process.ts";
import type { Random } from "./random.ts";

export interface PlatformWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly board: Board;
  readonly facts: Facts;
  /** Whether the bot may write in the channel; else it goes by a way that knows no nonce. */
  readonly knowsNonces: boolean;
  /** Whether the bot may read what stands there. */
  readonly seesHistory: boolean;
  /** Returns whose film is at that address. */
  filmAt(url: string): JobId | null;
  /** Somebody read a last word. */
  saidEnd(): boolean;
  /** The person takes the card away. */
  deleteCard(handle: ReplyHandle): void;
  trace(line: string): void;
}

/** A repeated nonce is the same message for so long. Source: Discord docs, by way of src/frontends/discord/discord-limits.ts. */
const NONCE_HOLDS_MS = 120_000;
/** A new message that is not there by then will not come. Source: src/frontends/slack/out/slack-chat.ts. */
const LATE_POST_MS = 30_000;
/** An edit or a file that nobody waits for any more may land so late. */
const LATE_MS = 20_000;
/** Longer than anybody waits. */
const SLOW_MS = 600_000;
/** A call is answered, and what came of it saved, within this. */
const ANSWERED_WITHIN_MS = 2_000;

/** What becomes of one call. `arrives`: the message takes effect, whatever is answered. */
interface Fate {
  readonly arrives: boolean;
  readonly refusal: ChatRefusal | null;
}

type Shown = Result<{ reply: ReplyHandle; isNew: boolean }, ChatRefusal | { kind: "card_gone" }>;

/** A platform as one process reaches it; it answers as `src/frontends/discord` and `src/frontends/slack` do. */
export function simChat(world: PlatformWorld, process: SimProcess, films: Omit<ChatFilms, "filmSender">): Chat {
  const { random, clock, board, facts, knowsNonces, seesHistory, trace } = world;
  let failedAt = Number.NEGATIVE_INFINITY;

  function fateOf(call: string, fault: FaultOf<"show"> | null): Fate {
    if (fault) trace(`${call}: ${fault}`);
    // Another process may meanwhile try the same word, and fail, or this one by another call whose answer is on its way.
    const isAlone = clock.now() - failedAt > ANSWERED_WITHIN_MS;
    if (fault !== null && fault !== "not sent") failedAt = clock.now();
    if (fault === "not sent") facts.unsentBy = isAlone ? process : null;
    else if (facts.unsentBy === process) facts.unsentBy = null;
    const refused = (refusal: ChatRefusal): Fate => ({ arrives: false, refusal });
    switch (fault) {
      case null:
      case "deleted":
        return { arrives: true, refusal: null };
      case "removed":
        facts.isWayShut = true;
        return refused({ kind: "unreachable", detail: "removed" });
      case "rate limited":
        return refused({ kind: "rate_limited", retryAfterMs: random.pick([500, 20_000]) });
      case "not sent":
        return refused({ kind: "rate_limited", retryAfterMs: 700, isUnsent: true });
      case "rate limited for long":
        return refused({ kind: "rate_limited", retryAfterMs: 300_000 });
      case "clear error":
        return refused({ kind: "unavailable", unclear: false, detail: "away" });
      case "lost":
        return refused({ kind: "unavailable", unclear: true, detail: "away" });
      case "late":
      case "lost but done":
        return { arrives: true, refusal: { kind: "unavailable", unclear: true, detail: "away" } };
    }
  }

  /** Does it where it arrives, and answers as the fate says. */
  function answered<Value>(fate: Fate, act: () => Value): Result<Value, ChatRefusal> {
    const value = fate.arrives ? act() : null;
    if (fate.refusal) return refuse(fate.refusal);
    if (value === null) throw new Error("a fate without a refusal that does not arrive");
    return ok(value);
  }

  const reply = <Value>(value: Value): Reply<Value> => ({ afterMs: random.between(20, 900), value });

  /** Discord counts each try of a dead token; where the bot has a hand of its own, that comes first by then. */
  function noteToken(handle: ReplyHandle): void {
    const now = process.clock.now();
    if (handle.platform !== "discord" || now < handle.tokenUntil) return;
    const [first, other] = cardRoutes(handle, now);
    if (first?.by === "byToken" && other) facts.deadTokens += 1;
  }

  function show(
    handle: ReplyHandle,
    message: ChatMessage,
    how: {
      readonly where: "in_place" | "first" | "anywhere";
      readonly people: readonly UserId[];
      readonly fault: FaultOf<"show"> | null;
      readonly isLate: boolean;
    },
  ): Shown {
    const { where, people, fault, isLate } = how;
    if (fault === "deleted") world.deleteCard(handle);
    noteToken(handle);
    const fate = fateOf(`show ${where}`, fault);
    // The bot cannot know whether it was a new message that called people, or an edit that calls nobody.
    if (where === "anywhere" && fault === "lost") facts.isNewMessageLost = true;
    if (board.cardOf(handle, message.job) !== null)
      return answered(fate, () => {
        if (fault === "late") {
          clock.after(random.between(1, LATE_MS), () => {
            trace(`an old edit lands: ${message.title}`);
            board.edit(handle, message, true);
          });
        } else board.edit(handle, message, isLate);
        return { reply: handle, isNew: false };
      });
    if (where !== "anywhere") {
      // On Slack a card that nobody posted yet is posted now; it notifies nobody.
      const isFirst = where === "first" && handle.platform === "slack" && handle.ts === null && !board.hasRefused;
      if (isFirst) return answered(fate, () => ({ reply: toReply(handle, board.put("card", message)), isNew: false }));
      return refuse(fate.refusal && fate.refusal.kind !== "unreachable" ? fate.refusal : { kind: "card_gone" });
    }
    // Where it can be looked for, it is missed.
    if (!seesHistory) noteLost(fate);
    const use = nonceUse(`show ${JSON.stringify(handle)}`);
    return answered(fate, () => ({
      reply: toReply(handle, board.post("moved card", message, { use, people })),
      isNew: true,
    }));
  }

  const nonceUse = (nonce: string) => (knowsNonces ? { nonce, holdsMs: NONCE_HOLDS_MS } : null);

  function noteLost({ arrives, refusal }: Fate): void {
    if (!arrives && refusal?.kind === "unavailable" && refusal.unclear) facts.isNewMessageLost = true;
  }

  function find(
    handle: ReplyHandle,
    { job, triedAt }: LostCard,
    fault: FaultOf<"find"> | null,
  ): Result<ReplyHandle | "not_there" | "blind", LookRefusal> {
    const { refusal } = fateOf("find", fault);
    // Nobody looks into a channel that the bot is not in.
    if (refusal?.kind === "unreachable") {
      facts.isNewMessageLost = true;
      return ok("blind");
    }
    if (refusal) return refuse(refusal);
    const id = board.find(job);
    if (id !== null) return ok(toReply(handle, id));
    const restMs = triedAt + LATE_POST_MS - process.clock.now();
    return restMs > 0 ? refuse({ kind: "rate_limited", retryAfterMs: restMs }) : ok("not_there");
  }

  function notify(
    handle: ReplyHandle,
    { message, people, nonce, triedAt }: Notification & { readonly message: ChatMessage },
    fault: FaultOf<"notify"> | null,
  ): Result<Notified, ChatRefusal> {
    const isSafe = triedAt === null || (knowsNonces && process.clock.now() - triedAt < NONCE_HOLDS_MS);
    const isLost = fault === "lost" || !isSafe;
    if (isLost) facts.isNotificationLost = true;
    // Where it goes before the card's word, nothing else may tell of the end.
    if (isLost && !world.saidEnd()) facts.isNewMessageLost = true;
    if (!isSafe) return ok({ kind: "skipped" });
    const how = { use: nonceUse(nonce), people, card: idOf(handle) };
    const sent = answered(fateOf("notify", fault), () => board.post("post", message, how));
    return sent.ok ? ok({ kind: "sent", at: [aPlace(handle, sent.value)] }) : sent;
  }

  type Attached = Reply<Awaited<ReturnType<AttachVideo>>>;

  function attach(put: (isLate: boolean) => ReplyHandle | null, fault: FaultOf<"attach"> | null): Attached {
    if (fault) trace(`attach: ${fault}`);
    if (fault) facts.attachFaults += 1;
    if (!world.saidEnd()) facts.filesTooSoon += 1;
    if (fault === "removed") facts.isWayShut = true;
    if (fault === "lands late")
      clock.after(random.between(1, LATE_MS), () => {
        trace("an old file lands");
        put(true);
      });
    const done = fault === null || fault === "lost but done" ? put(false) : null;
    if (fault === "slow") return { afterMs: SLOW_MS, value: refuse(fileRefusal(fault)) };
    if (fault !== null || done === null)
      return { afterMs: random.between(20, 900), value: refuse(fault ? fileRefusal(fault) : { kind: "card_gone" }) };
    return { afterMs: random.between(500, 60_000), value: ok({ reply: done }) };
  }

  return {
    bucketOf(handle, what) {
      const bucket = { name: `${handle.platform} ${what}`, burst: 5, everyMs: 1_000 };
      const isOfEditsAlone = handle.platform === "slack" && handle.ts !== null && what === "edit";
      return isOfEditsAlone ? { ...bucket, isOfEditsAlone } : bucket;
    },
    show: (handle, message, where, people = [handle.userId]) => {
      const name = where === "anywhere" ? `show anew ${message.title}` : `show ${message.title}`;
      return process.call({ kind: "show", name, peril: 0.03 }, (fault, isLate) =>
        reply(show(handle, message, { where, people, fault, isLate })),
      );
    },
    post: (handle, message, { nonce }) =>
      process.call({ kind: "notify", name: "post", peril: 0.05 }, (fault) => {
        const posted = answered(fateOf("post", fault), () =>
          board.post("notice", message, { use: nonceUse(nonce), people: [] }),
        );
        return reply(posted.ok ? ok(toReply(handle, posted.value)) : posted);
      }),
    find: async (handle, lost) => {
      if (!seesHistory) return ok("blind");
      return process.call({ kind: "find", name: "find", peril: 0.15 }, (fault) => reply(find(handle, lost, fault)));
    },
    notify: (handle, message, how) =>
      process.call({ kind: "notify", name: "notify", peril: 0.15 }, (fault) =>
        reply(notify(handle, { message, ...how }, fault)),
      ),
    whisper: (_handle, message) =>
      process.call({ kind: "whisper", name: "whisper", peril: 0.15 }, (fault) => {
        const fate = fateOf("whisper", fault);
        noteLost(fate);
        const sent = answered(fate, () => board.put("whisper", message));
        return reply(sent.ok ? ok(null) : sent);
      }),
    remove: (handle) =>
      process.call({ kind: "remove", name: "remove", peril: 0.1 }, (fault) => {
        const removed = answered(fateOf("remove", fault), () => {
          board.remove(handle);
          return true;
        });
        return reply(removed.ok ? ok(null) : removed);
      }),
    // Nobody presses Delete here; what it would need is judged at the end.
    takeDown: async () => ok([]),
    async attach(handle, message, { url, nth, triedAt, signal }) {
      if (triedAt !== null && handle.platform === "slack") return refuse({ kind: "skipped" });
      const asked = process.call({ kind: "attach", name: "attach", peril: 0.15 }, (fault, isDecidedBefore) => {
        noteToken(handle);
        const file = { holds: world.filmAt(url) ?? url, ...(nth !== undefined && { nth }) };
        return attach((isLate) => {
          const put = board.putFile(handle, message, file, isLate || isDecidedBefore);
          if (put) facts.filesPut += 1;
          return put;
        }, fault);
      });
      return Promise.race([asked, whenGivenUp(signal, lost)]);
    },
    filmSender: null,
    ...films,
  };
}

const lost: AttachRefusal = { kind: "unavailable", unclear: true, detail: "away" };

const FILE_REFUSALS: Readonly<Record<FaultOf<"showFrame"> | FaultOf<"attach">, AttachRefusal>> = {
  "rate limited": { kind: "rate_limited", retryAfterMs: 20_000 },
  "rate limited for long": { kind: "rate_limited", retryAfterMs: 300_000 },
  "clear error": { kind: "unavailable", unclear: false, detail: "away" },
  lost,
  "lost but done": lost,
  "lands late": lost,
  slow: lost,
  "too large": { kind: "too_large" },
  "not taken": { kind: "not_taken", detail: "no files here" },
  "no video": { kind: "no_file", problem: { kind: "not_a_video" } },
  "no file now": { kind: "no_file", problem: { kind: "unreachable" } },
  removed: { kind: "unreachable", detail: "removed" },
};

export const fileRefusal = (fault: FaultOf<"showFrame"> | FaultOf<"attach">): AttachRefusal => FILE_REFUSALS[fault];

/** Answers once nobody waits any more. */
export function whenGivenUp<Refusal>(signal: AbortSignal, refusal: Refusal): Promise<Result<never, Refusal>> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(refuse(refusal))));
}
