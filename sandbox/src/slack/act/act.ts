import { randomUUID } from "node:crypto";
import type { EntryKind } from "../../journal.ts";
import type { Person } from "../../people.ts";
import { journalRefusal } from "../journal-refusal.ts";
import type { World } from "../world.ts";
import type { Envelope, Hearing } from "./delivery.ts";

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

/** Slack delivers an event that nobody acknowledged three times more. Source: docs.slack.dev, apis/events-api (read 2026-11-21). */
const retryAfterMs = [0, 60_000, 300_000] as const;

/** Sends what a person did to the bot and journals both sides. */
export function act(world: Pick<World, "clock" | "journal" | "delivery" | "last">, done: Act): void {
  const { clock, journal, delivery, last } = world;
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
  const hearing: Hearing = {
    answered(ms, body) {
      journal.add({ ...about, kind: "answered", payload: { ms, body } });
      const refusal = done.answered?.(body);
      if (refusal) refused(refusal.code, refusal.why);
    },
    unanswered(error) {
      journal.add({ ...about, kind: "unanswered", payload: { error } });
      done.unanswered?.();
      if (envelope.type === "events_api") retryLater();
    },
    late: (ms) => refused("ack_too_late", `the answer came after ${ms} ms`),
  };
  const envelope: Envelope = { envelope_id: randomUUID(), ...done.envelope };
  let attempt = 0;
  const again = () => {
    attempt += 1;
    const retry = envelope.type === "events_api" ? { retry_attempt: attempt, retry_reason: "timeout" } : {};
    if (delivery.isReady()) delivery.send({ ...envelope, ...retry }, hearing);
  };
  const retryLater = () => {
    const waitMs = retryAfterMs[attempt];
    if (waitMs !== undefined) clock.after(waitMs, again);
  };
  last.again = again;
  delivery.send(envelope, hearing);
}

/** Waits for a way to the bot; the person sees a failure where none comes. */
export async function connected({ journal, delivery }: Pick<World, "journal" | "delivery">, person: Person) {
  try {
    await delivery.ready();
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
