import type { Failure } from "../chat/failures.ts";
import { type Json, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";

/** Who says it. */
export const SLACKBOT = "USLACKBOT";

/**
 * The messages as Slack's client shows them where the app did not answer: of a command Slackbot tells its person alone,
 * and a press leaves a warning on its message. `failed` holds its words.
 */
export function withFailures(
  messages: readonly Json[],
  channelId: string,
  { failures, seat }: { readonly failures: readonly Failure[]; readonly seat: Seat },
): readonly Json[] {
  const ephemeralFor = seat.state.people.find(({ id }) => id === seat.personId)?.slackId;
  const rows = failures
    .filter(({ act }) => act.kind === "command" && act.channelId === channelId)
    .map((failure) => ({
      ts: (failure.at / 1_000).toFixed(6),
      channelId,
      userId: SLACKBOT,
      ephemeralFor,
      createdAt: failure.at,
      text: ofCommand(failure),
    }));
  const pressed = new Map(
    failures.flatMap((failure) => (failure.act.kind === "press" ? [[failure.act.messageId, ofPress(failure)]] : [])),
  );
  const marked = messages.map((message) => {
    const failed = pressed.get(text(message.ts));
    return failed === undefined ? message : { ...message, failed };
  });
  return [...marked, ...rows];
}

const isLate = ({ payload }: Failure): boolean => payload.error === "operation_timeout";

function ofCommand(failure: Failure): string {
  const command = text(failure.act.payload.command);
  if (isLate(failure)) return `${command} failed because the app did not respond.`;
  return `${command} failed with the error "${text(failure.payload.error)}"`;
}

function ofPress(failure: Failure): string {
  return isLate(failure)
    ? "This app did not respond in time. Apps need to respond within 3 seconds."
    : "This app responded with an error. Try again in a moment.";
}
