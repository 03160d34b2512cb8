import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";

/** What a card could say and does not say yet. */
export interface News {
  readonly id: JobId;
  /** Since when the card says what it says. */
  readonly shownAt: EpochMs;
  /** The percentage that it says, and the one that is known; 0 where there is none. */
  readonly shown: number;
  readonly known: number;
  /** There is more than another percentage or time left. */
  readonly isNewState: boolean;
  /** The card still has its first words, which say least of all: it goes before every other. */
  readonly isFirst?: boolean;
}

/** Cards that wait to show progress in one bucket: one place each, and their latest news. */
export interface ProgressQueue {
  /** Cards that had news of late. */
  countUnderWay(now: EpochMs): number;
  /** How many weigh more: of those whose turn has come, and of all that wait. From now on this card waits, too. */
  outweighedBy(news: News, now: EpochMs): { readonly here: number; readonly waiting: number };
  /** Its turn is not before then. */
  expect(id: JobId, at: EpochMs): void;
  /** It is under way, and waits for no turn. */
  pass(news: News, now: EpochMs): void;
  leave(id: JobId): void;
}

/** A new state counts as this many percent. */
const TURN_PERCENT = 25;
/** More than any card weighs that has been changed. */
const FIRST_WEIGHT = 1e12;
const MILESTONES = [25, 50, 75];
/** A card whose turn has come and who is not there after this long holds up nobody: its job may wait for the service. */
const NO_SHOW_MS = 2_000;
/** A card is under way that had news within this long: no poll of a young task is further from the next. */
const SILENT_MS = 120_000;
const SWEEP_EACH_MS = 10_000;

interface Card {
  readonly shownAt: EpochMs;
  readonly unshown: number;
  readonly isFirst: boolean;
  readonly heardAt: EpochMs;
  /** null: it waits for nothing. */
  expectedAt: EpochMs | null;
}

export function progressQueue(): ProgressQueue {
  const cards = new Map<JobId, Card>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function hear({ id, shownAt, isFirst = false, ...news }: News, now: EpochMs, expectedAt: EpochMs | null): Card {
    const card = { shownAt, unshown: unshownOf(news), isFirst, heardAt: now, expectedAt };
    cards.set(id, card);
    return card;
  }

  function sweep(now: EpochMs): void {
    sweptAt = now;
    for (const [id, { heardAt }] of cards) if (Math.abs(now - heardAt) >= SILENT_MS) cards.delete(id);
  }

  return {
    countUnderWay(now) {
      if (Math.abs(now - sweptAt) >= SWEEP_EACH_MS) sweep(now);
      return cards.size;
    },
    outweighedBy(news, now) {
      const card = hear(news, now, now);
      const weight = weightOf(card, now);
      let [here, waiting, isEarlier] = [0, 0, true];
      for (const other of cards.values()) {
        if (other === card) isEarlier = false;
        if (other === card || other.expectedAt === null || now - other.expectedAt >= NO_SHOW_MS) continue;
        const more = weightOf(other, now) - weight;
        // Two that weigh the same are not told the same time: the one that came first is the first.
        if (more > 0 || (more === 0 && isEarlier)) waiting += 1;
        if (more > 0 && other.expectedAt <= now) here += 1;
      }
      return { here, waiting };
    },
    expect(id, at) {
      const card = cards.get(id);
      if (card) card.expectedAt = at;
    },
    pass: (news, now) => void hear(news, now, null),
    leave: (id) => void cards.delete(id),
  };
}

/** Whether it is shown even where too many cards wait. */
export function isMilestone({ shown, known, isNewState }: News): boolean {
  return isNewState || MILESTONES.some((percent) => shown < percent !== known < percent);
}

function unshownOf({ shown, known, isNewState }: Pick<News, "shown" | "known" | "isNewState">): number {
  return Math.max(1, Math.abs(known - shown)) + (isNewState ? TURN_PERCENT : 0);
}

/** Age × percent not shown: the longer a card has been wrong, and the more it is, the sooner it is its turn. */
function weightOf({ shownAt, unshown, isFirst }: Card, now: EpochMs): number {
  return (isFirst ? FIRST_WEIGHT : 0) + Math.max(0, now - shownAt) * unshown;
}
