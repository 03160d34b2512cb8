import { cardPlace } from "../../core/card-place.ts";
import { type ReplyHandle, TOKEN_MARGIN_MS } from "../../core/chat.ts";
import { type EpochMs, wasStalled } from "../../core/clock.ts";
import type { JobId } from "../../core/job/ids.ts";
import { isSettled } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { isUnread } from "../../core/job/restored.ts";
import { apply, applySurely } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { drawCard, readCard } from "./job-card.ts";
import { isUnclear, unsentMs } from "./traffic.ts";

export interface CardProgress {
  /** Returns when to retry if an edit is not possible now. */
  show(stored: StoredJob, since?: EpochMs): Promise<EpochMs | null>;
  forget(id: JobId): void;
}

/** Hashes, because a hundred thousand cards may be in memory. */
interface Shown {
  readonly card: number;
  /** Null: the card can show nothing more. */
  readonly text: number | null;
  readonly at: EpochMs;
}

const AGAIN_MS = 10_000;
/** A forgotten card is edited once more than necessary. */
const CARDS_MOST = 200_000;

export function cardProgress(deps: JobDeps): CardProgress {
  const { clock, meter, traffic } = deps;
  const shownCards = new Map<JobId, Shown>();
  const restsUntil = new Map<JobId, EpochMs>();

  function remember<Value>(values: Map<JobId, Value>, id: JobId, value: Value): void {
    // Reinsert: the first entry must stay the oldest.
    values.delete(id);
    values.set(id, value);
    const [oldest] = values.keys();
    if (values.size > CARDS_MOST && oldest !== undefined) values.delete(oldest);
  }

  return {
    async show(stored, since = clock.now()) {
      const { job } = stored;
      const { id, state } = job;
      const isSeen = !("answer" in state) || state.status === "submitting" || state.answer === "given";
      if (isSettled(job) || !isSeen || job.isForgotten || job.partOf) return null;
      const now = clock.now();
      const mustRead = isUnread(job);
      if (job.restored && !mustRead) return null;
      // Discord counts each attempt as a refusal.
      if (cardPlace(job.reply).isPastEditing(now + TOKEN_MARGIN_MS)) return null;
      const message = await drawCard(deps, job);
      const last = shownCards.get(id);
      const card = placeHash(job.reply);
      const text = hashOf(message);
      if (last?.card === card && (last.text === text || last.text === null)) return null;
      // The clock may have been set back.
      const restMs = Math.min((restsUntil.get(id) ?? now) - now, AGAIN_MS);
      if (restMs > 0) return now + restMs;
      const waitMs = await traffic.progressMs(job, last?.at ?? job.acceptedAt);
      if (waitMs > 0) return clock.now() + waitMs;
      if (mustRead) return (await readCard(deps, stored)) ?? clock.now();
      // Another process may have shown something newer.
      if (wasStalled(clock, since)) return clock.now();

      const result = await deps.chatOf(job).show(job.reply, message, "in_place");
      const refusal = result.ok ? null : result.refusal;
      traffic.note(job, "edit", refusal);
      const turnMs = unsentMs(refusal);
      if (turnMs !== null) return clock.now() + Math.min(turnMs, AGAIN_MS);
      meter.delivered(job.owner.platform, "progress", refusal?.kind ?? "ok");
      if (!result.ok) {
        const { refusal } = result;
        if (isUnclear(refusal)) await applySurely(deps, stored, { kind: "edit_unclear" });
        if (refusal.kind === "unavailable" || refusal.kind === "rate_limited") {
          const againAt = clock.now() + AGAIN_MS;
          remember(restsUntil, id, againAt);
          return againAt;
        }
      }
      restsUntil.delete(id);
      const place = result.ok ? placeHash(result.value.reply) : card;
      remember(shownCards, id, { card: place, text: result.ok ? text : null, at: now });
      if (result.ok && place !== card) await apply(deps, stored, { kind: "shown", reply: result.value.reply });
      return null;
    },
    forget(id) {
      shownCards.delete(id);
      restsUntil.delete(id);
    },
  };
}

function placeHash(reply: ReplyHandle): number {
  return hashOf({ ...reply, files: undefined });
}

/** 32-bit FNV-1a. A changed text has the same hash once in four billion times. */
function hashOf(value: unknown): number {
  const text = JSON.stringify(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
