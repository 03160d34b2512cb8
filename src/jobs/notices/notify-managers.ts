import type { AccessRules } from "../../core/access.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { Scheduler } from "../../core/engine.ts";
import { type NoticeId, noticeIdFrom, type Team, teamName, type UserId } from "../../core/job/ids.ts";
import type { Job } from "../../core/job/job.ts";
import { monthOf } from "../../core/period.ts";
import { type Credits, everyPrice } from "../../core/request/price.ts";
import type { Vault } from "../../core/stored-secrets.ts";
import type { Notice, NoticeAbout, NoticeStore } from "../../core/team/notice.ts";
import type { TeamRules } from "../../core/team/rules.ts";
import { holderOf, type RefusedKeys } from "../../core/team/team.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import { usedOf } from "../../core/team/usage.ts";
import type { Log } from "../../core/text/log-fields.ts";
import type { Secret } from "../../core/text/secret.ts";
import type { PollRefusal } from "../../core/video-service.ts";

const EMPTY_EVERY_MS = 3_600_000;
/** Share of a cap at which managers are warned. */
const MOST = 0.8;

interface PaidWith {
  readonly key: Secret;
  readonly calledAt: EpochMs;
}

export type Managers = ReturnType<typeof teamManagers>;

/** One notice per event, even if the event is reported repeatedly. */
export function teamManagers(deps: {
  readonly notices: Pick<NoticeStore, "insert" | "load" | "save">;
  readonly teams: Pick<TeamStore, "rules" | "spent">;
  readonly refused: RefusedKeys;
  readonly vault: Pick<Vault, "get">;
  readonly scheduler: Pick<Scheduler, "schedule">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly access: Pick<AccessRules, "blockedUsers">;
}) {
  const { notices, teams, refused, vault, scheduler, clock, log, access } = deps;

  /** Blocked people get no direct messages for managers. */
  const isBlocked = (rules: TeamRules | undefined, userId: UserId): boolean =>
    access.blockedUsers.has(userId) || (rules?.blocked.includes(userId) ?? false);

  async function notify(id: NoticeId, team: Team, about: NoticeAbout): Promise<void> {
    const rules = (await teams.rules(team))?.rules;
    const reply = rules?.approvals ?? rules?.savedBy;
    if (!reply || (!rules?.approvals && isBlocked(rules, reply.userId))) return;
    const now = clock.now();
    const alone = rules?.approvals ? {} : ({ isDirect: true } as const);
    const due = { reply, ...alone, status: "due", attempts: 0, dueAt: now } as const;
    const notice: Notice = { v: 1, id, team, about, createdAt: now, ...due };
    await notices.insert(notice);
    scheduler.schedule(id, now);
  }

  /** A notice that cannot be saved must not delay a video. */
  async function quietly(team: Team, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) =>
      log.warn("managers not notified", { workspace: team.teamId, error: String(error) }),
    );
  }

  async function wasSent(id: NoticeId, since: EpochMs): Promise<boolean> {
    const before = await notices.load(id);
    return before !== null && before.notice.createdAt > since;
  }

  async function keyRefused(team: Team, { key, calledAt }: PaidWith): Promise<void> {
    if (await refused.has(team, key)) return;
    // Ignore the refusal of a call made before the key was entered again.
    if (!(await refused.note(team, key, calledAt))) return;
    log.warn("team key refused", { workspace: team.teamId });
    await notify(noticeIdFrom("key_refused", teamName(team), String(clock.now())), team, { kind: "key_refused" });
  }

  async function outOfCredits(team: Team): Promise<void> {
    const now = clock.now();
    const hour = Math.floor(now / EMPTY_EVERY_MS);
    const idOf = (nth: number) => noticeIdFrom("no_credits", teamName(team), String(nth));
    if (await wasSent(idOf(hour - 1), now - EMPTY_EVERY_MS)) return;
    await notify(idOf(hour), team, { kind: "no_credits" });
  }

  return {
    isBlocked,
    async ask({ id, team }: Job): Promise<void> {
      if (!team) throw new Error(`job ${id} waits for the managers of no team`);
      await notify(noticeIdFrom("approval", id), team, { kind: "approval", job: id });
    },
    /** The key was refused, and not entered again since. */
    isRefused: (team: Team, key: Secret) => refused.has(team, key),
    /** Like the methods below, it never rejects. */
    refused: (team: Team, { kind }: Pick<PollRefusal, "kind">, call: PaidWith) =>
      quietly(team, async () => {
        if (kind !== "bad_key" && kind !== "no_credits") return;
        // Ignore the refusal if the key was replaced since.
        const present = await vault.get(holderOf(team));
        if (present?.equals(call.key)) await (kind === "bad_key" ? keyRefused(team, call) : outOfCredits(team));
      }),
    spent: (team: Team, month: string) =>
      quietly(team, async () => {
        const cap = (await teams.rules(team))?.rules.teamMonth ?? null;
        if (cap === null) return;
        const used = usedOf((await teams.spent(team, month)).all);
        const level = cap - used < Math.min(...everyPrice()) ? "all" : used >= cap * MOST ? "most" : null;
        if (level === null) return;
        await notify(noticeIdFrom("cap", teamName(team), month, level), team, { kind: "cap", month, level, used, cap });
      }),
    failed: ({ id, partOf }: Job, team: Team) =>
      quietly(team, async () => {
        const noticeId = noticeIdFrom("approval", partOf?.job ?? id);
        const stored = await notices.load(noticeId);
        // A message that is not sent yet will show the outcome.
        if (stored?.notice.status !== "over" && stored?.notice.status !== "shown") return;
        const now = clock.now();
        const isSaved = await notices.save(
          { ...stored.notice, status: "shown", attempts: 0, dueAt: now },
          stored.version,
        );
        if (isSaved) scheduler.schedule(noticeId, now);
      }),
    chargedMore: ({ id, price, acceptedAt }: Job, team: Team, credits: Credits) =>
      quietly(team, async () => {
        await notify(noticeIdFrom("cost_more", id), team, { kind: "cost_more", job: id, price, credits });
        log.warn("a team's video cost more than its price", { job: id, price, at: monthOf(acceptedAt) });
      }),
  };
}
