import { createHash } from "node:crypto";
import type { ChatRefusal } from "../../core/chat-refusal.ts";
import type { EpochMs } from "../../core/clock.ts";
import { troubleOf } from "../../core/health/trouble.ts";
import { WISH_MS } from "../../core/health/wishes.ts";
import { backoffMs } from "../../core/job/due.ts";
import type { Chat } from "../../core/ports.ts";
import type { NoticeStore, WishNotice } from "../../core/team/notice.ts";
import { serviceClear } from "../../messages/ask/trouble.ts";
import { wordsIn } from "../../messages/words.ts";
import type { JobDeps } from "../deps.ts";

/** Whether the service is well again is looked at this often. */
const LOOK_MS = 20_000;
const RETRY_MAX_MS = 300_000;
/** On Discord a second message with the same nonce is none, for two minutes at least. Source: Discord docs, create-message, `enforce_nonce` (read 2026-11-21). */
const NONCE_MS = 100_000;

/**
 * Tells one person that the video service is well again: directly, else as a note where they asked. Written ahead: what may have
 * arrived is sent no second time. Answers when it is due again.
 */
export function stepWishes(
  deps: Pick<JobDeps, "health" | "clock" | "chance"> & {
    readonly notices: Pick<NoticeStore, "save" | "remove">;
    chatOf(notice: WishNotice): Chat;
  },
): (notice: WishNotice, version: number) => Promise<EpochMs | null> {
  const { notices, health, chatOf, clock, chance } = deps;

  async function end({ id }: WishNotice): Promise<null> {
    await notices.remove(id);
    return null;
  }

  async function send(notice: WishNotice, version: number): Promise<EpochMs | null> {
    const { id, about, reply, begunAt = clock.now() } = notice;
    const begun: WishNotice = { ...notice, status: "begun", begunAt };
    if (!(await notices.save(begun, version))) return clock.now();
    const message = { ...serviceClear(wordsIn(about.locale)), job: id };
    const chat = chatOf(notice);
    const posted = await chat.post(reply, message, { to: "direct", nonce: nonceOf(notice) });
    if (posted.ok) return end(notice);
    const isClosed = posted.refusal.kind === "unreachable";
    const whispered = isClosed ? await chat.whisper(reply, message) : posted;
    if (whispered.ok || whispered.refusal.kind === "unreachable") return end(notice);
    return later(begun, version + 1, whispered.refusal);
  }

  async function later(notice: WishNotice, version: number, refusal: ChatRefusal): Promise<EpochMs> {
    const isThere = refusal.kind === "unavailable" && refusal.unclear;
    const backoff = backoffMs(notice.attempts + 1, RETRY_MAX_MS, chance.fraction());
    const waitMs = refusal.kind === "rate_limited" ? Math.max(refusal.retryAfterMs, backoff) : backoff;
    const dueAt = Math.ceil(clock.now() + waitMs);
    const { begunAt: _, ...unsent } = notice;
    const again = isThere ? notice : ({ ...unsent, status: "due" } as const);
    await notices.save({ ...again, attempts: notice.attempts + 1, dueAt }, version);
    return dueAt;
  }

  return async (notice, version) => {
    const { about, reply, status, createdAt, begunAt = 0 } = notice;
    const now = clock.now();
    if (status === "begun") {
      const isHarmless = reply.platform === "discord" && now - begunAt < NONCE_MS;
      return isHarmless ? send(notice, version) : end(notice);
    }
    if (now >= createdAt + WISH_MS) return end(notice);
    if (troubleOf(health.of(about.task))) return Math.min(createdAt + WISH_MS, now + LOOK_MS);
    return send(notice, version);
  };
}

/** The same however often it is tried, and another for the next wish of the same person. */
function nonceOf({ id, createdAt }: WishNotice): string {
  return createHash("sha256").update(`${id} ${createdAt}`).digest("hex").slice(0, 25);
}
