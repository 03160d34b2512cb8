import type { UserId } from "./ids.ts";
import type { Job } from "./job.ts";

/** One notification names this many people besides the owner; Discord's 2,000 characters hold no more. */
const NOTIFY_MAX = 39;

/** Adds somebody who wants to be notified of the end: once only, and the owner only if they are not notified anyway. */
export function withListener(job: Job, userId: UserId): Job {
  const isListed = (job.owner.userId === userId && !job.isSilent) || job.notify.includes(userId);
  return isListed || job.notify.length >= NOTIFY_MAX ? job : { ...job, notify: [...job.notify, userId] };
}

export function withoutListener(job: Job, userId: UserId): Job {
  return job.notify.includes(userId) ? { ...job, notify: job.notify.filter((each) => each !== userId) } : job;
}
