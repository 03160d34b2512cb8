import type { Bucket } from "../../../src/core/budget/edit-budget.ts";
import { EditBudget } from "../../../src/core/budget/edit-budget.ts";
import { type MixedTask, mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";
import { random } from "../../simulation/random.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** From a decision to Slack's answer. */
const EDIT_MS = 250;

export interface EditHour {
  /** Waits of the final messages for their turn, the shortest first. */
  readonly lateMs: readonly number[];
  /** In the mean over all cards and the whole hour: for how long a card has been saying less than is known. */
  readonly ageMs: number;
  /** Edits with progress. */
  readonly progressEdits: number;
  /** Edits that the limiter refused. */
  readonly refused: number;
  /** The most edits of one card that were under way at once. */
  readonly together: number;
}

interface Card {
  readonly id: string;
  readonly begunAt: number;
  readonly task: MixedTask;
  percent: number;
  shownPercent: number;
  shownAt: number;
  /** Since when more is known than it says; null: it says all of it. */
  wrongSince: number | null;
  underWay: number;
}

/** An hour of one workspace with always the same number of videos under way, before a limiter of edits in any minute. */
export function editHour(plan: {
  readonly jobs: number;
  readonly bucket: Bucket;
  readonly perMinute: number;
  readonly seed: number;
}): EditHour {
  const { jobs, bucket, perMinute, seed } = plan;
  const { fraction } = random(seed);
  const tasks = mixedTasks(STANDARD_MIX, 5_000, seed)[Symbol.iterator]();
  const budget = new EditBudget();
  const agenda = openAgenda();
  const allowed: number[] = [];
  const lateMs: number[] = [];
  let [made, progress, refused, together, wrongMs] = [0, 0, 0, 0, 0];

  /** Says whether it was taken; a 429 says when there is room again. */
  function send(card: Card, now: number): boolean {
    while ((allowed[0] ?? now) <= now - MINUTE_MS) allowed.shift();
    card.underWay += 1;
    together = Math.max(together, card.underWay);
    if (allowed.length < perMinute) {
      allowed.push(now);
      return true;
    }
    refused += 1;
    const forMs = Math.ceil(((allowed[0] ?? now) + MINUTE_MS - now) / 1_000) * 1_000;
    budget.refused(bucket, now);
    budget.pause(bucket, forMs, now);
    return false;
  }

  function begin(now: number): void {
    made += 1;
    const task = tasks.next().value;
    if (!task) throw new Error("an hour has more videos than were made for it");
    const shown = { percent: 0, shownPercent: 0, shownAt: now, wrongSince: null };
    const card: Card = { id: `job-${made}`, begunAt: now, task, ...shown, underWay: 0 };
    agenda.at(now + 2_000 + fraction() * 6_000, (at) => look(card, at));
  }

  function look(card: Card, now: number): void {
    if (now >= card.begunAt + card.task.endsMs) {
      finish(card, now, now);
      return;
    }
    card.percent = Math.max(card.percent, card.task.percentAt(now - card.begunAt));
    if (card.percent !== card.shownPercent) card.wrongSince ??= now;
    step(card, now, now + 4_000 + fraction() * 4_000);
  }

  /** As a job's step does it: what must wait is tried again, and no later than at the next look. */
  function step(card: Card, now: number, lookAt: number): void {
    if (now >= lookAt) {
      look(card, now);
      return;
    }
    const { id, shownAt, shownPercent, percent } = card;
    if (percent === shownPercent) {
      agenda.at(lookAt, (at) => look(card, at));
      return;
    }
    const waitMs = budget.progress(bucket, { id, shownAt, shownPercent, percent, isNewState: false }, now);
    if (waitMs > 0) {
      agenda.at(Math.min(lookAt, now + waitMs), (at) => step(card, at, lookAt));
      return;
    }
    const isTaken = send(card, now);
    agenda.at(now + EDIT_MS, (at) => {
      card.underWay -= 1;
      if (!isTaken) {
        step(card, at, lookAt);
        return;
      }
      progress += 1;
      right(card, at);
      [card.shownPercent, card.shownAt] = [percent, at];
      step(card, at, lookAt);
    });
  }

  function finish(card: Card, now: number, since: number): void {
    const waitMs = budget.finalWord(bucket, { id: card.id, since }, now);
    if (waitMs > 0) {
      agenda.at(now + waitMs, (at) => finish(card, at, since));
      return;
    }
    const isTaken = send(card, now);
    agenda.at(now + EDIT_MS, (at) => {
      card.underWay -= 1;
      if (!isTaken) {
        finish(card, at, since);
        return;
      }
      lateMs.push(now - since);
      right(card, at);
      begin(at);
    });
  }

  function right(card: Card, now: number): void {
    // The age grows from nothing to this: its integral is half the square.
    if (card.wrongSince !== null) wrongMs += (now - card.wrongSince) ** 2 / 2;
    card.wrongSince = null;
  }

  for (let n = 0; n < jobs; n += 1) agenda.at(fraction() * 200_000, begin);
  agenda.run(HOUR_MS);
  return {
    lateMs: lateMs.sort((a, b) => a - b),
    ageMs: wrongMs / (jobs * HOUR_MS),
    progressEdits: progress,
    refused,
    together,
  };
}

/** The value that so much of all of them do not exceed. */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

/** Events to come, the soonest first. */
function openAgenda() {
  const all: { readonly at: number; readonly act: (now: number) => void }[] = [];
  return {
    at(at: number, act: (now: number) => void): void {
      const whole = Math.ceil(at);
      let index = all.length;
      while (index > 0 && (all[index - 1]?.at ?? 0) <= whole) index -= 1;
      all.splice(index, 0, { at: whole, act });
    },
    run(until: number): void {
      for (let next = all.pop(); next && next.at <= until; next = all.pop()) next.act(next.at);
    },
  };
}
