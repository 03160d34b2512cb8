import type { EpochMs } from "../clock.ts";
import type { VideoProblem } from "../film/film.ts";
import { backoffMs, WAIT_MAX_MS } from "./due.ts";
import {
  type Announcing,
  type Attaching,
  isKeepDue,
  type Job,
  type JobState,
  type Keeping,
  mayBeMadeElsewhere,
  type Outcome,
  outcomeOf,
  type Posting,
} from "./job.ts";
import type { Admission, Again, Called, JobEvent } from "./job-event.ts";

type SettledState = Extract<JobState, { readonly outcome: Outcome }>;

interface Settled {
  readonly outcome: Outcome;
  readonly settledAt: EpochMs;
}

/** A part of a batch notifies nobody, because the batch's card shows it. */
export function settle(job: Job, outcome: Outcome, now: EpochMs): Job {
  const settled = { outcome, settledAt: now };
  // The card already showed an end before the restore.
  if (job.restored === "ended") return close(job, outcome, true, now);
  if (job.partOf) return withFile(job, settled, now) ?? keepOrClose(job, settled, now);
  const first = { newMessage: "due", isLinkAsked: false, notBefore: now } as const;
  return { ...job, ...lostCardOf(job), state: announcing(settled, first) };
}

/** Set if the job ends while it is unknown whether its first card arrived. */
function lostCardOf(job: Job): Pick<Job, "lostCardAt"> {
  const { state } = job;
  // The card of a restored job may show an end, and must stay.
  if (job.restored || !("answer" in state) || state.status === "submitting" || state.answer === "given") return {};
  return { lostCardAt: job.lostCardAt ?? state.triedAt ?? job.acceptedAt };
}

export function withoutLostCard(job: Job): Job {
  if (job.lostCardAt === undefined) return job;
  const { lostCardAt: _, ...known } = job;
  return known;
}

/** After this, a final message is only tried once a day. */
export const DELIVER_WITHIN_MS = 72 * 3_600_000;
const DELIVERY_RETRY_MAX_MS = 5_000;
/** A final message that cannot be delivered is given up after this. */
const KEEP_MS = 7 * 86_400_000;
const TRY_MS = 86_400_000;

export function advanceAnnouncing(job: Job, state: Announcing, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "new_message_begun":
      return { ...job, state: { ...state, newMessage: "begun" } };
    case "new_card_begun":
      return { ...job, state: { ...state, newMessage: "begun", begunAt: now } };
    case "edit_held": {
      const held = { ...state, isCardDue: true } as const;
      return mayNotifyFirst(job, state) ? posting(job, held, { ...event, called: "nobody", now }) : job;
    }
    case "shown":
      return { ...withoutLostCard(job), reply: event.reply };
    case "lost_card_settled":
      return withoutLostCard(job);
    case "new_message_refused": {
      const { waitMs } = event;
      if (waitMs === null) return { ...job, state: { ...unbegun(state), newMessage: "impossible" } };
      if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutWay(job, unbegun(state), now);
      return { ...job, state: again(unbegun(state), { ...event, waitMs }, now) };
    }
    case "notified":
      return keepOrClose(job, state, now);
    case "sent_privately":
      return job.notify.length === 0 ? keepOrClose(job, state, now) : posting(job, state, { ...event, now });
    case "announced": {
      const shown = { ...withKnownCard(job), reply: event.reply };
      const isOwnerNotified = event.called !== "nobody" || job.isSilent;
      const areOthersNotified = event.called === "everybody" || job.notify.length === 0;
      return isOwnerNotified && areOthersNotified
        ? afterFinalMessage(withNotification(shown), state, now)
        : posting(shown, state, { ...event, now });
    }
    case "delivery_failed": {
      if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutWay(job, state, now);
      const isCardInDoubt = job.isCardInDoubt || (!event.isClear && isBeforeFile(job, now));
      return { ...job, isCardInDoubt, state: again(state, event, now) };
    }
    case "undeliverable":
      // No new message arrived, so the next attempt may send one.
      return withoutWay(job, unbegun(state), now);
    default:
      return job;
  }
}

/** Mentions everybody whom no new message has mentioned yet. */
function posting(
  job: Job,
  { outcome, settledAt, isCardDue }: Announcing,
  { nonce, called = "owner", now }: { readonly nonce: string; readonly called?: Called; readonly now: EpochMs },
): Job {
  const who = { ...(called !== "nobody" && { isOwnerNotified: true }), ...(isCardDue && { isCardDue }) };
  const untried = { triedAt: null, attempts: 0, notBefore: now };
  return { ...job, state: { status: "posting", outcome, settledAt, nonce, ...who, ...untried } };
}

export function advancePosting(job: Job, state: Posting, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "notifying":
      return { ...job, state: { ...state, triedAt: state.triedAt ?? now } };
    case "notified":
      return afterNotification({ ...job, notification: event.at }, state, now);
    case "undeliverable":
      return withoutNotification(job, state, event.isClear ?? true, now);
    case "delivery_failed": {
      if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutNotification(job, state, event.isClear, now);
      const triedAt = event.isClear ? null : state.triedAt;
      return { ...job, state: again({ ...state, triedAt }, event, now) };
    }
    default:
      return job;
  }
}

function withoutNotification(job: Job, state: Posting, hasSurelyNotArrived: boolean, now: EpochMs): Job {
  // Only the card, or a message in its place, can deliver the final message.
  if (state.isCardDue && hasSurelyNotArrived) return awaitCard(job, state, false, now);
  return afterNotification({ ...job, notification: "lost" }, state, now);
}

function afterNotification(job: Job, state: Posting, now: EpochMs): Job {
  return state.isCardDue ? awaitCard(job, state, true, now) : afterFinalMessage(job, state, now);
}

/** An earlier notification stays recorded when the final message is repeated. */
function withNotification(job: Job): Job {
  return job.notification === undefined ? { ...job, notification: [] } : job;
}

/** Never notify twice: a stalled process may report an old failure late. */
function unbegun({ begunAt: _, ...state }: Announcing): Announcing {
  return { ...state, newMessage: state.newMessage === "done" ? "done" : "due" };
}

/** Tries once a day, and with the person's next command. */
function withoutWay(job: Job, state: Announcing, now: EpochMs): Job {
  if (state.newMessage === "done") return keepOrClose(withoutLostCard(job), state, now);
  if (now - state.settledAt >= KEEP_MS) return close(job, state.outcome, false, now);
  return { ...job, state: { ...state, noWaySince: state.noWaySince ?? now, notBefore: now + TRY_MS } };
}

/** A wait that the platform asked for does not count as a failure. */
function again<State extends Announcing | Posting>(
  state: State,
  event: Again & { readonly waitMs: number },
  now: EpochMs,
): State {
  const waitMs = Math.min(event.waitMs, WAIT_MAX_MS);
  if (event.hasRetryTime) return { ...state, notBefore: now + waitMs };
  const attempts = state.attempts + 1;
  const notBefore = now + Math.max(waitMs, backoffMs(attempts, DELIVERY_RETRY_MAX_MS, event.fraction));
  return { ...state, attempts, notBefore };
}

/** True if the notification may be sent before the card is edited. A refusal is sent privately, so never before. */
export function mayNotifyFirst(job: Job, { newMessage, noWaySince, outcome }: Announcing): boolean {
  const isAnybodyCalled = !job.isSilent || job.notify.length > 0;
  return newMessage === "due" && noWaySince === null && outcome.kind !== "refused" && isAnybodyCalled;
}

export function isBeforeFinalMessage({ state }: Job): boolean {
  if (state.status === "posting") return state.isCardDue === true;
  return state.status === "announcing" && (state.newMessage !== "done" || state.isCardDue === true);
}

/** True if a file is still to be posted. A late edit with the final message would remove that file. */
export function isBeforeFile(job: Job, now: EpochMs): boolean {
  const { state, video } = job;
  if (!isBeforeFinalMessage(job)) return state.status === "announcing" && withFile(job, state, now) !== null;
  const kind = outcomeOf(job)?.kind;
  return video === "due" && (kind === "succeeded" || kind === "several");
}

export function withKnownCard(job: Job): Job {
  if (job.restored === undefined) return job;
  const { restored: _, ...known } = job;
  return known;
}

/** An edit whose answer was lost arrives within this time, if at all. */
const LATE_EDIT_MS = 25_000;

/** Repeats the final message if an older edit may still overwrite it. */
function afterFinalMessage(job: Job, settled: Settled, now: EpochMs): Job {
  if (job.restored === "ended") return close(job, settled.outcome, true, now);
  const filing = withFile(job, settled, now);
  if (filing) return filing;
  if (!job.isCardInDoubt) return keepOrClose(job, settled, now);
  return repeatFinalMessage({ ...job, isCardInDoubt: false }, settled, now + LATE_EDIT_MS);
}

function repeatFinalMessage(job: Job, settled: Settled, notBefore: EpochMs): Job {
  if (job.partOf) return keepOrClose(job, settled, notBefore);
  return { ...job, state: announcing(settled, { newMessage: "done", isLinkAsked: true, notBefore }) };
}

/** The notification was sent, or cannot be sent. Only the card's edit remains. */
function awaitCard(job: Job, settled: Settled, isNotified: boolean, now: EpochMs): Job {
  const due = { isLinkAsked: false, notBefore: now };
  const isFirst = isNotified
    ? ({ newMessage: "done", isCardDue: true } as const)
    : { newMessage: "impossible" as const };
  return { ...job, state: announcing(settled, { ...isFirst, ...due }) };
}

function announcing(
  { outcome, settledAt }: Settled,
  rest: Pick<Announcing, "newMessage" | "isCardDue" | "isLinkAsked" | "notBefore">,
): Announcing {
  return { status: "announcing", outcome, settledAt, noWaySince: null, attempts: 0, ...rest };
}

function withFile(job: Job, { outcome, settledAt }: Settled, now: EpochMs): Job | null {
  if (job.video !== "due" || (outcome.kind !== "several" && liveLink(outcome, now) === null)) return null;
  const untried = { triedAt: null, attempts: 0, notBefore: now };
  return { ...job, state: { status: "attaching", outcome, settledAt, since: now, ...untried } };
}

/** The card is complete. Search for a lost first card, then keep the film, then close. */
function keepOrClose(job: Job, settled: Settled, now: EpochMs): Job {
  if (job.lostCardAt !== undefined) return repeatFinalMessage(job, settled, now);
  const { outcome, settledAt } = settled;
  // If a restored job's card cannot be read, nothing more is shown on it.
  if (job.keep !== "due" || job.restored !== undefined || liveLink(outcome, now) === null)
    return close(job, outcome, true, now);
  return { ...job, state: { status: "keeping", outcome, settledAt, since: now, attempts: 0, notBefore: now } };
}

export const ATTACH_WITHIN_MS = 120_000;
/** After this many attempts or this long, only the link is shown. */
const TRIES = 3;
const TRY_FOR_MS = 7_200_000;
/** Before the second attempt. The third waits six times as long. */
const RETRY_MS = 10_000;
const RETRY_GROWTH = 6;

export function advanceAttaching(job: Job, state: Attaching, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "shown":
      return { ...job, reply: event.reply };
    case "parts_ended": {
      const filed: Job = { ...job, video: "here" };
      return event.isCardOld ? repeatFinalMessage(filed, state, now) : afterFinalMessage(filed, state, now);
    }
    case "attaching": {
      // If the process dies in this attempt, its file may still arrive.
      const notBefore = now + ATTACH_WITHIN_MS + LATE_EDIT_MS;
      return { ...job, state: { ...state, triedAt: state.triedAt ?? now, attempts: state.attempts + 1, notBefore } };
    }
    case "attached":
      return afterFinalMessage({ ...job, reply: event.reply, video: videoOf(state) }, state, now);
    case "copy_due": {
      const triedAt = event.isClear ? null : state.triedAt;
      return { ...job, state: { ...state, copyBytes: event.maxBytes, triedAt, attempts: 0, notBefore: now } };
    }
    case "attach_refused":
      return withoutFile(job, state, event, now);
    case "attach_skipped":
      return afterFinalMessage({ ...job, video: "skipped" }, state, now);
    case "undeliverable":
      // No card is left to explain the missing file.
      return afterFinalMessage({ ...job, video: "not_taken" }, state, now);
    case "attach_failed": {
      const attempts = state.attempts - (event.isCounted ? 0 : 1);
      const triedAt = event.isClear ? null : state.triedAt;
      const retryMs = retryAfterMs(attempts, event.fraction);
      // Wait until this attempt can no longer arrive. If it arrived after the next one, later edits would refer to a
      // missing file.
      const landedMs = event.isClear ? 0 : LATE_EDIT_MS;
      const waitMs = Math.max(event.waitMs, retryMs, landedMs);
      const next: Attaching = { ...state, attempts, triedAt, notBefore: now + Math.min(waitMs, WAIT_MAX_MS) };
      const why = "not_taken";
      return isPastTrying(next, next.notBefore)
        ? withoutFile(job, state, { why, isClear: event.isClear }, now)
        : { ...job, state: next };
    }
    default:
      return job;
  }
}

function retryAfterMs(attempts: number, fraction: number): number {
  return RETRY_MS * RETRY_GROWTH ** Math.max(0, attempts - 1) * (0.5 + 0.5 * fraction);
}

export function advanceKeeping(job: Job, state: Keeping, event: JobEvent | Admission, now: EpochMs): Job {
  switch (event.kind) {
    case "keep_begun":
      return { ...job, state: { ...state, attempts: state.attempts + 1 } };
    case "film_kept": {
      const kept = keepingOver({ ...job, film: event.film });
      return event.isLinkDue ? repeatFinalMessage(kept, state, now) : afterFinalMessage(kept, state, now);
    }
    case "keep_failed": {
      const attempts = state.attempts - (event.isCounted ? 0 : 1);
      const next: Keeping = { ...state, attempts, notBefore: now + retryAfterMs(attempts, event.fraction) };
      return isPastTrying(next, next.notBefore)
        ? afterFinalMessage(keepingOver(job), state, now)
        : { ...job, state: next };
    }
    case "keep_ended":
      return afterFinalMessage(keepingOver(job), state, now);
    default:
      return job;
  }
}

/** A file that is still due now has no card, so it is never posted. */
function keepingOver(job: Job): Job {
  return { ...job, keep: "over", ...(job.video === "due" && { video: "skipped" }) };
}

export function withoutFilm(job: Job, now: EpochMs): Job {
  const { film, ...rest } = job;
  if (rest.state.status === "keeping") return afterFinalMessage(keepingOver(rest), rest.state, now);
  if (isKeepDue(job)) return { ...rest, keep: "over" };
  return film ? rest : job;
}

export function videoOf({ copyBytes }: Attaching): "here" | "copy" {
  return copyBytes === undefined ? "here" : "copy";
}

/** The card explains the missing file at once, and again later if an attempt may still arrive. */
function withoutFile(
  job: Job,
  state: Attaching,
  { why, isClear }: { readonly why: "too_large" | "not_taken"; readonly isClear: boolean },
  now: EpochMs,
): Job {
  return repeatFinalMessage({ ...job, video: why, isCardInDoubt: job.isCardInDoubt || !isClear }, state, now);
}

export function isPastTrying({ since, attempts, outcome }: Attaching | Keeping, at: EpochMs): boolean {
  return attempts >= TRIES || at - since >= TRY_FOR_MS || liveLink(outcome, at) === null;
}

export function liveLink(outcome: Outcome, now: EpochMs): string | null {
  if (outcome.kind !== "succeeded") return null;
  return outcome.expiresAt === null || now < outcome.expiresAt ? outcome.videoUrl : null;
}

/** Source: the video service's interface, section 8 (read 2026-11-21). */
export const LINK_LIFE_MS = 7_200_000;

/** The host of a new link may not have the film yet. */
export function isLinkNew(outcome: Outcome, now: EpochMs): boolean {
  if (outcome.kind !== "succeeded") return false;
  const { expiresAt, renewedAt = 0 } = outcome;
  return now < (expiresAt ?? renewedAt + LINK_LIFE_MS);
}

export function mayPass({ kind }: VideoProblem, outcome: Outcome, now: EpochMs): boolean {
  return kind === "unreachable" || (kind === "refused" && isLinkNew(outcome, now));
}

/** A fresh link is offered this long before the current one expires. */
const LINK_ENDING_MS = 1_800_000;

/** 0 if the expiry is unknown. */
export function freshLinkFrom(outcome: Outcome): EpochMs | null {
  if (outcome.kind !== "succeeded") return null;
  return outcome.videoUrl === null || outcome.expiresAt === null ? 0 : outcome.expiresAt - LINK_ENDING_MS;
}

export function withLink(job: Job, state: SettledState, videoUrl: string | null, now: EpochMs): Job {
  const { outcome } = state;
  // An attempt in progress still shows the old link, so the card is edited again.
  const after = state.status === "attaching" ? { ...job, isCardInDoubt: true } : job;
  const asked = state.status === "announcing" ? { ...state, isLinkAsked: true } : state;
  const isNew = outcome.kind === "succeeded" && videoUrl !== null && videoUrl !== outcome.videoUrl;
  if (!isNew) return asked === state ? after : { ...after, state: asked };
  return { ...after, state: { ...asked, outcome: { ...outcome, videoUrl, expiresAt: null, renewedAt: now } } };
}

export function mayBeCharged(outcome: Outcome): boolean {
  if (outcome.kind === "unknown") return true;
  if (outcome.kind === "not_started") return mayBeMadeElsewhere(outcome.why);
  return outcome.kind === "refused" && outcome.refusal.kind === "unavailable" && outcome.refusal.sent;
}

export function close(job: Job, outcome: Outcome, isNotified: boolean, now: EpochMs): Job {
  return { ...job, sealedKey: null, notify: [], state: { status: "closed", outcome, isNotified, closedAt: now } };
}
