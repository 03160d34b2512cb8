import { createHash } from "node:crypto";
import type { ChatMessage } from "../../core/chat.ts";
import type { ChatRefusal } from "../../core/chat-refusal.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Job } from "../../core/job/job.ts";
import { monthOf } from "../../core/job/ledger.ts";
import { backoffMs } from "../../core/pace/pace.ts";
import { unreachable } from "../../core/result.ts";
import type { Scheduler, Step } from "../../core/scheduler.ts";
import { leftOf } from "../../core/team/account.ts";
import type { Notice, NoticeStore, StoredNotice } from "../../core/team/notice.ts";
import { noRules } from "../../core/team/rules.ts";
import type { TeamStore } from "../../core/team/team-store.ts";
import { approvalEnded, approvalQuestion } from "../../messages/team/approvals.ts";
import { wordsIn } from "../../messages/words.ts";
import { applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";

/** What stands with the managers is held against its job this often, in case that nobody said that it changed. */
const LOOK_MS = 600_000;
/** A platform that fails is asked again after this at most. */
const RETRY_MAX_MS = 300_000;
/** On Discord a second message with the same nonce is none, for two minutes at least. Source: Discord docs, create-message, `enforce_nonce` (read 2026-11-21). */
const NONCE_MS = 100_000;
/** Where managers cannot be reached, it is tried again after this. */
const UNREACHED_MS = 3_600_000;

export interface NoticeDeps extends JobDeps {
  readonly notices: NoticeStore;
  readonly teams: Pick<TeamStore, "rules" | "monthOf">;
  readonly scheduler: Scheduler;
}

/** Brings one notice to its managers, and keeps it true until it is over. Written ahead: what may have arrived is sent no second time. */
export function stepNotices(deps: NoticeDeps): Step {
  const { clock, chance, notices, jobs } = deps;

  async function save({ notice, version }: StoredNotice, changed: Partial<Notice>): Promise<StoredNotice | null> {
    const next = { ...notice, ...changed };
    return (await notices.save(next, version)) ? { notice: next, version: version + 1 } : null;
  }

  async function said(job: Job, { team }: Notice): Promise<ChatMessage> {
    const rules = (await deps.teams.rules(team))?.rules ?? noRules;
    const words = wordsIn(rules.locale);
    if (wordOf(job) !== "open") return approvalEnded(job, words);
    const { all, person } = await deps.teams.monthOf(team, monthOf(job.acceptedAt), job.owner.userId);
    return approvalQuestion(
      job,
      { team: leftOf(rules.teamMonth, all), person: leftOf(rules.personMonth, person) },
      words,
    );
  }

  /** The approvals channel, else whoever chose it. */
  async function post(stored: StoredNotice, job: Job): Promise<void> {
    const message = await said(job, stored.notice);
    const begun = await save(stored, { status: "begun", begunAt: stored.notice.begunAt ?? clock.now() });
    if (!begun) return;
    const { notice } = begun;
    const chat = deps.chatOf(notice);
    const how = { nonce: nonceOf(notice) };
    const inChannel = await chat.post(notice.reply, message, { ...how, to: "channel" });
    const posted =
      !inChannel.ok && inChannel.refusal.kind === "unreachable"
        ? await chat.post(notice.reply, message, { ...how, to: "direct" })
        : inChannel;
    if (!posted.ok) return failed(begun, posted.refusal, isUnclear(posted.refusal) ? "begun" : "due");
    await noteReached(job, true);
    await save(begun, { status: "shown", reply: posted.value, says: wordOf(job), attempts: 0, dueAt: nextLook(job) });
  }

  /** The asker's card says so where no way leads to the managers. */
  async function noteReached({ id, approval }: Job, isReached: boolean): Promise<void> {
    if (isReached === !approval?.isUnreached) return;
    await applyTo(deps, id, { kind: "managers_reached", isReached });
    deps.scheduler.schedule(id, clock.now());
  }

  async function failed(stored: StoredNotice, refusal: ChatRefusal, status: "begun" | "due" | "shown"): Promise<void> {
    const { notice } = stored;
    if (refusal.kind === "unreachable") {
      deps.log.warn("managers not reached", { workspace: notice.team.teamId, detail: refusal.detail });
      const found = await jobs.load(notice.about.job);
      if (found) await noteReached(found.job, false);
    }
    const attempts = notice.attempts + 1;
    const waitMs =
      refusal.kind === "unreachable"
        ? UNREACHED_MS
        : Math.max(
            refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0,
            backoffMs(attempts, RETRY_MAX_MS, chance.fraction()),
          );
    await save(stored, { status, attempts, dueAt: Math.ceil(clock.now() + waitMs) });
  }

  /** It may have arrived: it is looked for, and where nobody can look it stays one. */
  async function find(stored: StoredNotice, job: Job): Promise<void> {
    const { reply, begunAt = 0 } = stored.notice;
    const found = await deps.chatOf(stored.notice).find(reply, { job: job.id, triedAt: begunAt });
    if (!found.ok) return failed(stored, found.refusal, "begun");
    const isHarmless = reply.platform === "discord" && clock.now() - begunAt < NONCE_MS;
    if (found.value === "not_there" || (found.value === "blind" && isHarmless))
      await save(stored, { status: "due", dueAt: clock.now() });
    else if (found.value === "blind") await save(stored, { status: "over", dueAt: null });
    else await save(stored, { status: "shown", reply: found.value, says: "open", dueAt: clock.now() });
  }

  async function keepTrue(stored: StoredNotice, job: Job): Promise<void> {
    const { notice } = stored;
    const word = wordOf(job);
    if (notice.says === word) {
      await save(stored, word === "open" ? { dueAt: nextLook(job) } : { status: "over", dueAt: null });
      return;
    }
    const edited = await deps.chatOf(notice).show(notice.reply, await said(job, notice), "in_place");
    const isGone = !edited.ok && (edited.refusal.kind === "card_gone" || edited.refusal.kind === "unreachable");
    if (edited.ok || isGone) await save(stored, { status: "over", says: word, dueAt: null });
    else if (edited.refusal.kind !== "card_gone") await failed(stored, edited.refusal, "shown");
  }

  function nextLook(job: Job): EpochMs {
    const now = clock.now();
    return job.state.status === "waiting" ? Math.min(job.state.until, now + LOOK_MS) : now;
  }

  return async (id, hold) => {
    const stored = await notices.load(id);
    if (!stored || stored.notice.status === "over") return null;
    if (!hold.isHeld()) return clock.now() + 1_000;
    const found = await jobs.load(stored.notice.about.job);
    if (!found) {
      await save(stored, { status: "over", dueAt: null });
      return null;
    }
    const { status, dueAt } = stored.notice;
    if (status !== "shown" && dueAt !== null && dueAt > clock.now()) return dueAt;
    switch (status) {
      case "due":
        if (wordOf(found.job) === "open") await post(stored, found.job);
        else await save(stored, { status: "over", dueAt: null });
        break;
      case "begun":
        await find(stored, found.job);
        break;
      case "shown":
        await keepTrue(stored, found.job);
        break;
      default:
        return unreachable(status);
    }
    return (await notices.load(id))?.notice.dueAt ?? null;
  };
}

function wordOf({ approval }: Job): NonNullable<Notice["says"]> {
  return approval?.decision?.word ?? "open";
}

function isUnclear(refusal: ChatRefusal): boolean {
  return refusal.kind === "unavailable" && refusal.unclear;
}

/** The same however often it is tried. */
function nonceOf({ id }: Notice): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 25);
}
