import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import { type JobId, ownerName } from "../../core/job/ids.ts";
import { isSettled } from "../../core/job/job.ts";
import { tellsOthersUntil } from "../../core/job/tells-others.ts";
import {
  alreadyOver,
  cannotSave,
  goneCard,
  listFull,
  nobodyTold,
  toldAlready,
  toldAnyway,
  toldToo,
  toldUntil,
} from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";

/** Puts the presser on the list of those who are told of the end. Anybody may, once; the owner is told anyway. */
export async function notifyMe(visit: Visit, jobId: JobId): Promise<Answer> {
  return { kind: "private", message: await noted(visit, jobId) };
}

async function noted({ deps, command, ask, words }: Visit, jobId: JobId): Promise<ChatMessage> {
  const { userId } = command.owner;
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return cannotSave(words);
  if (!loaded.value) return goneCard(words);
  const { job } = loaded.value;
  if (isSettled(job)) return alreadyOver(words);
  if (ownerName(job.owner) === ownerName(command.owner) && !job.isSilent) return toldAnyway(words);
  const until = tellsOthersUntil(job.reply);
  if (deps.clock.now() >= until) return nobodyTold(words);
  if (job.notify.includes(userId)) return toldAlready(words);

  const after = await ask(() => deps.notifyMe(jobId, userId));
  if (!after.ok) return cannotSave(words);
  if (after.value?.notify.includes(userId)) return Number.isFinite(until) ? toldUntil(until, words) : toldToo(words);
  return after.value && !isSettled(after.value) ? listFull(words) : alreadyOver(words);
}
