import { showsEnd } from "../../core/button.ts";
import { cardPlace } from "../../core/card-place.ts";
import {
  type CardGone,
  type ChatMessage,
  type ChatRefusal,
  type Deletion,
  type MessagePlace,
  type ReplyHandle,
  TOKEN_MARGIN_MS,
} from "../../core/chat.ts";
import { type EpochMs, sleep } from "../../core/clock.ts";
import { savedVideos, shownJob } from "../../core/film/film-chain.ts";
import { DELIVER_WITHIN_MS, freshLinkFrom } from "../../core/job/final-message.ts";
import type { JobId, UserId } from "../../core/job/ids.ts";
import { isCallUnderWay, isKeepDue, isOpen, isSettled, type Job, outcomeOf } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { isLostByRestore } from "../../core/job/restored.ts";
import { TRAITS } from "../../core/platform.ts";
import { ok, type Result } from "../../core/result.ts";
import { withRetries } from "../../core/with-retries.ts";
import { cardOf, leftCard } from "../../messages/card/card.ts";
import { notificationOf } from "../../messages/card/notification.ts";
import { apply, applyTo } from "../apply.ts";
import type { HeldUntil, JobDeps } from "../deps.ts";
import { chainOf, noneIfUnreadable, partsOf } from "../related-jobs.ts";

type DrawDeps = Pick<JobDeps, "jobs" | "clock" | "canContinue" | "keptFilms">;

export async function drawCard(deps: DrawDeps, job: Job): Promise<ChatMessage> {
  const now = deps.clock.now();
  return cardOf(shownJob(job, deps.keptFilms, now), now, await videosOf(deps, job), await chainOf(deps, job));
}

export async function drawNotification(deps: DrawDeps, job: Job): Promise<ChatMessage> {
  return notificationOf(job, deps.clock.now(), await videosOf(deps, job));
}

async function videosOf({ jobs, clock, keptFilms }: DrawDeps, job: Job): Promise<readonly Job[]> {
  return (await partsOf(jobs, job)).map((part) => shownJob(part.job, keptFilms, clock.now()));
}

const READ_AGAIN_MS = 10_000;

/** Reads what a restored card shows, before anything can replace it. Returns when to try again. */
export async function readCard(deps: JobDeps, stored: StoredJob): Promise<HeldUntil> {
  const { job } = stored;
  const read = await deps.chatOf(job).readButtons(job.reply);
  deps.traffic.note(job, "edit", read.ok ? null : read.refusal);
  if (!read.ok && !isPastReading(job, deps.clock.now())) {
    const { refusal } = read;
    return deps.clock.now() + (refusal.kind === "rate_limited" ? refusal.retryAfterMs : READ_AGAIN_MS);
  }
  const shows = await whatShows(deps, job, read.ok ? read.value : "unreadable");
  await apply(deps, stored, { kind: "card_read", shows });
  deps.log.info("the card of a restored video was read", { job: job.id, what: shows });
  return null;
}

function isPastReading({ state }: Job, now: EpochMs): boolean {
  return "settledAt" in state && now - state.settledAt > DELIVER_WITHIN_MS;
}

async function whatShows({ jobs }: JobDeps, job: Job, buttons: readonly string[] | "gone" | "unreadable") {
  if (buttons === "gone") return "gone";
  if (buttons === "unreadable") return "unreadable";
  if (showsEnd(buttons)) return "end";
  // The card may have films that the restored data does not know.
  const parts = await partsOf(jobs, job);
  return parts.some((part) => isLostByRestore(part.job)) ? "unreadable" : "no_end";
}

/** How often moving a card waits for a paid call to finish. */
const TRIES = 120;
const AGAIN_MS = 1_000;

export async function moveCard(deps: JobDeps, id: JobId, reply: ReplyHandle): Promise<void> {
  const { clock, jobs, log, stopping } = deps;
  for (let tries = 1; tries <= TRIES && !stopping.aborted; tries += 1) {
    const stored = await jobs.load(id);
    if (!stored) return;
    const { job } = stored;
    if (isSettled(job)) {
      const show = async () => {
        const latest = (await jobs.load(id))?.job;
        // Its workspace removed the bot, or its owner deleted the job.
        if (!latest || latest.isForgotten) return ok(null);
        return deps.chatOf({ reply }).show(reply, await drawCard(deps, latest), "in_place");
      };
      const shown = await withRetries<unknown, ChatRefusal | CardGone>(clock, show, { signal: stopping });
      if (!shown.ok) log.warn("the moved card does not say how it ended", { job: id, why: shown.refusal.kind });
      return;
    }
    if (isCallUnderWay(job)) {
      await sleep(clock, AGAIN_MS, stopping);
      continue;
    }
    if (!(await apply(deps, stored, { kind: "card_moved", reply: cardPlace(reply).inPlaceOf(job.reply) }))) continue;
    if (job.restored) return;
    const left = await withRetries(clock, () => leave(deps, job), { signal: stopping });
    if (!left.ok) log.warn("the card's old place still shows it", { job: id, why: left.refusal.kind });
    return;
  }
  log.warn("the card was not moved", { job: id });
}

/** The old card stays if it holds films, or a frame whose address a paid call may contain. */
async function leave(deps: JobDeps, job: Job): Promise<Result<unknown, ChatRefusal | CardGone>> {
  const chat = deps.chatOf(job);
  if (!cardPlace(job.reply).holdsFiles()) return chat.remove(job.reply);
  return chat.show(job.reply, leftCard(await drawCard(deps, job), job, await videosOf(deps, job)), "in_place");
}

/**
 * Deletes a lost first card when a button on it is pressed. If the bot cannot read the channel, only a press shows
 * where the card is. Never rejects.
 */
export async function removePressedCard(deps: JobDeps, id: JobId, place: MessagePlace): Promise<void> {
  const { clock, jobs, log, stopping } = deps;
  try {
    const job = (await jobs.load(id))?.job;
    // After a restore, the pressed card may be newer than the saved one.
    if (!job || job.restored || !TRAITS[job.reply.platform].losesFirstCards) return;
    const card = cardPlace(job.reply);
    if (card.isAt(place) !== false) return;
    const removed = await withRetries(clock, () => deps.chatOf(job).remove(card.at(place)), { signal: stopping });
    if (!removed.ok) log.warn("a lost card was not deleted", { job: id, why: removed.refusal.kind });
  } catch (error) {
    log.warn("a lost card was not deleted", { job: id, error: String(error) });
  }
}

/** How long a deletion waits for the job to close. An open job may still post its notification or its file. */
const CLOSED_WITHIN_MS = 30_000;
const CHECK_MS = 250;
const TURN_WITHIN_MS = 10_000;

/**
 * Deletes the card last, because another press of its button must complete an interrupted deletion. Rejects if the store
 * does.
 */
export async function deleteCard(deps: JobDeps, id: JobId, what: "everything" | "card_only"): Promise<Deletion> {
  const { clock, log, stopping, traffic } = deps;
  const job = await closedJob(deps, id, what);
  if (!job) return { kind: "not_now" };
  const { notification = "lost" } = job;
  if (!(await isTurn(deps, job))) return notDeleted(deps, id, "no turn");
  const takeDown = async () => {
    const taken = await deps.chatOf(job).takeDown(job.reply, notification === "lost" ? [] : notification);
    traffic.note(job, "edit", taken.ok ? null : taken.refusal);
    return taken;
  };
  const taken = await withRetries(clock, takeDown, { signal: stopping });
  if (!taken.ok) return notDeleted(deps, id, taken.refusal.kind);
  const left = notification === "lost" ? (["notification", ...taken.value] as const) : taken.value;
  log.info("card deleted", { job: id, detail: left.join(" ") });
  const jobs = [job, ...(await partsOf(deps.jobs, job)).map((part) => part.job)];
  const saved = what === "card_only" ? savedVideos(jobs, deps.keptFilms, clock.now()).count : 0;
  return { kind: "deleted", left, saved };
}

function notDeleted({ log }: JobDeps, job: JobId, why: string): Deletion {
  log.warn("card not deleted", { job, why });
  return { kind: "not_now" };
}

async function closedJob(deps: JobDeps, id: JobId, what: "everything" | "card_only"): Promise<Job | null> {
  const { jobs, clock, stopping } = deps;
  const until = clock.now() + CLOSED_WITHIN_MS;
  for (;;) {
    const stored = await jobs.load(id);
    if (!stored) return null;
    const all = what === "everything" ? [stored, ...(await partsOf(jobs, stored.job))] : [];
    for (const { job } of all) if (job.film || isKeepDue(job)) await applyTo(deps, job.id, { kind: "film_gone" });
    if (!isOpen(stored.job)) return stored.job;
    if (clock.now() >= until || stopping.aborted) return null;
    await sleep(clock, CHECK_MS, stopping);
  }
}

async function isTurn({ traffic, clock, stopping }: JobDeps, job: Job): Promise<boolean> {
  const since = clock.now();
  for (;;) {
    const waitMs = await traffic.promisedMs(job, since);
    if (waitMs === 0) return true;
    if (clock.now() + waitMs > since + TURN_WITHIN_MS || stopping.aborted) return false;
    await sleep(clock, waitMs, stopping);
  }
}

export async function addListener(deps: JobDeps, id: JobId, userId: UserId): Promise<Job | null> {
  return (await applyTo(deps, id, { kind: "notify_me", userId }))?.job ?? null;
}

export async function editCard({ chatOf, traffic }: JobDeps, card: Job, message: ChatMessage) {
  const edited = await chatOf(card).show(card.reply, message, "in_place");
  traffic.note(card, "edit", edited.ok ? null : edited.refusal);
  return edited;
}

export async function showInTurn(
  deps: JobDeps,
  id: JobId,
  { turnMs, withinMs }: { turnMs(card: Job): number | Promise<number>; readonly withinMs: number },
): Promise<boolean> {
  const { clock, jobs, stopping } = deps;
  const until = clock.now() + withinMs;
  for (;;) {
    const card = (await jobs.load(id))?.job;
    // Discord counts each edit of a card that can no longer be edited as a refusal.
    if (!card || card.isForgotten || cardPlace(card.reply).isPastEditing(clock.now() + TOKEN_MARGIN_MS)) return false;
    // The card shows an end that is newer than the restored data.
    if (card.restored) return false;
    let waitMs = await turnMs(card);
    if (waitMs === 0) {
      const edited = await editCard(deps, card, await drawCard(deps, card));
      if (edited.ok || edited.refusal.kind !== "rate_limited") return edited.ok;
      waitMs = edited.refusal.retryAfterMs;
    }
    if (clock.now() + waitMs > until || stopping.aborted) return false;
    await sleep(clock, waitMs, stopping);
  }
}

const DRAWN_WITHIN_MS = 60_000;

/** An open job's card is drawn by its own step. */
export async function drawAgain(deps: JobDeps, { id, partOf }: Pick<Job, "id" | "partOf">): Promise<void> {
  const stored = await deps.jobs.load(partOf?.job ?? id).catch(noneIfUnreadable);
  if (!stored || isOpen(stored.job)) return;
  await showInTurn(deps, stored.job.id, { turnMs: deps.traffic.extraMs, withinMs: DRAWN_WITHIN_MS });
}

/** At most this many cards wait for their *Fresh link*. `/video-jobs` shows it for all others. */
const CARDS_MAX = 10_000;

/** Puts *Fresh link* on each closed card when its link is about to expire, while this process runs. */
export function linkAlarm(deps: JobDeps): (closed: Job) => void {
  const { clock, log, stopping } = deps;
  let last = Promise.resolve();
  let waiting = 0;

  async function redraw(id: JobId, at: EpochMs): Promise<void> {
    await sleep(clock, Math.max(0, at - clock.now()), stopping);
    waiting -= 1;
    if (!stopping.aborted) await drawAgain(deps, { id });
  }

  return (closed) => {
    const { id, partOf, film } = closed;
    const outcome = outcomeOf(closed);
    const at = outcome && freshLinkFrom(outcome);
    // The card shows the bot's own link, and is redrawn when that expires.
    if (film && deps.keptFilms?.addressOf(film)) return;
    if (at === null || at <= clock.now() || partOf || waiting >= CARDS_MAX) return;
    waiting += 1;
    last = last
      .then(() => redraw(id, at))
      .catch((error: unknown) => log.warn("a card was not drawn again", { job: id, error: String(error) }));
  };
}
