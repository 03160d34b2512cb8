import type { LookRefusal } from "../../core/chat.ts";
import { sleep } from "../../core/clock.ts";
import type { DeleteCard } from "../../core/job/card-deletion.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isOpen, type Job } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import type { JobDeps } from "../deps.ts";
import { openTraffic, type Traffic } from "./traffic.ts";

/** A job whose final word is said may still bring the video's file: it is waited for this long, and looked at this often. */
const CLOSED_WITHIN_MS = 30_000;
const LOOK_MS = 250;
/** A deletion that the platform does not take now is tried this often, after this wait or the platform's own if that is short. */
const TRIES = 3;
const RETRY_MS = 1_000;
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
      if (tries === TRIES || waitMs > WAIT_MAX_MS || stopping.aborted) {
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
      return RETRY_MS;
    default:
      return unreachable(refusal);
  }
}
