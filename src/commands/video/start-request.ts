import type { ChatMessage, ReplyHandle } from "../../core/chat.ts";
import type { JobId } from "../../core/job/ids.ts";
import { asksForHelp } from "../../core/request/one-word.ts";
import { planVideo } from "../../core/request/plan-video.ts";
import type { RequestProblem, VideoDraft } from "../../core/request/video-request.ts";
import { refuse } from "../../core/result.ts";
import { ownKeyInText } from "../../messages/ask/leaked-key.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import type { StartOutcome, Visit } from "../command-deps.ts";
import { stylesHere } from "../style/styles-here.ts";
import { choosePayer } from "../team/choose-payer.ts";
import { teamPurse } from "../team/may-spend.ts";
import { askFirst } from "./confirm.ts";
import { consentTo } from "./consent.ts";
import { judge } from "./judge.ts";
import { saysKey } from "./leak-guard.ts";
import { placeCard } from "./place-card.ts";
import { troubleNow } from "./trouble-now.ts";
import { withoutKey } from "./without-key.ts";

/** A request as its person gave it, and where its card belongs. */
export interface GivenRequest {
  /** Of the job that it becomes. */
  readonly id: JobId;
  readonly draft: VideoDraft;
  readonly reply: ReplyHandle;
  readonly workspace: string | null;
  /** How its card lives; absent: as the person's settings say. */
  readonly delivery?: { readonly isPrivate: boolean; readonly isSilent: boolean };
  /** It was typed without a form, so a prompt that is the word help may ask for help. */
  readonly mayAskForHelp?: boolean;
}

export type RequestOutcome =
  | StartOutcome
  /** Its person is asked first, by this message; the request is kept until then. */
  | { readonly kind: "asked"; readonly message: ChatMessage }
  /** It cannot be made as it was given. */
  | { readonly kind: "problem"; readonly problem: RequestProblem };

/** The one way from a request to its video: planned, asked about where that is due, and started. */
export async function startRequest(visit: Visit, given: GivenRequest): Promise<RequestOutcome> {
  const { deps, command, ask, startVideo, words } = visit;
  const { owner } = command;
  const { id, workspace } = given;
  const refused = { kind: "refused", message: cannotSave(words) } as const;

  const settings = await ask(() => deps.settings.get(owner));
  if (!settings.ok) return refused;
  const { isPrivate, isSilent } = given.delivery ?? settings.value;
  const styles = await stylesHere(visit);
  if (!styles.ok) return refused;
  const planned = planVideo(given.draft, settings.value, deps.judgeAddress, styles.value);
  if (!planned.ok) return { kind: "problem", problem: planned.refusal };
  const { request } = planned.value;
  const payer = await choosePayer(visit, planned.value.pay);
  if (!payer.ok) return { kind: "refused", message: payer.refusal };
  const pay = payer.value;

  const trouble = troubleNow(deps, request);
  const isHelp = given.mayAskForHelp === true && asksForHelp(request.prompt);
  const consent = isHelp
    ? refuse({ kind: "help", trouble } as const)
    : consentTo(planned.value, settings.value, { pay, trouble });
  if (!consent.ok) {
    // The key comes first: it is asked for once, and so is this.
    const key = await ask(() => deps.vault.get(owner));
    if (!key.ok) return refused;
    if (!key.value && !isHelp && pay === "mine") return withoutKey(visit, id, { each: [request], isSilent, isPrivate });
    const purse = pay !== "mine" && !isHelp ? await teamPurse(visit, pay) : null;
    if (purse?.ok === false) return { kind: "refused", message: purse.refusal };
    if (key.value && saysKey(request, key.value)) return { kind: "refused", message: ownKeyInText(words) };
    const judged = await judge(visit, [request]);
    if (!judged.ok) return judged.refusal;
    return {
      kind: "asked",
      message: await askFirst(visit, id, { judged: judged.value, isSilent, isPrivate, pay }, consent.refusal),
    };
  }
  const reply = placeCard(given.reply, isPrivate);
  return startVideo(visit, { id, owner, workspace, reply, consent: consent.value, isSilent, locale: words.locale });
}
