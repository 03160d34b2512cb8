import type { Clock } from "../../core/clock.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { NoticeStore } from "../../core/team/notice.ts";
import { openNotices } from "./open-notices.ts";

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
  for await (const page of openNotices(notices)) {
    const now = clock.now();
    await scheduler.ensure(page.map((id, nth) => ({ id, at: now + nth * SPREAD_MS })));
  }
}
