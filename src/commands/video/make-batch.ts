import { partsToRetry, retryOf } from "../../core/batch/batch.ts";
import { type PlannedBatch, planBatch } from "../../core/batch/plan-batch.ts";
import { madeId } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { ActOf, Answer } from "../../core/command.ts";
import { chained } from "../../core/film/film-chain.ts";
import { eventIdFrom, type JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import type { SuspectedFlag } from "../../core/request/flags.ts";
import type { UnconfirmedRequest } from "../../core/request/kept-request.ts";
import { priceOfEach } from "../../core/request/price.ts";
import type { Denied } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { type PaidBy, paidBy } from "../../core/team/payer.ts";
import { partsOf } from "../../jobs/related-jobs.ts";
import { batchProblemOf, draftProblemOf, ownKeyInText } from "../../messages/ask/draft-problems.ts";
import { confirmBatch } from "../../messages/ask/price-questions.ts";
import { shortReply, unknownAct } from "../../messages/ask/short-replies.ts";
import { batchForm, defaultValues } from "../../messages/ask/video-forms.ts";
import { buttonFor } from "../../messages/card/buttons.ts";
import { isTeamsRefusal } from "../../messages/card/card-outcome.ts";
import { askedInstead, withPayerOffered } from "../../messages/team/team-refusals.ts";
import { isKeyIn } from "../leak-guard.ts";
import { stylesHere } from "../saved-styles.ts";
import { type AccountRefusal, choosePayer, teamAccount } from "../team/team-account.ts";
import { pictureLimits, pictureRules, privateReply, type Visit } from "../visit.ts";
import { isPictureGone, pressFor } from "./earlier-video.ts";
import { judge } from "./judge.ts";
import { askAbout } from "./make-video.ts";
import { deliveryOf, placesLeftFor, tooManyVideos } from "./start-video.ts";
import { formAnswer } from "./video-form.ts";

export async function openBatchForm(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const settings = await ask(() => deps.settings.get(command.owner));
  return formAnswer(
    visit,
    batchForm(defaultValues(settings), { canChain: deps.canContinue(command), limits: pictureLimits(visit) }, words),
  );
}

/** Always asks before starting any video. */
export async function makeBatch(visit: Visit, given: ActOf<"make_batch">): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { owner, eventId } = command;
  // When the form was opened, videos could still be continued here.
  const isOutOfDate = given.make === "chain" && !deps.canContinue(command);
  if (isOutOfDate) return privateReply(unknownAct(deps.prefix, words));
  const settings = await ask(() => deps.settings.get(owner));
  const styles = await stylesHere(visit);
  const isHidden = given.draft.image?.file !== undefined && deps.files === null;
  const planned = isHidden
    ? refuse({ kind: "draft", problem: { kind: "picture_private" }, line: null } as const)
    : planBatch(given, settings, pictureRules(visit), styles);
  if (!planned.ok) {
    const { field, text, message } = batchProblemOf(planned.refusal, given.draft.prompt, words);
    return {
      kind: "form_error",
      field: given.draft.image !== null && field === "image_url" ? "image" : field,
      text,
      // This button reopens the form if it could not stay open.
      message: { ...message, buttons: [buttonFor({ kind: "make_batch" }, words)] },
    };
  }
  const { isSilent, isPrivate } = settings;
  const payer = await resolvePayer(visit, planned.value);
  if (!payer.ok) return privateReply(payer.refusal);
  const { pay, unpaid } = payer.value;
  const id = eventIdFrom(owner, eventId);
  const { suspected } = planned.value;
  const inTurn = (requests: PlannedBatch["each"]) => (given.make === "chain" ? chained(id, requests) : requests);
  const each = inTurn(planned.value.each);
  const flagsAsText = planned.value.flagsAsText && inTurn(planned.value.flagsAsText);
  const request = { each, isSilent, isPrivate, pay, ...(flagsAsText && { flagsAsText }) };
  const asked = await askFirst(visit, id, request, { suspected, unpaid });
  return asked.ok ? privateReply(asked.value) : { kind: "form_error", ...draftProblemOf(asked.refusal, words) };
}

async function askFirst(
  visit: Visit,
  id: JobId,
  { each, ...how }: UnconfirmedRequest,
  { suspected, unpaid }: { readonly suspected: readonly SuspectedFlag[]; readonly unpaid: AccountRefusal | null },
): Promise<Result<ChatMessage, Denied>> {
  const judged = await judge(visit, each);
  if (!judged.ok) return judged;
  const placesLeft = await placesLeftFor(visit);
  if (placesLeft.inAll < each.length) return ok(tooManyVideos(visit, each.length, placesLeft));
  const { pay, flagsAsText = null } = how;
  const question = confirmBatch(id, { each, pay, suspected, flagsAsText, placesLeft }, visit.words);
  const kept = { jobId: id, price: priceOfEach(each) };
  const shown = unpaid ? askedInstead(unpaid.message, question, kept, visit.words) : question;
  return ok(await askAbout(visit, id, { judged: judged.value, how }, shown));
}

/** One payer for the whole batch. If the team does not pay (`unpaid`), the person does. */
async function resolvePayer(
  visit: Visit,
  { each, pay }: PlannedBatch,
): Promise<Result<{ readonly pay: PaidBy; readonly unpaid: AccountRefusal | null }, ChatMessage>> {
  const { deps, command, ask, words } = visit;
  const payer = await choosePayer(visit, pay);
  const account = payer === "mine" ? null : await teamAccount(visit, payer);
  const unpaid = account?.ok === false ? account.refusal : null;
  const key = await ask(() => deps.vault.get(command.owner));
  if (unpaid && !key) return refuse(unpaid.keyless);
  if (key && isKeyIn(each, key)) return refuse(ownKeyInText(words));
  return ok({ pay: unpaid ? "mine" : payer, unpaid });
}

export async function retryFailed(visit: Visit, jobId: JobId): Promise<Answer> {
  const { words } = visit;
  const pressed = await pressFor(visit, "retry_failed", jobId);
  if (!pressed.ok) return privateReply(pressed.refusal);
  const { job, nth } = pressed.value;
  const parts = await partsNow(visit, job);
  if (!parts.ok) return privateReply(parts.refusal);
  const id = madeId("retry_failed", jobId, nth);
  const [first, ...more] = retryOf(id, parts.value);
  if (!first) return privateReply(shortReply("nothingToRetry", words));
  const request = { each: [first, ...more], ...deliveryOf(job), pay: paidBy(job), isCopy: true } as const;
  const asked = await askFirst(visit, id, request, { suspected: [], unpaid: null });
  if (!asked.ok) return privateReply(draftProblemOf(asked.refusal, words).message);
  const isOfTeam = parts.value.map(outcomeOf).some((outcome) => outcome !== null && isTeamsRefusal(outcome));
  if (!job.team || !isOfTeam) return privateReply(asked.value);
  return privateReply(withPayerOffered(asked.value, "mine", { jobId: id, price: priceOfEach(request.each) }, words));
}

/** Refuses if the picture that the first retried video begins with is gone. */
async function partsNow(visit: Visit, job: Job): Promise<Result<readonly Job[], ChatMessage>> {
  const { deps, ask, words } = visit;
  const stored = await ask(() => partsOf(deps.jobs, job));
  const parts = stored.map((part) => part.job);
  const [first] = partsToRetry(parts);
  const gone = first !== undefined && (await isPictureGone(visit, first));
  return gone ? refuse(draftProblemOf({ kind: "picture_gone" }, words).message) : ok(parts);
}
