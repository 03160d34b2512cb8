import type { EntryKind } from "../journal.ts";
import type { Person } from "../people.ts";
import { journalRefusal } from "./journal-refusal.ts";
import type { Envelope } from "./sockets.ts";
import type { World } from "./world.ts";

export interface Act {
  readonly kind: Extract<EntryKind, "command" | "press" | "submit_form" | "shortcut" | "event">;
  readonly person: Person;
  readonly channelId?: string;
  readonly messageId?: string;
  /** Trigger id, or the view's id for a form. */
  readonly interactionId: string;
  readonly envelope: Envelope;
  /** What the journal may keep of the payload; the payload itself where it is left out. */
  readonly kept?: unknown;
  /** Called at once with the bot's answer, if it came in time. A returned code says why Slack would not take it. */
  answered?(body: unknown): { readonly code: string; readonly why: string } | undefined;
  /** Called when the 3 s are over. */
  unanswered?(): void;
}

/** Sends what a person did to the bot and journals both sides. */
export function act({ journal, sockets }: Pick<World, "journal" | "sockets">, done: Act): void {
  const about = {
    place: "slack" as const,
    personId: done.person.id,
    ...(done.channelId !== undefined && { channelId: done.channelId }),
    ...(done.messageId !== undefined && { messageId: done.messageId }),
    interactionId: done.interactionId,
  };
  const refused = (code: string, why: string) =>
    journalRefusal(journal, {
      method: "ACK",
      path: done.envelope.type,
      status: 400,
      code,
      why,
      interactionId: done.interactionId,
    });

  journal.add({ ...about, kind: done.kind, payload: done.kept ?? done.envelope.payload });
  sockets.send(done.envelope, {
    answered(ms, body) {
      journal.add({ ...about, kind: "answered", payload: { ms, body } });
      const refusal = done.answered?.(body);
      if (refusal) refused(refusal.code, refusal.why);
    },
    unanswered() {
      journal.add({ ...about, kind: "unanswered", payload: { error: "operation_timeout" } });
      done.unanswered?.();
    },
    late: (ms) => refused("ack_too_late", `the answer came after ${ms} ms`),
  });
}

/** Waits for a socket; the person sees a failure where none comes. */
export async function connected({ journal, sockets }: Pick<World, "journal" | "sockets">, person: Person) {
  try {
    await sockets.ready();
  } catch (error) {
    journal.add({
      place: "slack",
      kind: "unanswered",
      personId: person.id,
      payload: { error: "dispatch_failed" },
    });
    throw error;
  }
}
