import { machineClock, type SandboxClock } from "./clock.ts";

/**
 * What an emulator saw or did. The page, the demo and the story tests read nothing else: what stands here came over
 * the wire, never from the bot's own state.
 */
export interface Entry {
  readonly seq: number;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly at: number;
  readonly place: "discord" | "slack" | "video" | "bot";
  readonly kind: EntryKind;
  /** Who did it or who sees it; absent where it concerns everyone in the channel. */
  readonly personId?: string;
  readonly channelId?: string;
  /** Discord message id or Slack ts. */
  readonly messageId?: string;
  /** The command's, press's or form's own id: what an answer refers to. */
  readonly interactionId?: string;
  /** The very payload sent or received. */
  readonly payload: unknown;
}

export type EntryKind =
  // What a person does (payload: what the bot was sent)
  | "command"
  | "press"
  | "submit_form"
  | "shortcut"
  // What the bot is told of without a question (a message to it, its home opened)
  | "event"
  // What the bot answers (payload: { ms, body }) or fails to answer within the platform's deadline
  | "answered"
  | "unanswered"
  // What a person sees (payload: the message or form as the platform now holds it)
  | "message"
  | "edited"
  | "deleted"
  | "form"
  | "form_updated"
  | "form_closed"
  | "home"
  // A message that notified somebody (payload: { personIds })
  | "pinged"
  // A request of the bot's that the emulator refused (payload: { method, path, status, code, why })
  | "refused"
  // The bot connected and is able to take commands; of the place "bot": it runs again
  | "connected"
  // What the bot shows beside its own name is another now (payload: as it sent it)
  | "presence"
  // The bot's process ended (payload: { signal, charges, credits, running } where somebody killed it)
  | "ended"
  // The platform's weather changed (payload: { weather })
  | "weather"
  // The video service (payload: the task, the body, or the refusal; and the response, null where it was lost)
  | "submitted"
  | "polled"
  | "settled";

export interface Journal {
  add(entry: Omit<Entry, "seq" | "at">): Entry;
  /** The `seq` of the newest entry, 0 before the first. */
  last(): number;
  /** Everything with a larger `seq` than the given one, oldest first. */
  since(seq: number): readonly Entry[];
  /** Calls `listener` at once for each new entry; the returned function stops it. */
  listen(listener: (entry: Entry) => void): () => void;
  /** The first entry after `after` that fits, past or to come; rejects with what was seen instead after `withinMs` of real time. */
  find(fits: (entry: Entry) => boolean, options?: { after?: number; withinMs?: number }): Promise<Entry>;
}

/** How many entries are kept; the oldest go first. */
const KEPT = 20_000;

export function openJournal(clock: SandboxClock): Journal {
  const entries: Entry[] = [];
  const listeners = new Set<(entry: Entry) => void>();
  let seq = 0;

  const since = (after: number) => entries.filter((entry) => entry.seq > after);

  return {
    add(entry) {
      seq += 1;
      const full: Entry = { seq, at: clock.now(), ...entry };
      entries.push(full);
      if (entries.length > KEPT) entries.shift();
      for (const listener of listeners) listener(full);
      return full;
    },
    last: () => seq,
    since,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find(fits, { after = 0, withinMs = 10_000 } = {}) {
      const seen = since(after).find(fits);
      if (seen) return Promise.resolve(seen);
      return new Promise((resolve, reject) => {
        const stop = this.listen((entry) => {
          if (!fits(entry)) return;
          giveUp();
          stop();
          resolve(entry);
        });
        const giveUp = machineClock.after(withinMs, () => {
          stop();
          const kinds = since(after).map((entry) => `${entry.place}/${entry.kind}`);
          reject(
            new Error(`not seen within ${withinMs} ms; seen instead: ${kinds.slice(-30).join(", ") || "nothing"}`),
          );
        });
      });
    },
  };
}
