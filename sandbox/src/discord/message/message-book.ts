import type { SandboxClock } from "../../clock.ts";
import type { EntryKind, Journal } from "../../journal.ts";
import { personWith } from "../../people.ts";
import { flag } from "../limits.ts";
import { placeWith } from "../place.ts";
import type { Cdn } from "../routes/cdn.ts";
import type { Draft } from "./draft.ts";
import { drawMessage } from "./draw-message.ts";
import type { StoredMessage } from "./stored-message.ts";

export interface MessageBook {
  add(message: Omit<StoredMessage, "id" | "createdAt" | "editedAt">): StoredMessage;
  /** Never notifies anybody. The first edit of "thinking…" is its answer and leaves no "(edited)". */
  edit(message: StoredMessage, draft: Draft): StoredMessage;
  remove(message: StoredMessage): void;
  find(id: string | null): StoredMessage | undefined;
  /** Oldest first. */
  inChannel(channelId: string): readonly StoredMessage[];
}

/** How many messages are kept; the oldest go first. */
const KEPT = 10_000;

export function openMessageBook(deps: {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly cdn: Cdn;
  readonly nextId: () => string;
}): MessageBook {
  const { clock, journal, cdn, nextId } = deps;
  const messages = new Map<string, StoredMessage>();

  const write = (kind: EntryKind, message: StoredMessage, payload: unknown = drawMessage(message, cdn)) => {
    const owner = personWith(message.ephemeralFor ?? "");
    journal.add({
      place: "discord",
      kind,
      ...(owner ? { personId: owner.id } : {}),
      channelId: message.channelId,
      messageId: message.id,
      ...(message.madeBy ? { interactionId: message.madeBy.id } : {}),
      payload,
    });
  };

  const keepFiles = (draft: Draft) => {
    for (const file of draft.files) cdn.keep(file);
  };

  return {
    add(made) {
      const message: StoredMessage = { ...made, id: nextId(), createdAt: clock.now(), editedAt: null };
      messages.set(message.id, message);
      const oldest = messages.keys().next().value;
      if (messages.size > KEPT && oldest !== undefined) messages.delete(oldest);
      keepFiles(message);
      write("message", message);
      if (message.notified.length > 0) write("pinged", message, { personIds: message.notified });
      return message;
    },
    edit(message, draft) {
      const isAnswer = (message.flags & flag.loading) !== 0;
      const edited = { ...message, ...draft, editedAt: isAnswer ? null : clock.now() };
      messages.set(message.id, edited);
      keepFiles(draft);
      write("edited", edited);
      return edited;
    },
    remove(message) {
      messages.delete(message.id);
      write("deleted", message);
    },
    find: (id) => (id === null ? undefined : messages.get(id)),
    inChannel: (channelId) => [...messages.values()].filter((message) => message.channelId === channelId),
  };
}

/** Whom a new message notifies: those it mentions and, in a direct message, the person; nobody where it is sent silently. */
export function notifiedBy(message: {
  readonly flags: number;
  readonly channelId: string;
  readonly ephemeralFor: string | null;
  readonly mentioned: readonly string[];
}): readonly string[] {
  if (message.flags & (flag.suppressNotifications | flag.loading)) return [];
  const partner = placeWith(message.channelId)?.person?.discordId;
  const called = partner === undefined ? message.mentioned : [partner];
  return called.filter((id) => message.ephemeralFor === null || message.ephemeralFor === id);
}
