import type { ButtonAction } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { waitsForService } from "../../core/job/job.ts";
import type { Question, UnconfirmedRequest } from "../../core/request/unconfirmed-request.ts";
import { severalStarted, startLabel } from "../../messages/ask/confirm-batch.ts";
import { confirmPrice, helpOrVideo, questionTooOld } from "../../messages/ask/confirm-price.ts";
import { alreadyOnItsWay, cannotSave } from "../../messages/ask/notices.ts";
import { startsLater, withTrouble } from "../../messages/ask/trouble.ts";
import { noKeyYet } from "../../messages/pages/keys.ts";
import type { Visit } from "../command-deps.ts";
import { answerStart } from "./answer-start.ts";
import { consentToConfirmed } from "./consent.ts";
import type { Judged } from "./judge.ts";
import { placeCard } from "./place-card.ts";
import { withWait } from "./with-wait.ts";
import { withOffer } from "./without-key.ts";

/** Keeps the request under the id of its job to be, and asks whether to start it. */
export async function askFirst(
  visit: Visit,
  id: JobId,
  { judged, ...how }: Omit<UnconfirmedRequest, "request" | "each"> & { readonly judged: Judged },
  question: Question,
): Promise<ChatMessage> {
  const { deps, command, ask, words } = visit;
  const [request] = judged.each;
  const { pay } = how;
  const stored = await ask(() => deps.unconfirmed.keep(command.owner, id, { request, ...how }));
  if (!stored.ok) return cannotSave(words);
  const { trouble } = question;
  const asked =
    question.kind === "help"
      ? helpOrVideo(id, { request, pay }, words)
      : await withWait(visit, confirmPrice(id, { request, pay, ...question }, words));
  return trouble ? withTrouble(asked, trouble, id, words) : asked;
}

/** Starts what was asked about, now or once the video service is well again; pressed often, it is still one video. */
export async function startConfirmed(
  visit: Visit,
  pressed: Extract<ButtonAction, { kind: "start_kept" | "wait_kept" | "pay_kept" }>,
): Promise<Answer> {
  const { jobId: id } = pressed;
  const { deps, command, ask, startVideo, words } = visit;
  const { owner, workspace } = command;
  const found = await ask(() => deps.unconfirmed.find(owner, id));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  if (!found.value) return { kind: "replace_message", message: questionTooOld(words) };

  const { isSilent, isPrivate } = found.value;
  const consent = consentToConfirmed(found.value, pressed);
  const reply = placeCard(command.reply, isPrivate);
  const isLater = pressed.kind === "wait_kept" || (pressed.kind === "pay_kept" && pressed.when === "clear");
  const wait = isLater ? { wait: { for: "service" } as const } : {};
  const wanted = { id, owner, workspace, reply, consent, isSilent, locale: words.locale, ...wait };
  const outcome = await startVideo(visit, wanted);
  const isBatch = consent.each.length > 1;
  if (outcome.kind === "no_key") {
    const label = isBatch ? startLabel(consent.each, words) : words.buttons.startIt;
    return { kind: "private", message: withOffer(noKeyYet("startIt", words, label), outcome, visit) };
  }
  if (outcome.kind === "already_accepted") return { kind: "replace_message", message: alreadyOnItsWay(words) };
  const answer = await answerStart(visit, outcome);
  if (answer.kind !== "card" || outcome.kind !== "started") return answer;
  if (waitsForService(outcome.job)) return { ...answer, instead: startsLater(words) };
  return isBatch ? { ...answer, instead: severalStarted(words) } : answer;
}
