import type { ActionOf } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { placeCard } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { takesPlace, waitsForService } from "../../core/job/job.ts";
import type { Question, UnconfirmedRequest } from "../../core/request/kept-request.ts";
import type { DraftProblem, VideoRequest } from "../../core/request/video-request.ts";
import { ok, type Result } from "../../core/result.ts";
import { findStyle, styleId } from "../../core/style.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { alreadyOnItsWay } from "../../messages/ask/notices.ts";
import {
  confirmPrice,
  helpOrVideo,
  questionTooOld,
  severalStarted,
  startLabel,
  startsLater,
  waitsForTurnToo,
  withTrouble,
} from "../../messages/ask/price-questions.ts";
import { noKeyYet } from "../../messages/pages/keys-page.ts";
import { stylesHere } from "../saved-styles.ts";
import { tell, tellInPlace, type Visit } from "../visit.ts";
import { consentToConfirmed } from "./consent.ts";
import type { Judged } from "./judge.ts";
import { answerStart, withOffer } from "./start-video.ts";

/** Stores the request under its future job's id, and asks whether to start it. */
export async function askFirst(
  visit: Visit,
  id: JobId,
  { judged, ...how }: Omit<UnconfirmedRequest, "request" | "each"> & { readonly judged: Judged },
  question: Question,
): Promise<ChatMessage> {
  const { deps, command, ask, words } = visit;
  const [request] = judged.each;
  const { pay } = how;
  const asTyped = question.kind === "price" && question.asTyped ? { asTyped: [question.asTyped] } : {};
  const stored = await ask(() => deps.unconfirmed.keep(command.owner, id, { request, ...asTyped, ...how }));
  if (!stored.ok) return stored.refusal;
  const { trouble } = question;
  const asked =
    question.kind === "help"
      ? helpOrVideo(id, { request, pay }, words)
      : await withWait(visit, confirmPrice(id, { request, pay, ...question }, words));
  return trouble ? withTrouble(asked, trouble, id, words) : asked;
}

/** Returns the style of one of them that was removed since the question; null: none was. */
async function goneStyle(
  visit: Visit,
  each: readonly VideoRequest[],
): Promise<Result<DraftProblem | null, ChatMessage>> {
  const chosen = each.flatMap(({ style }) => style ?? []);
  if (chosen.length === 0) return ok(null);
  const styles = await stylesHere(visit);
  if (!styles.ok) return styles;
  const gone = chosen.find((style) => !findStyle(styles.value, styleId(style)));
  const names = styles.value.all.map(({ name }) => name);
  return ok(gone ? { kind: "unknown_style", given: gone.name, known: names } : null);
}

/**
 * Starts what was asked about, now or once the video service is healthy again. Several presses still make one video.
 */
export async function startConfirmed(
  visit: Visit,
  pressed: ActionOf<"start_kept" | "start_typed" | "wait_kept"> | ActionOf<"pay_kept">,
): Promise<Answer> {
  const { jobId: id } = pressed;
  const { deps, command, ask, startVideo, words } = visit;
  const { owner, workspace } = command;
  const stored = await ask(() => deps.unconfirmed.find(owner, id));
  if (!stored.ok) return tell(stored.refusal);
  if (!stored.value) return tellInPlace(questionTooOld(words));

  const { isSilent, isPrivate } = stored.value;
  const consent = consentToConfirmed(stored.value, pressed);
  if (!consent) return tellInPlace(questionTooOld(words));
  const gone = stored.value.isCopy ? ok(null) : await goneStyle(visit, consent.each);
  if (!gone.ok) return tell(gone.refusal);
  if (gone.value) return tellInPlace(draftProblemOf(gone.value, words).message);
  const reply = placeCard(command.reply, isPrivate);
  const isLater = pressed.kind === "wait_kept" || (pressed.kind === "pay_kept" && pressed.when === "clear");
  const wait = isLater ? { wait: { for: "service" } as const } : {};
  const wanted = { id, owner, workspace, reply, consent, isSilent, locale: words.locale, ...wait };
  const outcome = await startVideo(visit, wanted);
  const isBatch = consent.each.length > 1;
  if (outcome.kind === "no_key") {
    const label = isBatch ? startLabel(consent.each, words) : words.buttons.startIt;
    return tell(withOffer(noKeyYet("startIt", words, label), outcome, visit));
  }
  if (outcome.kind === "already_accepted") return tellInPlace(alreadyOnItsWay(words));
  const answer = await answerStart(visit, outcome);
  if (answer.kind !== "card" || outcome.kind !== "started") return answer;
  if (waitsForService(outcome.job)) return { ...answer, instead: startsLater(words) };
  return isBatch ? { ...answer, instead: severalStarted(words) } : answer;
}

/** Adds to a question that the video will wait for its turn, where all of its person's running places are taken. */
export async function withWait({ deps, command, ask, words }: Visit, question: ChatMessage): Promise<ChatMessage> {
  const open = await ask(() => deps.jobs.openJobsOf(command.owner));
  const isFull = open.ok && open.value.filter(takesPlace).length >= deps.rules.maxJobsPerUser;
  return isFull ? waitsForTurnToo(question, words) : question;
}
