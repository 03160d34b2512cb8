import { machineClock, type SandboxClock } from "./clock.ts";

/**
 * What an emulator saw or did. The page, the demo and the story tests read only these entries, never the bot's own state.
 */
export interface Entry {
  readonly seq: number;
  readonly at: number;
  readonly place: "discord" | "slack" | "video" | "bot";
  readonly kind: EntryKind;
  /** Who did it or who sees it; not set if everyone in the channel does. */
  readonly personId?: string;
  readonly channelId?: string;
  readonly messageId?: string;
  readonly interactionId?: string;
  readonly payload: unknown;
}

export type EntryKind =
  // What a person does (payload: what the bot was sent)
  | "command"
  | "press"
  | "submit_form"
  | "shortcut"
  // What the bot receives that needs no answer (a message, its home opened)
  | "event"
  // The bot answers (payload: { ms, body }) or misses the platform's deadline
  | "answered"
  | "unanswered"
  // What a person sees (payload: the message or form as the platform holds it)
  | "message"
  | "edited"
  | "deleted"
  | "form"
  | "form_updated"
  | "form_closed"
  | "home"
  // A message that notified somebody (payload: { personIds })
  | "pinged"
  // The emulator refused a request of the bot (payload: { method, path, status, code, why })
  | "refused"
  // The bot can receive commands; with the place "bot": its process runs again
  | "connected"
  // The bot's status changed (payload: as it sent it)
  | "presence"
  // The bot's process ended (payload: { signal, charges, credits, running } if somebody killed it)
  | "ended"
  // The platform's condition changed (payload: { condition })
  | "condition"
  // The video service (payload: the task, the body, or the refusal; and the response, null if it was lost)
  | "submitted"
  | "polled"
  | "settled";

export type Journal = ReturnType<typeof openJournal>;

const KEPT = 20_000;

export function openJournal(clock: SandboxClock) {
  const entries: Entry[] = [];
  const listeners = new Set<(entry: Entry) => void>();
  let seq = 0;

  const since = (after: number) => entries.filter((entry) => entry.seq > after);

  return {
    add(entry: Omit<Entry, "seq" | "at">): Entry {
      seq += 1;
      const full: Entry = { seq, at: clock.now(), ...entry };
      entries.push(full);
      if (entries.length > KEPT) entries.shift();
      for (const listener of listeners) listener(full);
      return full;
    },
    last: (): number => seq,
    since,
    listen(listener: (entry: Entry) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find(
      fits: (entry: Entry) => boolean,
      { after = 0, withinMs = 10_000 }: { after?: number; withinMs?: number } = {},
    ): Promise<Entry> {
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

export function newestOf<T>(
  messages: readonly T[],
  most: number,
  read: { idOf(message: T): string; repliesTo(message: T): string | null },
): readonly T[] {
  if (messages.length <= most) return messages;
  const newest = new Set(messages.slice(-most));
  const answered = new Set([...newest].map(read.repliesTo));
  return messages.filter((message) => newest.has(message) || answered.has(read.idOf(message)));
}

export type GroupedEntry = Entry & { readonly times?: number };

/** Polls of a task with nothing but other polls between them become one entry. */
export function withPollsGrouped(entries: readonly Entry[]): readonly GroupedEntry[] {
  const recent: GroupedEntry[] = [];
  let run = new Map<string, GroupedEntry>();
  const end = () => {
    recent.push(...[...run.values()].sort((one, other) => one.seq - other.seq));
    run = new Map();
  };
  for (const entry of entries) {
    const taskId = polledTask(entry);
    if (taskId === undefined) {
      end();
      recent.push(entry);
    } else run.set(taskId, { ...entry, times: (run.get(taskId)?.times ?? 0) + 1 });
  }
  end();
  return recent;
}

function polledTask({ place, kind, payload }: Entry): string | undefined {
  if (place !== "video" || kind !== "polled" || typeof payload !== "object" || payload === null) return undefined;
  return "taskId" in payload ? String(payload.taskId) : undefined;
}
