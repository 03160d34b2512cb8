import type { Json } from "../core/json.ts";
import type { Place } from "../core/page-state.ts";
import type { Entry } from "../service/steps.ts";

/** The bot did not answer an act. The platform's client shows that only to the person. */
export interface Failure {
  readonly id: string;
  readonly act: Entry;
  readonly at: number;
  readonly payload: Json;
}

export type Failures = ReturnType<typeof openFailures>;

const ACTS = ["command", "press", "submit_form"];
const KEPT = 100;

export function openFailures() {
  const acts = new Map<string, Entry>();
  let failures: readonly Failure[] = [];

  const isPressedAgain = (act: Entry) => (failure: Failure) =>
    act.kind === "press" &&
    failure.act.kind === "press" &&
    failure.act.messageId === act.messageId &&
    failure.act.personId === act.personId;

  return {
    add(entry: Entry) {
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

export interface FailureTexts {
  idOf(message: Json): string;
  line(failure: Failure): Json;
  words(failure: Failure): string;
}

/** A failed command gets its own line. Other failures are shown below their message, in `failed`. */
export function withFailures(
  messages: readonly Json[],
  channelId: string,
  { failures, failureTexts }: { readonly failures: readonly Failure[]; readonly failureTexts: FailureTexts },
): readonly Json[] {
  const words = new Map<string, string>();
  const lines: Json[] = [];
  for (const failure of failures) {
    const { act, at: createdAt } = failure;
    if (act.kind === "press") words.set(act.messageId, failureTexts.words(failure));
    if (act.kind === "command" && act.channelId === channelId)
      lines.push({ channelId, createdAt, ...failureTexts.line(failure) });
  }
  const marked = messages.map((message) => {
    const failed = words.get(failureTexts.idOf(message));
    return failed === undefined ? message : { ...message, failed };
  });
  return [...marked, ...lines].toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
}
