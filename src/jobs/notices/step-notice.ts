import { createHash } from "node:crypto";
import { readButtonId } from "../../core/button.ts";
import { type ChatMessage, type ChatRefusal, type ReplyHandle, STALLED } from "../../core/chat.ts";
import { type Clock, type EpochMs, elapsedMs, wasStalled } from "../../core/clock.ts";
import type { Scheduler, Step } from "../../core/engine.ts";
import { backoffMs } from "../../core/job/due.ts";
import type { NoticeId } from "../../core/job/ids.ts";
import { type Job, needsApproval } from "../../core/job/job.ts";
import { isLostByRestore } from "../../core/job/restored.ts";
import { TRAITS } from "../../core/platform.ts";
import { refuse, unreachable } from "../../core/result.ts";
import type { DueNotice, Notice, NoticeStore, StoredNotice } from "../../core/team/notice.ts";
import { noRules } from "../../core/team/rules.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import { leftUnder } from "../../core/team/usage.ts";
import { approvalEnded, approvalQuestion, teamNews } from "../../messages/team/approval-messages.ts";
import { wordsIn } from "../../messages/words.ts";
import { applyTo } from "../apply.ts";
import { isUnclear } from "../deliver/traffic.ts";
import { type JobDeps, LOST_MS, SAVED_WITHIN_MS } from "../deps.ts";
import { askedJob } from "../related-jobs.ts";
import { walkPages } from "../start/recover.ts";

/** How often a managers' message is compared with its job, in case a change was not reported. */
const RECHECK_MS = 600_000;
const RETRY_MAX_MS = 300_000;
const UNREACHED_MS = 3_600_000;
/** News not delivered in this time is dropped. A question stays until it is decided. */
const NEWS_WITHIN_MS = 72 * 3_600_000;

export interface NoticeDeps extends JobDeps {
  readonly notices: NoticeStore;
  readonly teams: Pick<TeamStore, "rules" | "takenAt">;
  readonly scheduler: Scheduler;
}

/** Each attempt is saved first, so a message that may have arrived is not sent again. */
export function stepNotices(deps: NoticeDeps): Step {
  const { clock, chance, notices, jobs } = deps;

  async function save({ notice, version }: StoredNotice, changed: Partial<Notice>): Promise<StoredNotice | null> {
    const next = { ...notice, ...changed };
    return (await notices.save(next, version)) ? { notice: next, version: version + 1 } : null;
  }

  const end = (stored: StoredNotice) => save(stored, { status: "over", dueAt: null });

  async function messageOf({ id, team, about }: Notice, job: Job | null): Promise<ChatMessage> {
    const rules = (await deps.teams.rules(team))?.rules ?? noRules;
    const words = wordsIn(rules.locale);
    if (about.kind !== "approval") return { ...teamNews(about, words), job: id };
    if (job === null) throw new Error(`notice ${id} is about a job that is forgotten`);
    const whole = await askedJob(jobs, job);
    if (!needsApproval(job)) return { ...approvalEnded(whole, words), job: id };
    const left = leftUnder(rules, await deps.teams.takenAt(team, clock.now(), job.owner.userId));
    return { ...approvalQuestion(whole, left, words), job: id };
  }

  /** If there is no approvals channel, posts directly to the admin who last saved the rules. */
  async function post(stored: StoredNotice, job: Job | null): Promise<void> {
    const message = await messageOf(stored.notice, job);
    const { status, begunAt } = stored.notice;
    // Even if this repetition fails, the first attempt may have arrived.
    const triedAt = status === "begun" ? begunAt : undefined;
    const since = clock.now();
    const begun = await save(stored, { status: "begun", begunAt: triedAt ?? since });
    if (!begun) return;
    const { notice } = begun;
    const chat = deps.chatOf(notice);
    const nonce = nonceOf(notice);
    const rules = (await deps.teams.rules(notice.team))?.rules;
    const isBlocked = deps.managers.isBlocked(rules, notice.reply.userId);
    const send = (to: "channel" | "direct") => {
      if (to === "direct" && isBlocked) return refuse({ kind: "unreachable", detail: "blocked" } as const);
      if (wasStalled(clock, since)) return refuse(STALLED);
      return chat.post(notice.reply, to === "direct" ? directly(message, notice) : message, { nonce, to });
    };
    const first = await send(notice.isDirect ? "direct" : "channel");
    const isClosed = !first.ok && first.refusal.kind === "unreachable" && !notice.isDirect;
    const posted = isClosed ? await send("direct") : first;
    if (posted.ok) await shown(begun, posted.value, job);
    else {
      const isThere = triedAt !== undefined || isUnclear(posted.refusal);
      await failed(begun, posted.refusal, { status: isThere ? "begun" : "due", job });
    }
  }

  async function shown(stored: StoredNotice, reply: ReplyHandle, job: Job | null): Promise<void> {
    const there = { status: "shown", reply, attempts: 0 } as const;
    if (job === null) {
      await end({ ...stored, notice: { ...stored.notice, ...there } });
      return;
    }
    await noteReached(job, true);
    await save(stored, { ...there, dueAt: nextCheck(job) });
  }

  async function noteReached({ id, approval }: Job, isReached: boolean): Promise<void> {
    if (isReached === !approval?.isUnreached) return;
    // Set the alarm before the save, in case the process dies between the two.
    deps.scheduler.schedule(id, clock.now() + SAVED_WITHIN_MS);
    await applyTo(deps, id, { kind: "managers_reached", isReached });
    deps.scheduler.schedule(id, clock.now());
  }

  async function failed(
    stored: StoredNotice,
    refusal: ChatRefusal,
    { status, job }: { readonly status: "begun" | "due" | "shown"; readonly job: Job | null },
  ): Promise<void> {
    const { team, attempts, about, createdAt } = stored.notice;
    if (about.kind !== "approval" && clock.now() - createdAt > NEWS_WITHIN_MS) {
      await end(stored);
      return;
    }
    if (refusal.kind === "unreachable") {
      deps.log.warn("managers not reached", { workspace: team.teamId, detail: refusal.detail });
      if (job) await noteReached(job, false);
    }
    const waitMs = waitAfter(refusal, backoffMs(attempts + 1, RETRY_MAX_MS, chance.fraction()));
    await save(stored, { status, attempts: attempts + 1, dueAt: Math.ceil(clock.now() + waitMs) });
  }

  /**
   * A message that may have arrived is sent again only if a search shows that it is missing, or while its nonce prevents
   * a duplicate.
   */
  async function find(stored: StoredNotice, job: Job | null): Promise<void> {
    const { id, reply, begunAt = 0 } = stored.notice;
    const search = await deps.chatOf(stored.notice).find(reply, { job: id, triedAt: begunAt });
    const isHarmless = elapsedMs(begunAt, clock.now()) < TRAITS[reply.platform].nonceMs;
    if (!search.ok) await failed(stored, search.refusal, { status: "begun", job });
    else if (search.value === "not_there") await save(stored, { status: "due", dueAt: clock.now() });
    else if (search.value === "unreadable" || search.value === "elsewhere")
      await (isHarmless ? post(stored, job) : end(stored));
    else await shown(stored, search.value, job);
  }

  /** After a restore the message may show a decision that is unknown here. Then it stays. */
  async function showEnd(stored: StoredNotice, job: Job): Promise<void> {
    const { notice } = stored;
    const chat = deps.chatOf(notice);
    if (isLostByRestore(job)) {
      const read = await chat.readButtons(notice.reply);
      if (!read.ok) return failed(stored, read.refusal, { status: "shown", job });
      if (!asksForApproval(read.value)) return void (await end(stored));
    }
    const edited = await chat.show(notice.reply, await messageOf(notice, job), "in_place");
    if (edited.ok || edited.refusal.kind === "card_gone" || edited.refusal.kind === "unreachable") await end(stored);
    else await failed(stored, edited.refusal, { status: "shown", job });
  }

  /** Does not save the returned time, because every notice is checked at startup. */
  async function keepTrue(stored: StoredNotice, job: Job): Promise<EpochMs | null> {
    // This check may run before the job's own step ends an expired wait.
    if (needsApproval(job)) return Math.max(nextCheck(job), clock.now() + LOST_MS);
    await showEnd(stored, job);
    return null;
  }

  function nextCheck({ state }: Job): EpochMs {
    const now = clock.now();
    return state.status === "waiting" ? Math.min(state.until, now + RECHECK_MS) : now;
  }

  async function act(stored: StoredNotice): Promise<EpochMs | null> {
    const { about, status } = stored.notice;
    const job = about.kind === "approval" ? ((await jobs.load(about.job))?.job ?? null) : null;
    if (about.kind === "approval" && job === null) {
      await end(stored);
      return null;
    }
    switch (status) {
      case "due":
        if (job && !needsApproval(job)) await end(stored);
        else await post(stored, job);
        return null;
      case "begun":
        await find(stored, job);
        return null;
      case "shown":
        if (job) return keepTrue(stored, job);
        await end(stored);
        return null;
      case "over":
        return null;
      default:
        return unreachable(status);
    }
  }

  return async (id, hold) => {
    const stored = await notices.load(id);
    if (!stored || stored.notice.status === "over") return null;
    if (!hold.isHeld()) return clock.now() + LOST_MS;
    const { status, dueAt } = stored.notice;
    if (status !== "shown" && dueAt !== null && dueAt > clock.now()) return dueAt;
    const nextCheckAt = await act(stored);
    return nextCheckAt ?? (await notices.load(id))?.notice.dueAt ?? null;
  };
}

/** Removes the buttons if a press in a direct message names no team, because managers could not be recognized. */
function directly(message: ChatMessage, { reply }: Notice): ChatMessage {
  if (TRAITS[reply.platform].directNamesTeam) return message;
  const { readAll: _, ...shown } = message;
  return { ...shown, buttons: [] };
}

function waitAfter(refusal: ChatRefusal, backoff: number): number {
  if (refusal.kind === "unreachable") return UNREACHED_MS;
  return refusal.kind === "rate_limited" ? Math.max(refusal.retryAfterMs, backoff) : backoff;
}

function nonceOf({ id }: Notice): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 25);
}

function asksForApproval(buttons: readonly string[] | "gone" | "unreadable"): boolean {
  return typeof buttons !== "string" && buttons.some((id) => readButtonId(id)?.kind === "approve");
}

/** After a restore, a notice due in the backup may have been sent since. It is searched for first. */
export async function distrustNotices({
  notices,
  clock,
}: {
  readonly notices: Pick<NoticeStore, "open" | "load" | "save">;
  readonly clock: Clock;
}): Promise<void> {
  const due: NoticeId[] = [];
  for await (const page of walkPages(clock, (after: DueNotice | null, count) => notices.open(after, count)))
    due.push(...page.map(({ id }) => id));
  for (const id of due) {
    const stored = await notices.load(id);
    if (stored?.notice.status !== "due") continue;
    const { notice, version } = stored;
    await notices.save({ ...notice, status: "begun", begunAt: notice.createdAt }, version);
  }
}

const SPREAD_MS = 5;

export async function recoverNotices({
  notices,
  scheduler,
  clock,
}: {
  readonly notices: Pick<NoticeStore, "open">;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}): Promise<void> {
  const pages = walkPages(clock, (after: DueNotice | null, count) => notices.open(after, count));
  for await (const page of pages)
    await scheduler.ensure(page.map(({ id }, nth) => ({ id, at: clock.now() + nth * SPREAD_MS })));
}
