import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Job, Waiting } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";
import { withdrawButton } from "./buttons.ts";
import { coarseTime } from "./coarse-time.ts";
import { deciderOf } from "./decision.ts";
import { timeAt } from "./outcome.ts";

/** The card of a video that has not begun: what it waits for, until when, and that nothing was charged. */
export function waitingWords(job: Job, { for: cause, until, place }: Waiting, now: EpochMs, words: Words): ChatMessage {
  const { approvals, queue, state } = words;
  const expires = approvals.expires(timeAt(until, words));
  const buttons = [withdrawButton(job.id, words)];
  switch (cause) {
    case "approval": {
      const body = [...paragraphs(approvals.asked, ...unreachedLine(job, words), approvals.theySee), expires];
      return message({ tone: "waiting", title: state.waitingForApproval, body, buttons });
    }
    case "turn": {
      const decision = job.approval?.decision;
      const approved = decision ? [approvals.approvedBy(deciderOf(decision, words))] : [];
      const starts = job.team ? approvals.turn(job.price) : queue.starts;
      const body = [...approved, ...paragraphs(...placeLine(place, now, words), starts, queue.noRoom)];
      const leave = { ...withdrawButton(job.id, words), label: queue.leave };
      return message({ tone: "waiting", title: state.waitingForTurn, body, buttons: [leave] });
    }
    case "service": {
      const { starts, reserved } = words.outage;
      const body = [...paragraphs(starts, ...(job.team ? [reserved(job.price)] : [])), expires];
      return message({ tone: "waiting", title: state.waitingForService, body, buttons });
    }
    case "film":
      return message({
        tone: "waiting",
        title: state.waitingForFilm,
        body: paragraphs(words.several.startsAfter),
        buttons,
      });
    default:
      return unreachable(cause);
  }
}

/** The first words of its card where that can be lost and never be found again: they stay true, whatever is decided. */
export function waitingBlind(job: Job, words: Words): ChatMessage {
  const { approvals, card } = words;
  const { title, body } = card.received;
  const asked = job.approval ? [approvals.asked, approvals.theySee] : [];
  return told("plain", { title, body: [...body, ...asked] }, { buttons: [withdrawButton(job.id, words)] });
}

/** Where the question could not be posted: it still waits for an answer. */
function unreachedLine({ approval }: Job, { approvals }: Words): readonly string[] {
  return approval?.isUnreached ? [approvals.unreached] : [];
}

/** Nothing where it was not looked at yet. */
function placeLine(place: Waiting["place"], now: EpochMs, words: Words): readonly string[] {
  if (!place) return [];
  const { nth, startsAt } = place;
  return [words.queue.place(nth, startsAt === null ? null : coarseTime(Math.max(0, startsAt - now), words))];
}
