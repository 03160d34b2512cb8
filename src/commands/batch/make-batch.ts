import { chained } from "../../core/batch/chain.ts";
import { type PlannedBatch, planBatch } from "../../core/batch/plan-batch.ts";
import type { ChatMessage } from "../../core/chat.ts";
import type { Act, Answer } from "../../core/command.ts";
import { jobIdFrom } from "../../core/job/ids.ts";
import type { UnconfirmedRequest } from "../../core/request/unconfirmed-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { batchForm } from "../../messages/ask/batch-form.ts";
import { batchProblemOf } from "../../messages/ask/batch-problem.ts";
import { confirmBatch } from "../../messages/ask/confirm-batch.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { defaultValues } from "../../messages/ask/forms.ts";
import { ownKeyInText } from "../../messages/ask/leaked-key.ts";
import { cannotSave, unknownAct } from "../../messages/ask/notices.ts";
import { withTrouble } from "../../messages/ask/trouble.ts";
import type { Visit } from "../command-deps.ts";
import { stylesHere } from "../style/styles-here.ts";
import { choosePayer } from "../team/choose-payer.ts";
import { teamPurse } from "../team/may-spend.ts";
import { formAnswer } from "../video/form-answer.ts";
import { type Judged, judge } from "../video/judge.ts";
import { saysKey } from "../video/leak-guard.ts";
import { roomOf, sayNoRoom } from "../video/no-room.ts";
import { worstTrouble } from "../video/trouble-now.ts";

/** The form for several videos, as the person's own settings have it. */
export async function openBatchForm(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const settings = await ask(() => deps.settings.get(command.owner));
  if (!settings.ok) return { kind: "private", message: cannotSave(words) };
  const isShort = command.owner.platform === "discord";
  const canChain = deps.canContinue(command);
  return formAnswer(visit, batchForm({ values: defaultValues(settings.value), isShort, canChain }, words));
}

/** Plans what the form says, and always asks before any of it is started. */
export async function makeBatch(visit: Visit, given: Extract<Act, { kind: "make_batch" }>): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { owner, eventId } = command;
  // Its form was opened before that changed.
  const isOutOfDate = given.make === "chain" && !deps.canContinue(command);
  if (isOutOfDate) return { kind: "private", message: unknownAct(deps.prefix, words) };
  const settings = await ask(() => deps.settings.get(owner));
  if (!settings.ok) return { kind: "private", message: cannotSave(words) };
  const styles = await stylesHere(visit);
  if (!styles.ok) return { kind: "private", message: cannotSave(words) };
  const isHidden = given.draft.image?.file !== undefined && deps.files === null;
  const planned = isHidden
    ? refuse({ kind: "draft", problem: { kind: "picture_private" }, line: null } as const)
    : planBatch(given, settings.value, deps.judgeAddress, styles.value);
  if (!planned.ok) {
    const { field, ...said } = batchProblemOf(planned.refusal, given.draft.prompt, words);
    return {
      kind: "form_error",
      field: given.draft.image !== null && field === "image_url" ? "image" : field,
      ...said,
    };
  }
  const { isSilent, isPrivate } = settings.value;
  const pay = await payerOf(visit, planned.value);
  if (!pay.ok) return { kind: "private", message: pay.refusal };
  const id = jobIdFrom(owner.platform, eventId);
  const { noticed } = planned.value;
  const each = given.make === "chain" ? chained(id, planned.value.each) : planned.value.each;
  const judged = await judge(visit, each);
  if (!judged.ok) return { kind: "form_error", ...draftProblemOf(judged.refusal, words) };
  const how = { isSilent, isPrivate, pay: pay.value };
  return { kind: "private", message: await asked(visit, id, { judged: judged.value, how, noticed }) };
}

/** Who pays for all of it; refuses where a team does not let them, or their own key stands in what was typed. */
async function payerOf(visit: Visit, { each, pay }: PlannedBatch): Promise<Result<PaidBy, ChatMessage>> {
  const { deps, command, ask, words } = visit;
  const payer = await choosePayer(visit, pay);
  if (!payer.ok) return payer;
  const purse = payer.value === "mine" ? null : await teamPurse(visit, payer.value);
  if (purse?.ok === false) return purse;
  const own = await ask(() => deps.vault.get(command.owner));
  if (!own.ok) return refuse(cannotSave(words));
  const { value: key } = own;
  const saysOwn = key !== null && each.some((request) => saysKey(request, key));
  return saysOwn ? refuse(ownKeyInText(words)) : ok(payer.value);
}

interface ToAsk {
  readonly judged: Judged;
  readonly how: Omit<UnconfirmedRequest, "request" | "each"> & { readonly pay: PaidBy };
  readonly noticed: readonly string[];
}

/** The one question; what does not fit is refused whole, before it is asked. */
async function asked(visit: Visit, id: string, { judged, how, noticed }: ToAsk): Promise<ChatMessage> {
  const { deps, command, ask, words } = visit;
  const { each } = judged;
  const { pay } = how;
  const room = await roomOf(visit);
  if (room.ok && room.value.inAll < each.length) return sayNoRoom(visit, each.length);
  const kept = { request: each[0], ...(each.length > 1 && { each }), ...how };
  const stored = await ask(() => deps.unconfirmed.keep(command.owner, id, kept));
  if (!stored.ok) return cannotSave(words);
  const question = confirmBatch(id, { each, pay, noticed, room: room.ok ? room.value : null }, words);
  const trouble = worstTrouble(deps, each);
  return trouble ? withTrouble(question, trouble, id, words) : question;
}
