import type { ChatMessage, ChatRefusal, ReplyHandle } from "../../src/core/chat.ts";
import type { EpochMs } from "../../src/core/clock.ts";
import type { Chat, Notification } from "../../src/core/ports.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import type { Random } from "./random.ts";
import { type Screen, toReply } from "./screen.ts";
import type { SimProcess } from "./sim-process.ts";

export interface ChatFaults {
  /** The chance that a call goes wrong. */
  readonly rate: number;
  isDown(now: EpochMs): boolean;
  /** Every call is rate limited then. */
  isBusy(now: EpochMs): boolean;
  /** The bot was removed: no way is left. */
  isRemoved(now: EpochMs): boolean;
  /** Whether the bot may write in the channel; else it goes by a way that knows no nonce. */
  readonly knowsNonces: boolean;
}

/** What becomes of one call. `arrives`: the message takes effect, whatever is answered. */
interface Fate {
  readonly arrives: boolean;
  readonly refusal: ChatRefusal | null;
}

/** A repeated nonce is the same message for so long. Source: Discord docs, by way of src/frontends/discord/limits.ts. */
const NONCE_HOLDS_MS = 120_000;

/** A platform as one process reaches it; it answers as `src/frontends/discord` and `src/frontends/slack` do. */
export function simChat({ random, faults, screen, now, trace }: SimChatWorld, process: SimProcess): Chat {
  function fateOf(call: string): Fate {
    const fate = dealt();
    const how = fate.refusal ? ` ${fate.refusal.kind}${fate.arrives ? " but arrived" : ""}` : "";
    if (fate.refusal) trace(`${call}${how}`);
    return fate;
  }

  function dealt(): Fate {
    if (faults.isRemoved(now())) return { arrives: false, refusal: { kind: "unreachable", detail: "removed" } };
    const lost = (arrives: boolean, unclear: boolean): Fate => ({
      arrives,
      refusal: { kind: "unavailable", unclear, detail: "away" },
    });
    if (faults.isDown(now())) return lost(false, random.chance(0.5));
    const busy = (retryAfterMs: number): Fate => ({ arrives: false, refusal: { kind: "rate_limited", retryAfterMs } });
    if (faults.isBusy(now())) return busy(300_000);
    if (!random.chance(faults.rate)) return { arrives: true, refusal: null };
    switch (random.pick(["rate", "clear", "lost", "arrived"])) {
      case "rate":
        return busy(random.pick([500, 20_000, 300_000]));
      case "clear":
        return lost(false, false);
      case "lost":
        return lost(false, true);
      default:
        return lost(true, true);
    }
  }

  /** Does it where it arrives, and answers as the fate says. */
  function told<Value>(fate: Fate, act: () => Value): Result<Value, ChatRefusal> {
    const value = fate.arrives ? act() : null;
    if (fate.refusal) return refuse(fate.refusal);
    if (value === null) throw new Error("a fate without a refusal that does not arrive");
    return ok(value);
  }

  const reply = <Value>(value: Value) => ({ afterMs: random.between(20, 900), value });

  function show(
    handle: ReplyHandle,
    message: ChatMessage,
    where: "in_place" | "first" | "anywhere",
  ): Result<{ reply: ReplyHandle; isNew: boolean }, ChatRefusal | { kind: "card_gone" }> {
    const fate = fateOf(`show ${where}`);
    const card = screen.cardOf(handle);
    if (card)
      return told(fate, () => {
        screen.edit(card, message);
        return { reply: handle, isNew: false };
      });
    if (where !== "anywhere") {
      // On Slack a card that nobody posted yet is posted now; it notifies nobody.
      const isFirst = where === "first" && handle.platform === "slack" && handle.ts === null && !screen.hasRefused;
      if (isFirst) return told(fate, () => ({ reply: toReply(handle, screen.put("card", message)), isNew: false }));
      return refuse(fate.refusal && fate.refusal.kind !== "unreachable" ? fate.refusal : { kind: "card_gone" });
    }
    const use = nonceUse(`show ${JSON.stringify(handle)}`);
    return told(fate, () => ({ reply: toReply(handle, screen.post("moved card", message, use)), isNew: true }));
  }

  const nonceUse = (nonce: string) => (faults.knowsNonces ? { nonce, holdsMs: NONCE_HOLDS_MS } : null);

  function notify(message: ChatMessage, { nonce, triedAt }: Notification): Result<"sent" | "skipped", ChatRefusal> {
    const isSafe = triedAt === null || (faults.knowsNonces && now() - triedAt < NONCE_HOLDS_MS);
    if (!isSafe) return ok("skipped");
    const sent = told(fateOf("notify"), () => screen.post("post", message, nonceUse(nonce)));
    return sent.ok ? ok("sent") : sent;
  }

  return {
    bucketOf: ({ platform }, what) => ({ name: `${platform} ${what}`, burst: 5, everyMs: 1_000 }),
    show: (handle, message, where) =>
      process.call({ name: `show ${message.title}`, peril: 0.03 }, () => reply(show(handle, message, where))),
    notify: (_handle, message, how) => process.call({ name: "notify", peril: 0.15 }, () => reply(notify(message, how))),
    whisper: (_handle, message) =>
      process.call({ name: "whisper", peril: 0.15 }, () => {
        const sent = told(fateOf("whisper"), () => screen.put("whisper", message));
        return reply(sent.ok ? ok(null) : sent);
      }),
    remove: (handle) =>
      process.call({ name: "remove", peril: 0.1 }, () => {
        const removed = told(fateOf("remove"), () => {
          screen.remove(handle);
          return true;
        });
        return reply(removed.ok ? ok(null) : removed);
      }),
  };
}

export interface SimChatWorld {
  readonly random: Random;
  readonly faults: ChatFaults;
  readonly screen: Screen;
  now(): EpochMs;
  trace(line: string): void;
}
