import type { ActionOf } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { takesPlace, waitsForService } from "../../core/job/job.ts";
import type { UnconfirmedRequest } from "../../core/request/kept-request.ts";
import type { DraftProblem, VideoRequest } from "../../core/request/video-request.ts";
import { findStyle, styleId } from "../../core/style.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { notice } from "../../messages/ask/notices.ts";
import { startLabel, waitsForTurnToo, withTrouble } from "../../messages/ask/price-questions.ts";
import { noKeyYet } from "../../messages/pages/keys-page.ts";
import { stylesHere } from "../saved-styles.ts";
import { tell, tellInPlace, type Visit } from "../visit.ts";
import { consentToConfirmed } from "./consent.ts";
import type { Judged } from "./judge.ts";
import { answerStart, withOffer } from "./start-video.ts";

/**
 * Stores what is asked about under its future job's id, and returns the question, with the video service's trouble.
 * Several presses of its button make one video.
 */
export async function askAbout(
  { deps, command, ask, words }: Visit,
  id: JobId,
  { judged, how }: { readonly judged: Judged; readonly how: Omit<UnconfirmedRequest, "each"> },
  question: ChatMessage,
): Promise<ChatMessage> {
  await ask(() => deps.unconfirmed.keep(command.owner, id, { each: judged.each, ...how }));
  const { trouble } = deps.health.now();
  return trouble ? withTrouble(question, trouble, id, words) : question;
}

/** Returns the style of one of them that was removed since the question; null: none was. */
async function goneStyle(visit: Visit, each: readonly VideoRequest[]): Promise<DraftProblem | null> {
  const chosen = each.flatMap(({ style }) => style ?? []);
  if (chosen.length === 0) return null;
  const styles = await stylesHere(visit);
  const gone = chosen.find((style) => !findStyle(styles, styleId(style)));
  return gone ? { kind: "unknown_style", given: gone.name, names: styles.all.map(({ name }) => name) } : null;
}

/** Starts what was asked about, now or once the video service is healthy again. */
export async function startConfirmed(
  visit: Visit,
  pressed: ActionOf<"start_kept" | "start_typed" | "wait_kept"> | ActionOf<"pay_kept">,
): Promise<Answer> {
  const { jobId: id } = pressed;
  const { deps, command, ask, startVideo, words } = visit;
  const stored = await ask(() => deps.unconfirmed.find(command.owner, id));
  const consent = stored && consentToConfirmed(stored, pressed);
  if (!consent) return tellInPlace(notice("questionTooOld", words));
  const { isSilent, isPrivate, isCopy } = stored;
  const gone = isCopy ? null : await goneStyle(visit, consent.each);
  if (gone) return tellInPlace(draftProblemOf(gone, words).message);
  const isLater = pressed.kind === "wait_kept" || (pressed.kind === "pay_kept" && pressed.when === "clear");
  const wait = isLater ? { wait: { for: "service" } as const } : {};
  const outcome = await startVideo(visit, { id, consent, isSilent, isPrivate, ...wait });
  const isBatch = consent.each.length > 1;
  if (outcome.kind === "no_key") {
    const label = isBatch ? startLabel(consent.each, words) : words.buttons.startIt;
    return tell(withOffer(noKeyYet("startIt", words, label), outcome, visit));
  }
  if (outcome.kind === "already_accepted") return tellInPlace(notice("alreadyOnItsWay", words));
  const answer = await answerStart(visit, outcome);
  if (answer.kind !== "card" || outcome.kind !== "started") return answer;
  // The question does not stay above the card.
  const instead = waitsForService(outcome.job) ? "startsLater" : isBatch ? "severalStarted" : "started";
  return { ...answer, instead: notice(instead, words) };
}

/** Adds to a question that the video will wait for its turn, where all of its person's running places are taken. */
export async function withWait({ deps, command, ask, words }: Visit, question: ChatMessage): Promise<ChatMessage> {
  const open = await ask(() => deps.jobs.openJobsOf(command.owner));
  return open.filter(takesPlace).length >= deps.rules.maxJobsPerUser ? waitsForTurnToo(question, words) : question;
}
