import type { Bar } from "../../core/chat.ts";
import { type ChatMessage, isPastEditing, type ReplyHandle, TOKEN_MARGIN_MS, unsentMs } from "../../core/chat.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/ports.ts";
import { apply } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { stoodStill } from "../step-limits.ts";
import { drawCard } from "./job-card.ts";
import type { Traffic } from "./traffic.ts";

/** Keeps a card up to date while its job is under way. */
export interface ShowProgress {
  /**
   * Edits the card where its text has changed. Returns when to try again an edit that is not possible now. `since` is when
   * the job was read.
   */
  show(stored: StoredJob, since?: EpochMs): Promise<EpochMs | null>;
  forget(id: JobId): void;
}

/** The last contents of a job's card as hashes: small, for a hundred thousand of them are in memory. */
interface Shown {
  /** Identifies the card: a job may get another one. */
  readonly card: number;
  /** Covers everything the card shows; null where it can show nothing more. */
  readonly says: number | null;
  /**
   * Covers everything but percentage, time left and place in the queue; for several videos, also the quarter that each is
   * in.
   */
  readonly turn: number;
  readonly percent: number;
  readonly at: EpochMs;
}

/** A failed edit is tried again after this, with what the card is to show then. */
const AGAIN_MS = 10_000;

export function showProgress(deps: JobDeps, traffic: Traffic, doubts: Doubts): ShowProgress {
  const { clock } = deps;
  const shown = jobsAtHand<Shown>(clock);
  /** Holds the hash of each message that waits for its turn. */
  const waiting = jobsAtHand<number>(clock);
  /** Holds until when a card that could not be edited is left alone, however often its job is polled. */
  const putOff = jobsAtHand<EpochMs>(clock);

  function putOffNow(id: JobId): EpochMs {
    const until = clock.now() + AGAIN_MS;
    putOff.set(id, until);
    return until;
  }

  /** Lets this text wait; a text that waited before is never shown. */
  function wait({ id, owner }: Job, says: number, why: "newer" | "too_many"): void {
    if ((waiting.get(id) ?? says) !== says) deps.meter.dropped(owner.platform, why);
    waiting.set(id, says);
  }

  return {
    async show(stored, since = clock.now()) {
      const { job } = stored;
      const isSeen = !("answer" in job.state) || job.state.status === "submitting" || job.state.answer === "given";
      if (isSettled(job) || !isSeen || job.isForgotten || job.partOf) return null;
      const now = clock.now();
      // Each try would be a refusal that Discord counts. The card already says where the result will come.
      if (isPastEditing(job.reply, now + TOKEN_MARGIN_MS)) return null;
      const message = await drawCard(deps, job);
      const says = hashOf(message);
      const last = shown.get(job.id);
      const card = placeHash(job.reply);
      if (last?.card === card && (last.says === says || last.says === null)) return null;
      // A clock that was set back postpones nothing for longer.
      const restMs = Math.min((putOff.get(job.id) ?? now) - now, AGAIN_MS);
      if (restMs > 0) return now + restMs;
      const turn = hashOf(stateOf(job, message));
      const percent = percentOf(message);
      const isPromised = isDeadlineUnsaid(job, last?.at ?? deps.startedAt, now);
      const waitMs = isPromised
        ? await traffic.promisedMs(job, job.deadlineAt)
        : await traffic.progressMs(job, {
            shownAt: last?.at ?? job.acceptedAt,
            shown: last?.percent ?? 0,
            known: percent,
            isNewState: last?.card !== card || last.turn !== turn,
            isFirst: last === undefined,
          });
      wait(job, says, waitMs === Number.POSITIVE_INFINITY ? "too_many" : "newer");
      if (waitMs > 0) return now + waitMs;
      waiting.delete(job.id);
      // Another process may have shown more meanwhile: the job is read again.
      if (stoodStill(clock, since)) return clock.now();

      const result = await deps.chatOf(job).show(job.reply, message, "in_place");
      const refusal = result.ok ? null : result.refusal;
      traffic.note(job, "edit", refusal);
      const turnMs = unsentMs(refusal);
      if (turnMs !== null) return clock.now() + Math.min(turnMs, AGAIN_MS);
      deps.meter.delivered(job.owner.platform, "progress", refusal?.kind ?? "ok");
      if (!result.ok) {
        const { refusal } = result;
        if (refusal.kind === "unavailable" && refusal.unclear) {
          doubts.add(job.id);
          await doubts.note(stored);
        }
        if (isPromised && refusal.kind === "rate_limited") return clock.now() + refusal.retryAfterMs;
        if (refusal.kind === "unavailable" || refusal.kind === "rate_limited") return putOffNow(job.id);
        shown.set(job.id, { card, says: null, turn, percent, at: now });
        return null;
      }
      putOff.delete(job.id);
      const shownPlace = placeHash(result.value.reply);
      // The fields are named one by one: a spread object has a hidden class of its own, of 200 bytes.
      shown.set(job.id, { card: shownPlace, says, turn, percent, at: now });
      if (shownPlace !== card) await apply(deps, stored, { kind: "shown", reply: result.value.reply });
      return null;
    },
    forget(id) {
      shown.delete(id);
      waiting.delete(id);
      putOff.delete(id);
    },
  };
}

/** Returns true where the deadline has passed since the card last showed something, or since this process began. */
function isDeadlineUnsaid({ state, deadlineAt }: Job, saidAt: EpochMs, now: EpochMs): boolean {
  return state.status === "running" && saidAt < deadlineAt && deadlineAt <= now;
}

/** Returns all but the percentage, the time left and the place in the queue: those are the first to be left out. */
function stateOf({ state }: Job, { bar: _, body, sections, ...rest }: ChatMessage): unknown {
  const isInLine = state.status === "waiting" && state.for === "turn";
  const quarters = sections?.map(({ bar, ...section }) => ({ ...section, quarter: quarterOf(bar) }));
  return { ...rest, body: isInLine ? null : body, sections: quarters };
}

/**
 * Returns the quarter that each video is in. Where many cards wait only such steps are shown, for the mean of several
 * videos hardly moves.
 */
function quarterOf(bar: Bar | undefined): number {
  return Math.floor((bar?.percent ?? 0) / 25);
}

/** Returns the percentage of several videos together: one without a bar has not begun, or has ended. */
function percentOf({ bar, sections = [] }: ChatMessage): number {
  if (bar) return bar.percent ?? 0;
  const percents = sections.map((section) => section.bar?.percent ?? 0);
  return percents.length === 0 ? 0 : percents.reduce((sum, one) => sum + one, 0) / percents.length;
}

/** Hashes where the card is. A film that was added makes it no other card. */
function placeHash(reply: ReplyHandle): number {
  return hashOf({ ...reply, files: undefined });
}

/**
 * FNV-1a, in 32 bits: the odds that the next text of a card has the hash of the last one are one to four thousand million.
 */
function hashOf(value: unknown): number {
  const text = JSON.stringify(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/**
 * Remembers edits that may still land until the store has saved that. An edit that is not noted within an hour was left to
 * another process, and does no harm: it lands within `LATE_EDIT_MS`, if it ever does.
 */
export interface Doubts {
  add(id: JobId): void;
  /** Saves such an edit where the store did not take it at once. Returns true where there was one. */
  note(stored: StoredJob): Promise<boolean>;
  forget(id: JobId): void;
}

export function editsInDoubt(deps: JobDeps): Doubts {
  const inDoubt = jobsAtHand<true>(deps.clock);
  return {
    add: (id) => inDoubt.set(id, true),
    async note(stored) {
      const { id } = stored.job;
      if (!inDoubt.get(id)) return false;
      if (await apply(deps, stored, { kind: "edit_unclear" })) inDoubt.delete(id);
      return true;
    },
    forget: (id) => inDoubt.delete(id),
  };
}

/** Holds a value for each job that this process polls now and then. */
export interface JobsAtHand<Value> {
  get(id: JobId): Value | undefined;
  set(id: JobId, value: Value): void;
  delete(id: JobId): void;
  count(): number;
}

/** Every open job is looked at again within this time, except one that others decide about or that has its final word. */
const SILENT_MS = 3_600_000;

/**
 * Forgets a value that was neither read nor set for one to two hours: another process has that job, and may have closed
 * it. Two tables take turns: an entry that is read moves to the younger one, so no entry needs a time of its own.
 */
export function jobsAtHand<Value>(clock: Pick<Clock, "now">): JobsAtHand<Value> {
  let young = new Map<JobId, Value>();
  let old = new Map<JobId, Value>();
  let turnedAt = clock.now();

  function turn(): void {
    const now = clock.now();
    // A clock that was set back makes nothing older.
    if (now < turnedAt) turnedAt = now;
    if (now - turnedAt < SILENT_MS) return;
    old = young;
    young = new Map();
    turnedAt = now;
  }

  return {
    get(id) {
      turn();
      const value = old.get(id);
      if (value === undefined) return young.get(id);
      old.delete(id);
      young.set(id, value);
      return value;
    },
    set(id, value) {
      turn();
      old.delete(id);
      young.set(id, value);
    },
    delete(id) {
      old.delete(id);
      young.delete(id);
    },
    count: () => young.size + old.size,
  };
}
