import type { Json } from "../core/json.ts";
import type { Place } from "../core/page-state.ts";

/** An entry of the journal, as much as is read of it here. */
interface Heard {
  readonly at: number;
  readonly place: Place | "video" | "bot";
  readonly kind: string;
  readonly personId: string;
  readonly channelId: string;
  readonly messageId: string;
  readonly interactionId: string;
  readonly payload: Json;
}

/** Something that a person did and the bot did not answer: the platform's own client tells them, and nobody else. */
export interface Failure {
  /** The interaction's. */
  readonly id: string;
  readonly act: Heard;
  readonly at: number;
  /** What the platform says of it. */
  readonly payload: Json;
}

export type Failures = ReturnType<typeof openFailures>;

const ACTS = ["command", "press", "submit_form"];
/** At most this many acts wait for an answer, and at most this many failures are shown; the oldest go first. */
const KEPT = 100;

/** Kept for as long as the page is: a client that is loaded anew has forgotten them, too. */
export function openFailures() {
  const acts = new Map<string, Heard>();
  let failures: readonly Failure[] = [];

  /** The next press on a message takes away what the last one left there. */
  const isPressedAgain = (act: Heard) => (failure: Failure) =>
    act.kind === "press" &&
    failure.act.kind === "press" &&
    failure.act.messageId === act.messageId &&
    failure.act.personId === act.personId;

  return {
    hear(entry: Heard) {
      const { kind, interactionId: id, at, payload } = entry;
      if (ACTS.includes(kind)) {
        acts.set(id, entry);
        const [oldest] = acts.keys();
        if (acts.size > KEPT && oldest !== undefined) acts.delete(oldest);
        const isOver = isPressedAgain(entry);
        failures = failures.filter((failure) => !isOver(failure));
      }
      const act = acts.get(id);
      if (kind === "answered") acts.delete(id);
      if (kind === "unanswered" && act) failures = [...failures, { id, act, at, payload }].slice(-KEPT);
    },
    at: (place: Place, personId: string): readonly Failure[] =>
      failures.filter(({ act }) => act.place === place && act.personId === personId),
    dismiss(id: string) {
      failures = failures.filter((failure) => failure.id !== id);
    },
  };
}
