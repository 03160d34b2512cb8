import type { CardGone, ChatMessage, ChatRefusal, LookRefusal, ReplyHandle } from "../../core/chat.ts";
import { sleep } from "../../core/clock.ts";
import { holdsFiles, inPlaceOf } from "../../core/film/card-films.ts";
import type { DeleteCard } from "../../core/job/card-news.ts";
import { backoffMs } from "../../core/job/due.ts";
import type { JobId, UserId } from "../../core/job/ids.ts";
import { isOpen, isSettled, type Job } from "../../core/job/job.ts";
import { ok, type Result, unreachable } from "../../core/result.ts";
import { cardOf, leftCard } from "../../messages/card/card.ts";
import { notificationOf } from "../../messages/card/notification.ts";
import { apply, applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { chainOf, partsOf } from "../related-jobs.ts";
import { openTraffic, type Traffic } from "./traffic.ts";

type DrawDeps = Pick<JobDeps, "jobs" | "clock" | "canContinue">;

/** The job's card as it is now: of one video, or of all parts of a batch. */
export async function drawCard(deps: DrawDeps, job: Job): Promise<ChatMessage> {
  const parts = await partsOf(deps.jobs, job);
  return cardOf(
    job,
    deps.clock.now(),
    parts.map((part) => part.job),
    await chainOf(deps, job),
  );
}

/** The one new message that tells of its end. */
export async function drawNotification(deps: DrawDeps, job: Job): Promise<ChatMessage> {
  const parts = await partsOf(deps.jobs, job);
  return notificationOf(
    job,
    deps.clock.now(),
    parts.map((part) => part.job),
  );
}

/** A paid call that has begun is waited for this often before its job is changed. */
const TRIES = 120;
const AGAIN_MS = 1_000;
/** A call that the platform does not take is made this often, ever more slowly: for two minutes, or as long as it asks for. */
const CALLS = 8;
const CALL_AGAIN_MAX_MS = 60_000;

type MoveDeps = Pick<
  JobDeps,
  "jobs" | "pace" | "clock" | "chance" | "log" | "meter" | "chatOf" | "stopping" | "canContinue"
>;

/** The job goes on in this card, and the one before goes away unless films are in it; a job that has ended meanwhile says here how. */
export async function moveCard(deps: MoveDeps, id: JobId, reply: ReplyHandle): Promise<void> {
  const { clock, jobs, log, stopping } = deps;
  for (let tries = 1; tries <= TRIES && !stopping.aborted; tries += 1) {
    const stored = await jobs.load(id);
    if (!stored) return;
    const { job } = stored;
    if (isSettled(job)) {
      const left = await untilTaken(deps, async () => {
        const latest = (await jobs.load(id))?.job;
        // Its workspace has left, or its person had it deleted.
        if (!latest || latest.isForgotten) return ok(null);
        return deps.chatOf({ reply }).show(reply, await drawCard(deps, latest), "in_place");
      });
      if (left) log.warn("the moved card does not say how it ended", { job: id, why: left });
      return;
    }
    if (job.state.status !== "submitting") {
      if (!(await apply(deps, stored, { kind: "shown", reply: inPlaceOf(job.reply, reply) }))) continue;
      const left = await untilTaken(deps, () => leave(deps, job));
      if (left) log.warn("the card's old place still shows it", { job: id, why: left });
      return;
    }
    await sleep(clock, AGAIN_MS, stopping);
  }
  log.warn("the card was not moved", { job: id });
}

/** A card goes where its job goes on in another; one that holds films stays for them, and a frame may be what a paid call names. */
async function leave(deps: MoveDeps, job: Job): Promise<Result<unknown, ChatRefusal | CardGone>> {
  const chat = deps.chatOf(job);
  if (!holdsFiles(job.reply)) return chat.remove(job.reply);
  const parts = await partsOf(deps.jobs, job);
  const message = leftCard(
    await drawCard(deps, job),
    job,
    parts.map((part) => part.job),
  );
  return chat.show(job.reply, message, "in_place");
}

/** Nothing else mends what stands there, so the call is repeated; answers why it was not taken in the end, null where it was. */
async function untilTaken(
  { clock, chance, stopping }: MoveDeps,
  call: () => Promise<Result<unknown, ChatRefusal | CardGone>>,
): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const taken = await call();
    if (taken.ok) return null;
    const { refusal } = taken;
    const isForNow = refusal.kind === "unavailable" || refusal.kind === "rate_limited";
    if (!isForNow || tries >= CALLS || stopping.aborted) return refusal.kind;
    const askedMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0;
    const backedOffMs = Math.ceil(backoffMs(tries, CALL_AGAIN_MAX_MS, chance.fraction()));
    await sleep(clock, Math.max(backedOffMs, askedMs), stopping);
  }
}

/** A job whose final word is said may still bring the video's file: it is waited for this long, and looked at this often. */
const CLOSED_WITHIN_MS = 30_000;
const LOOK_MS = 250;
/** A deletion that the platform does not take now is tried this often, after this wait or the platform's own if that is short. */
const DELETE_TRIES = 3;
const DELETE_RETRY_MS = 1_000;
const WAIT_MAX_MS = 5_000;
/** Its person waits for its turn no longer than this. */
const TURN_WITHIN_MS = 10_000;

/**
 * Takes a finished job's card away with its notification and its file. Nothing of it is saved: the card goes last, so that
 * what was cut off is done by the next press. Rejects where the store does.
 */
export function deleteCards(
  deps: Pick<JobDeps, "jobs" | "chatOf" | "clock" | "chance" | "log" | "meter" | "limits" | "wake" | "stopping">,
  traffic: Traffic = openTraffic(deps),
): DeleteCard {
  const { jobs, chatOf, clock, log, stopping } = deps;

  /** The job at its end; before that, a notification or a file might come after everything was taken away. */
  async function closed(id: JobId): Promise<Job | null> {
    const until = clock.now() + CLOSED_WITHIN_MS;
    for (;;) {
      const job = (await jobs.load(id))?.job;
      if (!job || !isOpen(job)) return job ?? null;
      if (clock.now() >= until || stopping.aborted) return null;
      await sleep(clock, LOOK_MS, stopping);
    }
  }

  /** Whether its turn came among the edits of its card, which count against the same limits. */
  async function turn(job: Job): Promise<boolean> {
    const since = clock.now();
    for (;;) {
      const waitMs = await traffic.promisedMs(job, since);
      if (waitMs === 0) return true;
      if (clock.now() + waitMs > since + TURN_WITHIN_MS || stopping.aborted) return false;
      await sleep(clock, waitMs, stopping);
    }
  }

  return async (id) => {
    const job = await closed(id);
    if (!job) return { kind: "still_open" };
    const { notification = "lost" } = job;
    const isLost = notification === "lost";
    for (let tries = 1; ; tries += 1) {
      if (!(await turn(job))) {
        log.warn("card not deleted", { job: id, why: "no turn" });
        return { kind: "not_now" };
      }
      const taken = await chatOf(job).takeDown(job.reply, isLost ? [] : notification);
      traffic.note(job, "edit", taken.ok ? null : taken.refusal);
      if (taken.ok) {
        const left = isLost ? (["notification", ...taken.value] as const) : taken.value;
        log.info("card deleted", { job: id, detail: left.join(" ") });
        return { kind: "deleted", left };
      }
      const { refusal } = taken;
      const waitMs = waitOf(refusal);
      if (tries === DELETE_TRIES || waitMs > WAIT_MAX_MS || stopping.aborted) {
        log.warn("card not deleted", { job: id, why: refusal.kind });
        return { kind: "not_now" };
      }
      await sleep(clock, waitMs, stopping);
    }
  };
}

function waitOf(refusal: LookRefusal): number {
  switch (refusal.kind) {
    case "rate_limited":
      return refusal.retryAfterMs;
    case "unavailable":
      return DELETE_RETRY_MS;
    default:
      return unreachable(refusal);
  }
}

/** Adds somebody to those whom the notification names, unless the job has ended or the list is full; null: the job is forgotten. */
export function addListeners(
  deps: Pick<JobDeps, "jobs" | "pace" | "clock" | "chance" | "log" | "meter">,
): (id: JobId, userId: UserId) => Promise<Job | null> {
  return async (id, userId) => (await applyTo(deps, id, { kind: "notify_me", userId }))?.job ?? null;
}
