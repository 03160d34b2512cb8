import type { ReplyHandle } from "../../core/chat.ts";
import type { Clock } from "../../core/clock.ts";
import { WISH_MS, type Wishes } from "../../core/health/wishes.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import { isWish, type NoticeStore, noticeIdFrom, type WishNotice } from "../../core/team/notice.ts";
import { openNotices } from "./open-notices.ts";

/** People's wishes to be told that the service is well again, as notices: the id is made of the person, so that each has one. */
export function clearWishes(deps: {
  readonly notices: Pick<NoticeStore, "insert" | "load" | "save" | "remove" | "open">;
  readonly scheduler: Pick<Scheduler, "schedule">;
  readonly clock: Clock;
}): Wishes {
  const { notices, scheduler, clock } = deps;
  const idOf = (owner: Owner) => noticeIdFrom("clear", ownerName(owner));

  async function save(notice: WishNotice): Promise<void> {
    for (;;) {
      if (await notices.insert(notice)) return;
      const there = await notices.load(notice.id);
      // An unreadable one is in the way of nobody.
      if (!there) await notices.remove(notice.id);
      // It is being told just now.
      else if (there.notice.status === "begun") return;
      else if (await notices.save(notice, there.version)) return;
    }
  }

  return {
    async keep(owner, { task, reply, locale }) {
      const now = clock.now();
      const about = { kind: "clear", task, locale } as const;
      const due = { status: "due", attempts: 0, dueAt: now } as const;
      const notice: WishNotice = { v: 1, id: idOf(owner), about, createdAt: now, isDirect: true, reply, ...due };
      await save(notice);
      scheduler.schedule(notice.id, now);
    },
    async until(owner) {
      const notice = (await notices.load(idOf(owner)))?.notice;
      return notice && isWish(notice) ? notice.createdAt + WISH_MS : null;
    },
    remove: (owner) => notices.remove(idOf(owner)),
    async removeIn(installationId, madeBy) {
      for await (const page of openNotices(notices)) {
        for (const id of page) {
          const notice = (await notices.load(id))?.notice;
          if (!notice || !isWish(notice) || notice.createdAt > madeBy) continue;
          if (installationOf(notice.reply) === installationId) await notices.remove(id);
        }
      }
    },
  };
}

function installationOf(reply: ReplyHandle): string | null {
  return reply.platform === "slack" ? (reply.enterpriseId ?? reply.teamId) : null;
}
