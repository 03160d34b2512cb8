import type { ChatMessage } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { Answer, Command } from "../../../core/command.ts";
import type { DeskInTime } from "../../../core/desk-in-time.ts";
import type { Log } from "../../../core/ports.ts";
import type { KnownEvents } from "../../../core/shared.ts";
import { times } from "../limits.ts";
import { recentEvents } from "./recent-events.ts";

/** What the desk says to one event; "again": it was asked about that event before, and answered with this. */
export type Asked = Answer | { readonly kind: "again"; readonly said: ChatMessage | null };

/** Asks the desk once about each event, in Slack's time; never rejects. */
export function deskAsker(deps: {
  readonly desk: Pick<DeskInTime, "ask">;
  readonly clock: Clock;
  readonly log: Log;
  /** What other processes have heard of; absent: there are none. */
  readonly events?: KnownEvents | undefined;
}): (command: Command) => Promise<Asked> {
  const { desk, clock, log, events } = deps;
  const recent = recentEvents(clock);

  async function answerTo(command: Command): Promise<Answer> {
    const leftMs = command.receivedAt + times.answerMs - clock.now();
    return desk.ask(command, Math.min(times.askDeskMs, Math.max(0, leftMs)));
  }

  /** Slack may deliver an event again to another process. */
  async function askOnce(command: Command): Promise<Asked> {
    const elsewhere = (await events?.begin(command.eventId)) ?? null;
    if (elsewhere) log.info("slack event came to another process first", { act: command.act.kind });
    return elsewhere ? { kind: "again", said: elsewhere.said } : answerTo(command);
  }

  return async (command) => {
    const said = recent.get(command.eventId);
    if (said !== undefined) {
      log.info("slack event came again", { act: command.act.kind });
      return { kind: "again", said: await said };
    }
    const answering = askOnce(command);
    recent.keep(command.eventId, answering.then(saidIn));
    const answer = await answering;
    if (answer.kind === "form_error") {
      // The same form, mended and sent again, may go by the same id.
      recent.forget(command.eventId);
      events?.forget(command.eventId);
    } else if (answer.kind !== "again") events?.answered(command.eventId, saidIn(answer));
    return answer;
  };
}

function saidIn(answer: Asked): ChatMessage | null {
  if (answer.kind === "again") return answer.said;
  return answer.kind === "private" ? answer.message : null;
}
