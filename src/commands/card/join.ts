import type { ChatMessage, PressedOn } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import { nthOf } from "../../core/film/continues.ts";
import { JOIN_WITHIN_MS, type JoinNews, partsToJoin } from "../../core/film/joining.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { cannotSave, somethingWentWrong, unknownAct } from "../../messages/ask/notices.ts";
import { cannotJoin, joining, joinNews, justJoined } from "../../messages/card/join.ts";
import type { Visit } from "../command-deps.ts";
import { isPlacedPrivately } from "../video/place-card.ts";
import { ownJob } from "./own-job.ts";

/** Makes one film of the owner's video and all before it, after the answer; of a batch of all that are made. It costs nothing. */
export async function joinVideos(visit: Visit, jobId: JobId, on: PressedOn): Promise<Answer> {
  const { deps, ask, words } = visit;
  const { clock } = deps;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const { value: card } = own;
  if (!deps.canContinue(card)) return { kind: "private", message: cannotJoin(words) };
  const found = await ask(() => partsToJoin(deps.jobs, card));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  const { value: parts } = found;
  const [first] = parts;
  if (!first) return { kind: "private", message: unknownAct(deps.prefix, words) };
  const missing = nthOf(first) - 1;
  if (missing > 0) {
    const news: JoinNews = { kind: "not_joined", why: "gone", nth: missing - 1, maxBytes: 0 };
    return { kind: "private", message: joinNews(news, parts, clock.now(), words) };
  }
  // Of two quick presses one is carried out, whichever process hears them.
  const isFirst = await ask(() => deps.rate(`join:${jobId}`, 1, JOIN_WITHIN_MS));
  if (!isFirst.ok) return { kind: "private", message: cannotSave(words) };
  if (!isFirst.value) return { kind: "private", message: justJoined(words) };
  const finish = async () => ({ message: await joined(visit, { card, parts, on }), card: null });
  return { kind: "working", message: joining(parts.length, clock.now(), words), isSaid: true, finish };
}

interface Pressed {
  readonly card: Job;
  readonly parts: readonly Job[];
  readonly on: PressedOn;
}

async function joined({ deps, command, words }: Visit, { card, parts, on }: Pressed): Promise<ChatMessage> {
  const { clock, log } = deps;
  const to = { reply: command.reply, card: on.place, isPrivate: isPlacedPrivately(card.reply) };
  try {
    return joinNews(await deps.joinParts(card, parts, to), parts, clock.now(), words);
  } catch (error) {
    log.error("videos not joined", { job: card.id, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}
