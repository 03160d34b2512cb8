import type { Bar, Button, ChatMessage, Tone } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { mayBeCharged } from "../../core/job/final-message.ts";
import {
  isSettled,
  type Job,
  type Outcome,
  outcomeOf,
  type Running,
  silenceOf,
  type Waiting,
  type Whole,
} from "../../core/job/job.ts";
import { expectedLeftMs } from "../../core/pace/next-poll.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, textMessage } from "../message.ts";
import type { Words } from "../words.ts";
import { buttonFor, dashboardButtons } from "./buttons.ts";
import { deciderOf, timeAt } from "./card-outcome.ts";

/** "42% done", "Ready", "Failed, 95 credits refunded" */
export function jobStateText(job: Whole, words: Words): string {
  const isOfVideos = job.state.status === "gathering" || outcomeOf(job)?.kind === "several";
  if (job.videos && isOfVideos) return severalState(job, job.videos, words).title;
  const outcome = outcomeOf(job);
  if (outcome) return outcomeText(outcome, words);
  const { state } = job;
  if (state.status === "waiting") return waitText(state.for, words);
  if (state.status !== "running") {
    return state.status === "accepted" && state.waitingFor ? words.state.waitingToStart : words.state.starting;
  }
  if (state.waitingFor === "key") return job.team ? words.team.waitingForKey : words.state.waitingForKey;
  if (state.waitingFor === "credits") return words.state.waitingForCredits;
  return state.percent === null ? words.state.running : words.amounts.percentDone(state.percent);
}

function waitText(cause: Waiting["for"], { state }: Words): string {
  const { waitingForApproval: approval, waitingForTurn: turn, waitingForFilm: film } = state;
  return { approval, turn, film }[cause];
}

function outcomeText(outcome: Outcome, { state }: Words): string {
  switch (outcome.kind) {
    case "succeeded":
      return outcome.videoUrl === null ? state.doneWithoutLink : state.ready;
    case "failed":
      return state.failed(outcome.refunded);
    case "refused":
      return outcome.refusal.kind === "unavailable" && outcome.refusal.sent ? state.nobodyKnows : state.refused;
    case "not_started":
      return mayBeCharged(outcome) ? state.nobodyKnows : state.notStarted;
    case "unknown":
      return state.nobodyKnows;
    case "several":
      return state.ended;
    default:
      return unreachable(outcome);
  }
}

export function severalState(
  batch: Job,
  parts: readonly Job[],
  { several }: Words,
): { readonly tone: Tone; readonly title: string } {
  const count = batch.parts?.length ?? parts.length;
  if (!isSettled(batch)) return { tone: "running", title: several.making(count) };
  const outcomes = parts.map(outcomeOf);
  const ready = outcomes.filter((one) => one?.kind === "succeeded").length;
  if (ready === count) return { tone: "good", title: several.ready(count) };
  if (outcomes.some((one) => one !== null && mayBeCharged(one)))
    return { tone: "unsure", title: several.partly(ready, count) };
  return ready > 0
    ? { tone: "plain", title: several.partly(ready, count) }
    : { tone: "bad", title: several.none(count) };
}

export function waitingStateMessage(
  job: Job,
  { for: cause, until, place }: Waiting,
  now: EpochMs,
  words: Words,
): ChatMessage {
  const { approvals, queue, several } = words;
  const withdraw = buttonFor({ kind: "withdraw", jobId: job.id }, words);
  const waiting = (body: ChatMessage["body"], button = withdraw) =>
    message({ tone: "waiting", title: waitText(cause, words), body, buttons: [button] });
  switch (cause) {
    case "approval":
      return waiting([
        ...paragraphs(approvals.asked, ...unreachedLine(job, words), approvals.theySee),
        approvals.expires(timeAt(until, words)),
      ]);
    case "turn": {
      const decision = job.approval?.decision;
      const approved = decision ? [approvals.approvedBy(deciderOf(decision, words))] : [];
      const texts = [...placeLine(place, now, words), queue.starts, ...reservedLine(job, words), queue.noRoom];
      return waiting([...approved, ...paragraphs(...texts)], { ...withdraw, label: queue.leave });
    }
    case "film":
      return waiting(paragraphs(several.startsAfter));
    default:
      return unreachable(cause);
  }
}

/** This card may be lost and then never be edited, so it shows only text that no decision makes wrong. */
export function waitingIfLost(job: Job, words: Words): ChatMessage {
  const { approvals, card } = words;
  const { title, body } = card.received;
  const asked = job.approval ? [approvals.asked, approvals.theySee] : [];
  return textMessage(
    "plain",
    { title, body: [...body, ...asked] },
    { buttons: [buttonFor({ kind: "withdraw", jobId: job.id }, words)] },
  );
}

/** The approval question could not be posted, but still waits for an answer. */
function unreachedLine({ approval }: Job, { approvals }: Words): readonly string[] {
  return approval?.isUnreached ? [approvals.unreached] : [];
}

/** Only a team's credits are reserved. */
function reservedLine({ team, price }: Job, { queue }: Words): readonly string[] {
  return team ? [queue.reserved(price)] : [];
}

function placeLine(place: Waiting["place"], now: EpochMs, words: Words): readonly string[] {
  if (!place) return [];
  const { nth, startsAt } = place;
  return [words.queue.place(nth, startsAt === null ? null : coarseTime(Math.max(0, startsAt - now), words))];
}

export function progressOf({ deadlineAt }: Job, state: Running, now: EpochMs, words: Words): Bar {
  const { card, amounts } = words;
  const { percent } = state;
  const isGuessed = now < deadlineAt && state.waitingFor === null && silenceOf(state, now) === null;
  const leftMs = isGuessed ? expectedLeftMs(state, now) : null;
  const texts = [
    percent === null ? card.noPercentage : amounts.percentDone(percent),
    ...(leftMs === null ? [] : [card.left(coarseTime(leftMs, words))]),
  ];
  return { percent, words: texts.join(amounts.comma) };
}

type Need = NonNullable<Running["waitingFor"]>;

export function needText(need: Need, { team: isTeams }: Pick<Job, "team">, { card, team }: Words): string {
  if (need === "key") return isTeams ? team.needsKey : card.needsKey;
  return isTeams ? team.needsCredits : card.needsCredits;
}

export function silenceTexts(videos: readonly Job[], now: EpochMs, { card }: Words): readonly string[] {
  const silences = new Set(videos.map(({ state }) => (state.status === "running" ? silenceOf(state, now) : null)));
  return (["no_answer", "no_link"] as const).filter((one) => silences.has(one)).map((one) => card.silent[one]);
}

/** Empty if only an admin of the team can help. */
export function needButtons(
  need: Need,
  { id: jobId, team }: Pick<Job, "id" | "team">,
  words: Words,
): readonly Button[] {
  if (team) return [];
  return need === "key" ? [buttonFor({ kind: "renew_key", jobId }, words)] : dashboardButtons("checkCredits", words);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** "less than a minute", "about 2 minutes", "about 3 hours" */
export function coarseTime(spanMs: number, { amounts }: Pick<Words, "amounts">): string {
  if (spanMs < MINUTE_MS) return amounts.lessThanAMinute;
  if (spanMs < 1.5 * HOUR_MS) return amounts.aboutMinutes(Math.round(spanMs / MINUTE_MS));
  return amounts.aboutHours(Math.round(spanMs / HOUR_MS));
}
