import { partsOf } from "../../core/batch/parts-of.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { chainOf } from "../../core/film/chain.ts";
import type { Job } from "../../core/job/job.ts";
import { cardOf } from "../../messages/card/card.ts";
import { notificationOf } from "../../messages/card/notification.ts";
import type { JobDeps } from "../deps.ts";

type DrawDeps = Pick<JobDeps, "jobs" | "clock" | "canContinue">;

/** The job's card as it is now: of one video, or of all parts of a batch. */
export async function drawCard(deps: DrawDeps, job: Job): Promise<ChatMessage> {
  const parts = await partsOf(deps.jobs, job);
  return cardOf(
    job,
    deps.clock.now(),
    parts.map((part) => part.job),
    await chainOf(deps, job),
  );
}

/** The one new message that tells of its end. */
export async function drawNotification(deps: DrawDeps, job: Job): Promise<ChatMessage> {
  const parts = await partsOf(deps.jobs, job);
  return notificationOf(
    job,
    deps.clock.now(),
    parts.map((part) => part.job),
  );
}
