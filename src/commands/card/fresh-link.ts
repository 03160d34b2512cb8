import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId } from "../../core/job/ids.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { alreadyOnItsWay, somethingWentWrong, unknownAct } from "../../messages/ask/notices.ts";
import { askingForLink, linkNews } from "../../messages/card/fresh-link.ts";
import type { Visit } from "../command-deps.ts";
import { ownJob } from "./own-job.ts";

/** Asks the service once for the link of the owner's video, after the answer; a new one replaces the old one on the card. */
export async function freshLink(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const outcome = outcomeOf(own.value);
  if (!outcome) return { kind: "private", message: alreadyOnItsWay(words) };
  if (outcome.kind !== "succeeded") return { kind: "private", message: unknownAct(deps.prefix, words) };
  return {
    kind: "working",
    message: askingForLink(words),
    finish: async () => ({ message: await asked(visit, own.value), card: null }),
  };
}

async function asked({ deps, words }: Visit, { id, team }: Job): Promise<ChatMessage> {
  const { askLink, clock, log } = deps;
  try {
    return linkNews(await askLink(id), { now: clock.now(), isTeams: team !== undefined }, words);
  } catch (error) {
    log.error("link not asked", { job: id, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}
