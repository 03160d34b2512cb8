import { chained, hasFilm, isChain } from "../film/film-chain.ts";
import { mayBeCharged } from "../job/final-message.ts";
import type { JobId } from "../job/ids.ts";
import {
  isBeforePaid,
  isOpen,
  isSettled,
  type Job,
  type JobRefusal,
  type NotStarted,
  type Outcome,
  outcomeOf,
  takesPlace,
  type Whole,
  waitsForTurn,
} from "../job/job.ts";
import type { Capacity } from "../job/job-storage.ts";
import { addUp, type Ledger, ledgerOf, nothingSpent } from "../job/ledger.ts";
import type { Credits } from "../request/price.ts";
import { type VideoRequest, withUncheckedPicture } from "../request/video-request.ts";
import { unreachable } from "../result.ts";

export function spentOn(parts: readonly Job[]): Ledger {
  return parts.map(ledgerOf).reduce(addUp, nothingSpent);
}

export type Payment = "will" | "paid" | "perhaps" | "never";

export function paymentOf(job: Job, parts: readonly Job[]): Payment {
  const all = job.parts ? parts : [job];
  if (spentOn(all).charged > 0) return "paid";
  if (all.map(outcomeOf).some((outcome) => outcome !== null && mayBeCharged(outcome))) return "perhaps";
  return isSettled(job) ? "never" : "will";
}

export function priceOfAll(parts: readonly Pick<Job, "price">[]): Credits {
  return parts.reduce((sum, { price }) => sum + price, 0);
}

/** The batch with the price of all its parts, because a team's rules check a single job. */
export function asOne(batch: Job, parts: readonly Job[]): Job {
  return parts.length === 0 ? batch : { ...batch, price: priceOfAll(parts) };
}

export function areSettled(parts: readonly Job[]): boolean {
  return parts.every(isSettled);
}

/** A part stays open until its file is delivered and stored. */
export function haveEnded(parts: readonly Job[]): boolean {
  return !parts.some(isOpen);
}

export function partsToCancel(parts: readonly Job[]): readonly Job[] {
  return parts.filter(isBeforePaid);
}

/** The open parts that the service would refuse, because the payer has no credits or no valid key. */
export function partsToStop(parts: readonly Job[]): readonly Job[] {
  const outcomes = parts.map(outcomeOf);
  const isRefused = outcomes.some((one) => one?.kind === "refused" && CONCERNS_ALL.has(one.refusal.kind));
  return isRefused ? partsToCancel(parts) : [];
}

const CONCERNS_ALL: ReadonlySet<string> = new Set(["no_credits", "no_key", "bad_key"]);

/** Excludes parts that may have been charged, and those that continue a video that will not be made. */
export function partsToRetry(parts: readonly Job[]): readonly Job[] {
  const isWorth = (part: Job) => {
    const outcome = outcomeOf(part);
    return outcome !== null && isWorthRetrying(outcome);
  };
  if (!isChain(parts)) return parts.filter(isWorth);
  const rest = parts.slice(parts.findLastIndex(hasFilm) + 1);
  const end = rest.findIndex((part) => !isWorth(part));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Empty if nothing is left to try. A chain continues from its last film. */
export function retryOf(id: JobId, parts: readonly Job[]): readonly VideoRequest[] {
  const [first, ...more] = partsToRetry(parts).map(({ request }) => withUncheckedPicture(request));
  if (!first) return [];
  return isChain(parts) ? chained(id, [first, ...more]) : [first, ...more];
}

function isWorthRetrying(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case "failed":
      return true;
    case "refused":
      return !STAYS_REFUSED.has(outcome.refusal.kind);
    case "not_started":
      return !STAYS_UNMADE.has(outcome.why);
    case "succeeded":
    case "unknown":
    case "several":
      return false;
    default:
      return unreachable(outcome);
  }
}

/** The same request would be refused again. */
const STAYS_REFUSED: ReadonlySet<JobRefusal["kind"]> = new Set(["bad_request", "picture"]);
/** People decided against these, or another process may have made them. */
const STAYS_UNMADE: ReadonlySet<NotStarted> = new Set(["declined", "withdrawn", "restored", "answered_elsewhere"]);

/** `before`: the video that the request continues, if still known. */
export type Asked = Whole & { readonly before?: Job };

export function requestsOf({ request, videos = [] }: Whole): readonly Job["request"][] {
  return videos.length === 0 ? [request] : videos.map((part) => part.request);
}

export interface PlacesLeft {
  readonly now: number;
  readonly inAll: number;
}

export function placesLeft(
  open: readonly Job[],
  { ofOwner, waitingOfOwner }: Pick<Capacity, "ofOwner" | "waitingOfOwner">,
): PlacesLeft {
  const free = Math.max(0, ofOwner - open.filter(takesPlace).length);
  const waiting = open.filter(({ state }) => state.status === "waiting").length;
  // Jobs already in the queue get free places first.
  const now = Math.max(0, free - open.filter(waitsForTurn).length);
  return { now, inAll: Math.max(0, free + waitingOfOwner - waiting) };
}
