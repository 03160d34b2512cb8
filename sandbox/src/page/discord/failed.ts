import type { Failure } from "../chat/failures.ts";
import { type Json, records, text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { EPHEMERAL, isGivenUp } from "./reading.ts";

/** An option that is a subcommand. Source: Discord docs, interactions/application-commands (read 2026-11-21). */
const SUBCOMMAND = 1;

/** What Discord's client says of an answer that was put off and never came. */
const NO_RESPONSE = "The application did not respond";

/**
 * The messages as Discord's client shows them where the bot did not answer: a command has a message that says so in the
 * answer's place, for its person alone, and a press leaves red words under its message. `failed` holds the words.
 */
export function withFailures(
  messages: readonly Json[],
  channelId: string,
  { failures, seat }: { readonly failures: readonly Failure[]; readonly seat: Seat },
): readonly Json[] {
  const userId = seat.state.people.find(({ id }) => id === seat.personId)?.discordId;
  const rows = failures
    .filter(({ act }) => act.kind === "command" && act.channelId === channelId)
    .map(({ id, act, at, payload }) => ({
      id,
      channelId,
      authorId: seat.state.discord.botId,
      flags: EPHEMERAL,
      ephemeralFor: userId,
      createdAt: at,
      interaction: { name: nameOf(act.payload), userId },
      failed: text(payload.text),
      isLocal: true,
    }));
  const pressed = new Map(
    failures.flatMap(({ act, payload }) => (act.kind === "press" ? [[act.messageId, text(payload.text)]] : [])),
  );
  const marked = messages.map((message) => {
    const failed = isGivenUp(message, seat.state.now) ? NO_RESPONSE : pressed.get(text(message.id));
    return failed === undefined ? message : { ...message, failed };
  });
  return rows.length === 0 ? marked : [...marked, ...rows].toSorted((one, other) => madeAt(one) - madeAt(other));
}

const madeAt = ({ createdAt }: Json): number => Number(createdAt);

function nameOf({ name, options }: Json): string {
  const subcommand = records(options).find(({ type }) => type === SUBCOMMAND);
  return [text(name), text(subcommand?.name)].filter(Boolean).join(" ");
}
