import type { ChatMessage } from "../core/chat.ts";
import type { Answer } from "../core/command.ts";
import type { JobId } from "../core/job.ts";
import type { KeptRequest } from "../core/kept-request.ts";
import { type Credits, priceOf } from "../core/price.ts";
import type { Settings } from "../core/settings.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { confirmPrice, helpOrVideo, questionTooOld } from "../messages/confirm-price.ts";
import { noKeyYet } from "../messages/keys.ts";
import { cannotSave } from "../messages/notices.ts";
import { answerStart } from "./answer-start.ts";
import type { Visit } from "./command-deps.ts";
import { placeCard } from "./place-card.ts";

/** Whether its person wants to be asked before this is started. */
export function isToBeAsked({ confirmAbove }: Settings, { resolution, duration }: VideoRequest): boolean {
  return confirmAbove > 0 && priceOf(resolution, duration) > confirmAbove;
}

/** Keeps the request under the id of its job to be, and asks whether to start it: it costs more than `why` credits, or it only says "help". */
export async function askFirst(
  { deps, command, ask, words }: Visit,
  id: JobId,
  kept: KeptRequest,
  why: Credits | "help",
): Promise<ChatMessage> {
  const stored = await ask(() => deps.kept.keep(command.owner, id, kept));
  if (!stored.ok) return cannotSave(words);
  const { request } = kept;
  return why === "help" ? helpOrVideo(id, request, words) : confirmPrice(id, { request, above: why }, words);
}

/** Starts what was asked about; however often it is pressed, it is one video. */
export async function startKept(visit: Visit, id: JobId): Promise<Answer> {
  const { deps, command, ask, startVideo, words } = visit;
  const { owner, workspace } = command;
  const found = await ask(() => deps.kept.find(owner, id));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  if (!found.value) return { kind: "private", message: questionTooOld(words) };

  const { request, isSilent, isPrivate } = found.value;
  const reply = placeCard(command.reply, isPrivate);
  const outcome = await startVideo(ask, { id, owner, workspace, reply, request, isSilent, locale: words.locale });
  if (outcome.kind === "no_key") return { kind: "private", message: noKeyYet("startIt", words) };
  return answerStart(visit, outcome);
}
