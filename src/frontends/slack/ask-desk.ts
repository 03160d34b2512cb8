import type { ChatMessage } from "../../core/chat.ts";
import { type Clock, within } from "../../core/clock.ts";
import type { Answer, Card, Command } from "../../core/command.ts";
import type { CommandDesk, Log } from "../../core/ports.ts";
import { times } from "./limits.ts";
import { named } from "./named.ts";
import { recentEvents } from "./recent-events.ts";
import { sentences } from "./sentences.ts";

/** What the desk says to one event; "again": it was asked about that event before, and answered with this. */
export type Asked = Answer | { readonly kind: "again"; readonly said: ChatMessage | null };

/** Asks the desk once about each event, in Slack's time; never rejects. `refuse` is told of a card that came too late. */
export function deskAsker(deps: {
  readonly desk: Pick<CommandDesk, "answer">;
  readonly clock: Clock;
  readonly log: Log;
  refuse(card: Card): void;
}): (command: Command) => Promise<Asked> {
  const { desk, clock, log, refuse } = deps;
  const recent = recentEvents(clock);

  async function answerTo(command: Command): Promise<Answer> {
    try {
      const asked = desk.answer(command);
      const answer = await within(clock, times.askDeskMs, asked);
      if (answer !== "late") return answer;
      log.error("slack answer late", { act: command.act.kind });
      asked.then(
        // Nobody will see this card: its job must not start.
        (late) => late.kind === "card" && refuse(late.card),
        (error) => log.error("slack answer failed", { act: command.act.kind, ...named(error) }),
      );
      return { kind: "private", message: sentences.late };
    } catch (error) {
      log.error("slack answer failed", { act: command.act.kind, ...named(error) });
      return { kind: "private", message: sentences.broken };
    }
  }

  return async (command) => {
    const said = recent.get(command.eventId);
    if (said !== undefined) {
      log.info("slack event came again", { act: command.act.kind });
      return { kind: "again", said: await said };
    }
    const answering = answerTo(command);
    recent.keep(
      command.eventId,
      answering.then((answer) => (answer.kind === "private" ? answer.message : null)),
    );
    const answer = await answering;
    // The same form, mended and sent again, may go by the same id.
    if (answer.kind === "form_error") recent.forget(command.eventId);
    return answer;
  };
}
