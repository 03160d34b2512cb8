import type { ActionOf } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { type Answer, usedAt } from "../../core/command.ts";
import { eventIdFrom, type JobId, ownerName } from "../../core/job/ids.ts";
import { type Job, takesPlace } from "../../core/job/job.ts";
import type { UnconfirmedRequest } from "../../core/request/kept-request.ts";
import { asksForHelp } from "../../core/request/one-word.ts";
import { planVideo } from "../../core/request/plan-video.ts";
import { type Credits, priceOf } from "../../core/request/price.ts";
import {
  type DraftProblem,
  type RequestProblem,
  typedPrompt,
  type VideoDraft,
  type VideoRequest,
} from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { findStyle, styleId } from "../../core/style.ts";
import { normalisePrompt } from "../../core/text/prompt-text.ts";
import { draftProblemOf, ownKeyInText } from "../../messages/ask/draft-problems.ts";
import {
  confirmPrice,
  helpOrVideo,
  startLabel,
  waitsForTurnToo,
  withTrouble,
} from "../../messages/ask/price-questions.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import { buttonFor } from "../../messages/card/buttons.ts";
import { noKeyYet } from "../../messages/pages/keys-page.ts";
import { askedInstead } from "../../messages/team/team-refusals.ts";
import { isKeyIn } from "../leak-guard.ts";
import { stylesHere } from "../saved-styles.ts";
import { choosePayer, teamAccount } from "../team/team-account.ts";
import { pictureRules, privateReply, replaceMessage, type StartOutcome, type Visit } from "../visit.ts";
import { consentTo, consentToConfirmed } from "./consent.ts";
import { type Judged, judge } from "./judge.ts";
import { answerStart, deliveryOf, withOffer, withoutKey } from "./start-video.ts";

interface Edited {
  readonly id: JobId;
  readonly of: Job;
}

/** A request without a key is stored until there is one. */
export async function makeVideo(
  visit: Visit,
  typed: VideoDraft,
  { from, edited }: { readonly from: "command" | "form"; readonly edited?: Edited },
): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { eventId, owner } = command;
  const whole = await withRecentPrompt(visit, typed);
  if (!whole.ok) return privateReply(whole.refusal);
  const draft = whole.value;

  const outcome = await startRequest(visit, {
    id: edited?.id ?? eventIdFrom(owner, eventId),
    draft,
    ...(edited && { delivery: deliveryOf(edited.of) }),
    // In a form, "help" must be a prompt: the form has already shown the price.
    mayAskForHelp: from === "command",
  });
  switch (outcome.kind) {
    case "problem":
      return answerProblem(visit, outcome.problem, { draft, from });
    case "denied":
      return answerProblem(visit, outcome, { draft, from });
    case "asked":
      return privateReply(outcome.message);
    case "no_key": {
      const { price } = outcome;
      await ask(() => deps.pending.keep(owner, { eventId, draft, price, ...usedAt(command) }));
      return privateReply(withOffer(noKeyYet(outcome, null, words), outcome, visit));
    }
    default:
      return answerStart(visit, outcome);
  }
}

/** Quotes the input, because the person should not have to type it again. */
async function answerProblem(
  { deps, command, ask, words }: Visit,
  problem: RequestProblem,
  { draft, from }: { readonly draft: VideoDraft; readonly from: "command" | "form" },
): Promise<Answer> {
  const { field, text, ...refused } = draftProblemOf(problem, words);
  const key = await ask(() => deps.vault.get(command.owner));
  const mayQuote = problem.kind !== "denied" && !key?.isIn(normalisePrompt(draft.prompt));
  const message = { ...refused.message, quote: mayQuote ? draft.prompt || null : null };
  if (from === "command") return { kind: "private", message };
  const isOfFile = draft.image !== null && field === "image_url" && problem.kind !== "two_pictures";
  // This button reopens the form if it could not stay open.
  const buttons = message.buttons.length > 0 ? message.buttons : [buttonFor({ kind: "make_video" }, words)];
  return { kind: "form_error", field: isOfFile ? "image" : field, text, message: { ...message, buttons } };
}

export interface GivenRequest {
  readonly id: JobId;
  readonly draft: VideoDraft;
  readonly delivery?: { readonly isPrivate: boolean; readonly isSilent: boolean };
  readonly named?: Credits;
  readonly mayAskForHelp?: boolean;
}

export type RequestOutcome =
  | StartOutcome
  /** The person must answer a question first. Until then the request is stored. */
  | { readonly kind: "asked"; readonly message: ChatMessage }
  | { readonly kind: "problem"; readonly problem: RequestProblem };

export async function startRequest(visit: Visit, given: GivenRequest): Promise<RequestOutcome> {
  const { deps, command, ask, startVideo, words } = visit;
  const { owner } = command;
  const { id } = given;

  const settings = await ask(() => deps.settings.get(owner));
  const { isPrivate, isSilent } = given.delivery ?? settings;
  const planned = planVideo(given.draft, settings, pictureRules(visit), await stylesHere(visit));
  if (!planned.ok) return { kind: "problem", problem: planned.refusal };
  const { request } = planned.value;
  const pay = await choosePayer(visit, planned.value.pay);

  const isHelp = given.mayAskForHelp === true && asksForHelp(request.prompt);
  const consent = isHelp
    ? refuse(null)
    : consentTo(planned.value, settings, { pay, trouble: deps.health.trouble(), named: given.named });
  if (!consent.ok) {
    // Ask for the key before asking about the request.
    const key = await ask(() => deps.vault.get(owner));
    if (!key && !isHelp && pay === "mine") return withoutKey(visit, id, { each: [request], isSilent, isPrivate });
    const account = pay !== "mine" && !isHelp ? await teamAccount(visit, pay) : null;
    const unpaid = account?.ok === false ? account.refusal : null;
    if (unpaid && !key) return { kind: "refused", message: unpaid.keyless };
    if (key && isKeyIn([request], key)) return { kind: "refused", message: ownKeyInText(words) };
    const judged = await judge(visit, [request]);
    if (!judged.ok) return judged.refusal;
    const payer = unpaid ? "mine" : pay;
    const asked = { jobId: id, request, pay: payer };
    const question = consent.refusal
      ? await withWait(visit, confirmPrice(asked, consent.refusal, words))
      : helpOrVideo(asked, words);
    const shown = unpaid
      ? askedInstead(unpaid.message, question, { jobId: id, price: priceOf(request) }, words)
      : question;
    const flagsAsText = consent.refusal?.flagsAsText;
    const how = { isSilent, isPrivate, pay: payer, ...(flagsAsText && { flagsAsText: [flagsAsText] }) };
    return { kind: "asked", message: await askAbout(visit, id, { judged: judged.value, how }, shown) };
  }
  return startVideo(visit, { id, consent: consent.value, isSilent, isPrivate, isVideoWanted: settings.isAttached });
}

/** The longest value of a choice, in UTF-16 units. Source: Discord docs, application-commands (read 2026-11-21). */
export const VALUE_MAX = 100;
const REFERENCE = /^prompt of video ([0-9a-f]{20})$/;

/** A longer prompt is replaced by a reference to its job. */
export function promptValue({ id, request }: Pick<Job, "id" | "request">): string {
  const prompt = typedPrompt(request);
  return prompt.length <= VALUE_MAX ? prompt : `prompt of video ${id}`;
}

async function withRecentPrompt(
  { deps, command, ask, words }: Visit,
  draft: VideoDraft,
): Promise<Result<VideoDraft, ChatMessage>> {
  const jobId = REFERENCE.exec(draft.prompt)?.[1];
  if (jobId === undefined) return ok(draft);
  const job = (await ask(() => deps.jobs.load(jobId)))?.job;
  if (!job || ownerName(job.owner) !== ownerName(command.owner)) return refuse(shortReply("forgottenPrompt", words));
  return ok({ ...draft, prompt: typedPrompt(job.request) });
}

/** Stores the request under its future job's id. Several presses of its button then make one video. */
export async function askAbout(
  { deps, command, ask, words }: Visit,
  id: JobId,
  { judged, how }: { readonly judged: Judged; readonly how: Omit<UnconfirmedRequest, "each"> },
  question: ChatMessage,
): Promise<ChatMessage> {
  await ask(() => deps.unconfirmed.keep(command.owner, id, { each: judged.each, ...how }));
  const trouble = deps.health.trouble();
  return trouble ? withTrouble(question, trouble, words) : question;
}

async function goneStyle(visit: Visit, each: readonly VideoRequest[]): Promise<DraftProblem | null> {
  const chosen = each.flatMap(({ style }) => style ?? []);
  if (chosen.length === 0) return null;
  const styles = await stylesHere(visit);
  const gone = chosen.find((style) => !findStyle(styles, styleId(style)));
  return gone ? { kind: "unknown_style", given: gone.name, names: styles.all.map(({ name }) => name) } : null;
}

export async function startConfirmed(
  visit: Visit,
  pressed: ActionOf<"start_kept" | "start_typed" | "pay_kept">,
): Promise<Answer> {
  const { jobId: id } = pressed;
  const { deps, command, ask, startVideo, words } = visit;
  const stored = await ask(() => deps.unconfirmed.find(command.owner, id));
  const consent = stored && consentToConfirmed(stored, pressed);
  if (!consent) return replaceMessage(shortReply("questionTooOld", words));
  const { isSilent, isPrivate, isCopy } = stored;
  const gone = isCopy ? null : await goneStyle(visit, consent.each);
  if (gone) return replaceMessage(draftProblemOf(gone, words).message);
  const { isAttached: isVideoWanted } = await ask(() => deps.settings.get(command.owner));
  const outcome = await startVideo(visit, { id, consent, isSilent, isPrivate, isVideoWanted });
  const isBatch = consent.each.length > 1;
  if (outcome.kind === "no_key") {
    const label = isBatch ? startLabel(consent.each, words) : words.buttons.startIt;
    return privateReply(withOffer(noKeyYet(outcome, label, words), outcome, visit));
  }
  if (outcome.kind === "already_accepted") return replaceMessage(shortReply("alreadyOnItsWay", words));
  const answer = await answerStart(visit, outcome);
  if (answer.kind !== "card" || outcome.kind !== "started") return answer;
  // The question must not stay above the card.
  return { ...answer, instead: shortReply(isBatch ? "severalStarted" : "started", words) };
}

/** Adds that the video will wait, if the person already has as many running as allowed. */
export async function withWait({ deps, command, ask, words }: Visit, question: ChatMessage): Promise<ChatMessage> {
  const open = await ask(() => deps.jobs.openJobsOf(command.owner));
  return open.filter(takesPlace).length >= deps.rules.maxJobsPerUser ? waitsForTurnToo(question, words) : question;
}
