import type { Clock } from "../../core/clock.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import { type Notice, type NoticeStore, noticeIdFrom } from "../../core/team/notice.ts";
import type { TeamStore } from "../../core/team/team-store.ts";
import type { JobDeps } from "../deps.ts";

/** Saves what is to be said to the managers of a job's team, and wakes it. */
export function askManagers(deps: {
  readonly notices: Pick<NoticeStore, "insert">;
  readonly teams: Pick<TeamStore, "rules">;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}): JobDeps["askManagers"] {
  const { notices, teams, scheduler, clock } = deps;
  return async ({ id, team }) => {
    if (!team) throw new Error(`job ${id} waits for the managers of no team`);
    const stored = await teams.rules(team);
    // Its rules went meanwhile, and with them everybody who could be asked there.
    if (!stored?.rules.approvals) return;
    const now = clock.now();
    const notice: Notice = {
      v: 1,
      id: noticeIdFrom(id),
      team,
      about: { kind: "approval", job: id },
      createdAt: now,
      reply: stored.rules.approvals,
      status: "due",
      attempts: 0,
      dueAt: now,
    };
    await notices.insert(notice);
    scheduler.schedule(notice.id, now);
  };
}
