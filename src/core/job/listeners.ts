import type { UserId } from "./ids.ts";
import type { Job } from "./job.ts";

/** Most people besides the owner whom one notification names; Discord's 2,000 characters hold no more. */
const NOTIFY_MAX = 39;

/** Somebody who wants to be told of the end: once only, and the owner only where they are not told anyway. */
export function withListener(job: Job, userId: UserId): Job {
  const isListed = (job.owner.userId === userId && !job.isSilent) || job.notify.includes(userId);
  return isListed || job.notify.length >= NOTIFY_MAX ? job : { ...job, notify: [...job.notify, userId] };
}

export function withoutListener(job: Job, userId: UserId): Job {
  return job.notify.includes(userId) ? { ...job, notify: job.notify.filter((each) => each !== userId) } : job;
}
