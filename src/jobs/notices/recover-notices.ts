import type { Clock } from "../../core/clock.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { NoticeId, NoticeStore } from "../../core/team/notice.ts";

const PAGE = 500;
/** Those that are held up begin so far apart. */
const SPREAD_MS = 5;

/** Sets an alarm for every notice that is not over and has none: each looks for itself what is left to do. */
export async function recoverNotices({
  notices,
  scheduler,
  clock,
}: {
  readonly notices: Pick<NoticeStore, "open">;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}): Promise<void> {
  let after: NoticeId | null = null;
  for (;;) {
    const page: Awaited<ReturnType<NoticeStore["open"]>> = await notices.open(after, PAGE);
    const now = clock.now();
    await scheduler.ensure(page.map(({ id }, nth) => ({ id, at: now + nth * SPREAD_MS })));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}
