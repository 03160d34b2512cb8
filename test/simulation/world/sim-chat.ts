import type { ChatMessage, ChatRefusal, Notified, ReplyHandle, SearchRefusal } from "../../../src/core/chat.ts";
import type { AttachRefusal, AttachVideo } from "../../../src/core/film/film.ts";
import type { Chat, LostCard, Notification } from "../../../src/core/front-end.ts";
import type { UserId } from "../../../src/core/job/ids.ts";
import { ok, type Result, refuse } from "../../../src/core/result.ts";
import { aPlace } from "../../fakes/jobs.ts";
import type { Facts } from "../facts.ts";
import type { FaultOf } from "../faults.ts";
import type { Random } from "../random.ts";
import { chatRefusal, fileRefusal, whenGivenUp } from "../refusals.ts";
import { placed, type Screen, toReply } from "./screen.ts";
import type { SimClock } from "./sim-clock.ts";
import type { Reply, SimProcess } from "./sim-process.ts";

export interface SimChatWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly screen: Screen;
  readonly facts: Facts;
  /** The bot may post in the channel. Otherwise it posts in a way that has no nonces. */
  readonly knowsNonces: boolean;
  /** The bot may read the channel's messages. */
  readonly seesHistory: boolean;
  /** Returns true if somebody has seen a final message. */
  showedEnd(): boolean;
  deleteCard(handle: ReplyHandle): void;
  trace(line: string): void;
}

/**
 * For this long a repeated nonce returns the same message. Source: Discord's documentation, see
 * src/frontends/discord/discord-limits.ts.
 */
const NONCE_HOLDS_MS = 120_000;
/** A new message that has not arrived by then never will. Source: src/frontends/slack/out/slack-chat.ts. */
const LATE_POST_MS = 30_000;
/** An edit or a file may arrive this much later, after the bot has stopped waiting. */
const LATE_MS = 20_000;

/** The result of one call. `arrives`: the message takes effect, whatever the response. */
interface Fate {
  readonly arrives: boolean;
  readonly refusal: ChatRefusal | null;
}

type Shown = Result<{ reply: ReplyHandle; isNew: boolean }, ChatRefusal | { kind: "card_gone" }>;

/** A platform as one process sees it, with the same results as `src/frontends/discord` and `src/frontends/slack`. */
export function simChat(world: SimChatWorld, process: SimProcess): Chat {
  const { random, clock, screen, facts, knowsNonces, seesHistory, trace } = world;

  function fateOf(call: string, fault: FaultOf<"show"> | null): Fate {
    if (fault) trace(`${call}: ${fault}`);
    if (fault === "removed") facts.isWayShut = true;
    const arrives = fault === null || fault === "deleted" || fault === "late" || fault === "lost but done";
    const isLimited = fault === "rate limited";
    const retryAfterMs = isLimited ? random.pick([500, 20_000]) : 0;
    return { arrives, refusal: isLimited ? { kind: "rate_limited", retryAfterMs } : chatRefusal(fault) };
  }

  /** Performs the act if the call arrives, and returns the result. */
  function resultOf<Value>(fate: Fate, act: () => Value): Result<Value, ChatRefusal> {
    const value = fate.arrives ? act() : null;
    if (fate.refusal) return refuse(fate.refusal);
    if (value === null) throw new Error("the call neither arrives nor is refused");
    return ok(value);
  }

  const reply = <Value>(value: Value): Reply<Value> => ({ afterMs: random.between(20, 900), value });

  function show(
    handle: ReplyHandle,
    message: ChatMessage,
    {
      where,
      people,
      fault,
      isLate,
    }: {
      readonly where: Parameters<Chat["show"]>[2];
      readonly people: readonly UserId[];
      readonly fault: FaultOf<"show"> | null;
      readonly isLate: boolean;
    },
  ): Shown {
    if (fault === "deleted") world.deleteCard(handle);
    const fate = fateOf(`show ${where}`, fault);
    const card = where === "new" ? null : screen.cardOf(handle, message.job);
    // The bot cannot know if this was a new message, which notifies people, or an edit, which does not.
    if (where === "anywhere" && fault === "lost") facts.isNewMessageLost = true;
    if (card)
      return resultOf(fate, () => {
        if (fault === "late") {
          clock.after(random.between(1, LATE_MS), () => {
            trace(`an old edit lands: ${message.title}`);
            screen.edit(card, message, { handle, isLate: true });
          });
        } else screen.edit(card, message, { handle, isLate });
        return { reply: handle, isNew: false };
      });
    if (where === "in_place" || where === "first") {
      // On Slack a first card that was not posted yet is posted now. It notifies nobody.
      const isUnposted = where === "first" && handle.platform === "slack" && handle.ts === null;
      const isFirst = isUnposted && !screen.isRefused(message.job);
      if (isFirst) return resultOf(fate, () => ({ reply: toReply(handle, screen.put("card", message)), isNew: false }));
      return refuse(fate.refusal && fate.refusal.kind !== "unreachable" ? fate.refusal : { kind: "card_gone" });
    }
    // If the bot can search the channel, it finds out that the message is missing.
    if (!seesHistory) noteLost(fate);
    const use = nonceUse(`show ${JSON.stringify(handle)}`);
    return resultOf(fate, () => ({
      reply: toReply(handle, screen.post("moved card", message, { use, people })),
      isNew: true,
    }));
  }

  const nonceUse = (nonce: string) => (knowsNonces ? { nonce, holdsMs: NONCE_HOLDS_MS } : null);

  function noteLost({ arrives, refusal }: Fate): void {
    if (!arrives && refusal?.kind === "unavailable" && refusal.unclear) facts.isNewMessageLost = true;
  }

  function find(
    handle: ReplyHandle,
    { job, triedAt, except }: LostCard,
    fault: FaultOf<"find"> | null,
  ): Result<ReplyHandle | "not_there" | "unreadable", SearchRefusal> {
    const { refusal } = fateOf("find", fault);
    // The bot cannot search a channel that it was removed from.
    if (refusal?.kind === "unreachable") {
      facts.isNewMessageLost = true;
      return ok("unreadable");
    }
    if (refusal) return refuse(refusal);
    const id = screen.find(job, except ? screen.cardOf(except, job) : null);
    if (id !== null) return ok(toReply(handle, id));
    const restMs = triedAt + LATE_POST_MS - process.clock.now();
    return restMs > 0 ? refuse({ kind: "rate_limited", retryAfterMs: restMs }) : ok("not_there");
  }

  function readButtons(handle: ReplyHandle, fault: FaultOf<"find"> | null): Awaited<ReturnType<Chat["readButtons"]>> {
    const { refusal } = fateOf("read", fault);
    // On Discord a card is read in the same way in which it is edited.
    if (refusal?.kind === "unreachable" || (handle.platform === "slack" && !seesHistory)) return ok("unreadable");
    if (refusal) return refuse(refusal);
    const card = screen.visible().find(({ id }) => id === screen.cardOf(handle));
    return ok(card ? card.message.buttons.map(({ id }) => id) : "gone");
  }

  function notify(
    handle: ReplyHandle,
    { message, people, nonce, triedAt }: Notification & { readonly message: ChatMessage },
    fault: FaultOf<"notify"> | null,
  ): Result<Notified, ChatRefusal> {
    if (seesHistory && triedAt !== null) {
      const there = screen.findPosted(nonce);
      if (there !== null) return ok({ kind: "sent", at: [aPlace(handle, there)] });
      const restMs = triedAt + LATE_POST_MS - process.clock.now();
      if (restMs > 0) return refuse({ kind: "rate_limited", retryAfterMs: restMs, isElsewhere: true });
    }
    const isSafe = triedAt === null || seesHistory || (knowsNonces && process.clock.now() - triedAt < NONCE_HOLDS_MS);
    const isLost = (fault === "lost" && !seesHistory) || !isSafe;
    if (isLost) facts.isNotificationLost = true;
    // If the notification is lost before the card shows the result, nothing else shows the result.
    if (isLost && !world.showedEnd()) facts.isNewMessageLost = true;
    if (!isSafe) return ok({ kind: "skipped" });
    const use = nonceUse(nonce);
    const sent = resultOf(fateOf("notify", fault), () => {
      const about = screen.cardOf(handle, message.job);
      return screen.post("post", message, { name: nonce, use, people, about });
    });
    return sent.ok ? ok({ kind: "sent", at: [aPlace(handle, sent.value)] }) : sent;
  }

  return {
    bucketOf(handle, what) {
      const bucket = { name: `${handle.platform} ${what}`, burst: 5, everyMs: 1_000 };
      const isOfEditsAlone = handle.platform === "slack" && handle.ts !== null && what === "edit";
      return isOfEditsAlone ? { ...bucket, isOfEditsAlone } : bucket;
    },
    show: (handle, message, where, people = [handle.userId]) => {
      const name = where === "anywhere" || where === "new" ? `show new ${message.title}` : `show ${message.title}`;
      return process.call({ kind: "show", name, peril: 0.03 }, (fault, isLate) =>
        reply(show(handle, message, { where, people, fault, isLate })),
      );
    },
    post: (handle, message, { nonce }) =>
      process.call({ kind: "notify", name: "post", peril: 0.15 }, (fault) => {
        const use = nonceUse(nonce);
        const sent = resultOf(fateOf("post", fault), () => screen.post("notice", message, { use, people: [] }));
        return reply(sent.ok ? ok(placed(handle, sent.value)) : sent);
      }),
    readButtons: (handle) =>
      process.call({ kind: "find", name: "read", peril: 0.15 }, (fault) => reply(readButtons(handle, fault))),
    find: async (handle, lost) => {
      if (!seesHistory) return ok("unreadable");
      return process.call({ kind: "find", name: "find", peril: 0.15 }, (fault) => reply(find(handle, lost, fault)));
    },
    notify: (handle, message, how) =>
      process.call({ kind: "notify", name: "notify", peril: 0.15 }, (fault) =>
        reply(notify(handle, { message, ...how }, fault)),
      ),
    sendPrivately: (_handle, message) =>
      process.call({ kind: "sendPrivately", name: "sendPrivately", peril: 0.15 }, (fault) => {
        const fate = fateOf("sendPrivately", fault);
        noteLost(fate);
        const sent = resultOf(fate, () => screen.put("sendPrivately", message));
        return reply(sent.ok ? ok(null) : sent);
      }),
    remove: (handle) =>
      process.call({ kind: "remove", name: "remove", peril: 0.1 }, (fault) => {
        const removed = resultOf(fateOf("remove", fault), () => {
          screen.remove(handle);
          return true;
        });
        return reply(removed.ok ? ok(null) : removed);
      }),
    // Nobody presses Delete in these runs. Its data are checked at the end of a run.
    takeDown: async () => ok([]),
    attach: simAttach(world, process),
    filmIn: () => null,
    showFrame: null,
    shareFrame: null,
    filmSender: null,
  };
}

interface SimAttachWorld {
  readonly random: Random;
  readonly clock: SimClock;
  readonly screen: Screen;
  readonly facts: Facts;
  /** Returns true if somebody has seen a final message. */
  showedEnd(): boolean;
  trace(line: string): void;
}

/** Longer than the bot waits. */
const SLOW_MS = 600_000;

/** Attaches files to cards. On Discord a file replaces the previous one, on Slack it is added. */
function simAttach(world: SimAttachWorld, process: SimProcess): AttachVideo {
  const { random, clock, screen, facts, trace } = world;

  function attach(
    handle: ReplyHandle,
    fault: FaultOf<"attach"> | null,
    put: (isLate: boolean) => ReplyHandle | null,
  ): Answer {
    const refused = (refusal: AttachRefusal) => ({ afterMs: random.between(20, 900), value: refuse(refusal) });
    if (fault) trace(`attach: ${fault}`);
    if (fault) facts.attachFaults += 1;
    if (!world.showedEnd()) facts.filesTooSoon += 1;
    if (fault === "removed") facts.isWayShut = true;
    if (fault === "lands late")
      clock.after(random.between(1, LATE_MS), () => {
        trace("an old file lands");
        put(true);
      });
    if (fault === "slow") return { afterMs: SLOW_MS, value: refuse(fileRefusal(fault)) };
    if (fault === "too large" && handle.platform === "discord")
      return refused({ kind: "too_large", maxBytes: 10_000_000 });
    const reply = fault === null || fault === "lost but done" ? put(false) : null;
    if (fault !== null) return refused(fileRefusal(fault));
    if (reply === null) return refused({ kind: "card_gone" });
    return { afterMs: random.between(500, 60_000), value: ok({ reply }) };
  }

  return async (handle, message, { url, nth, triedAt, signal }) => {
    if (triedAt !== null && handle.platform === "slack") return refuse({ kind: "skipped" });
    const file = { holds: url, ...(nth !== undefined && { nth }) };
    const asked = process.call({ kind: "attach", name: "attach", peril: 0.15 }, (fault, isLate) =>
      attach(handle, fault, (isLateNow) => {
        const reply = screen.putFile(handle, message, { ...file, isLate: isLateNow || (isLate && fault === null) });
        if (reply) facts.filesPut += 1;
        return reply;
      }),
    );
    return Promise.race([asked, whenGivenUp(signal, fileRefusal("lost"))]);
  };
}

type Answer = Reply<Awaited<ReturnType<AttachVideo>>>;
