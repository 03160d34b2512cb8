import type { ChatMessage } from "../../core/chat.ts";
import { within } from "../../core/clock.ts";
import { type Answer, type Card, type Finish, firstCard } from "../../core/command.ts";
import { jobIdFrom, type Owner, type Team } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { KeyVerdict } from "../../core/ports.ts";
import type { PendingRequest } from "../../core/request/kept-request.ts";
import { unreachable } from "../../core/result.ts";
import type { Secret } from "../../core/text/secret.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { somethingWentWrong } from "../../messages/ask/notices.ts";
import { savedAndAsked } from "../../messages/ask/price-questions.ts";
import { keyForm } from "../../messages/ask/video-forms.ts";
import { cardOf } from "../../messages/card/card.ts";
import {
  badKey,
  checkingKey,
  confirmKeyRemoval,
  keyRemoved,
  keySaved,
  keySavedButRefused,
  keyStatus,
  noKeyStored,
  noKeyYet,
  notAKey,
  nothingToRemove,
  withVideosGoingOn,
} from "../../messages/pages/keys-page.ts";
import { ofOwner } from "../card-buttons.ts";
import { startRequest } from "../video/make-video.ts";
import type { ActHandlers, PressHandlers } from "../visit.ts";
import { askStore, type CommandDeps, tell, type Visit } from "../visit.ts";

export const keyActs = {
  set_key: setKey,
  show_key: showKey,
  remove_key: (visit) => removeKey(visit, false),
  give_key: (visit, { key }) => giveKey(visit, key),
} satisfies Partial<ActHandlers>;

export const keyPresses = {
  add_key: setKey,
  show_key: showKey,
  ask_remove_key: (visit) => removeKey(visit, false),
  remove_key: (visit) => removeKey(visit, true),
  /** Everybody sees a card, so this button is for its owner alone. */
  renew_key: ofOwner(setKey),
} satisfies Partial<PressHandlers>;

/** A key test has its own limit of 8 s; one that overruns it is not waited for. */
const TEST_MAX_MS = 10_000;
/** Nobody waits longer than this to read that a key is saved. */
const WAKE_MAX_MS = 1_500;

/** Opens the form for a key. */
function setKey({ words }: Visit): Answer {
  return { kind: "form", form: keyForm(words) };
}

/** Shows which key is stored; whether it works is tested after the answer, and the videos that waited for it go on. */
async function showKey({ deps, command, ask, words }: Visit): Promise<Answer> {
  const stored = await ask(() => deps.vault.get(command.owner));
  if (!stored.ok) return tell(stored.refusal);
  const key = stored.value;
  if (!key) return tell(noKeyStored(words));
  return {
    kind: "working",
    message: checkingKey(words),
    finish: async () => {
      const verdict = await testKey(deps, key);
      const status = keyStatus(key.lastFour(), verdict, words);
      const woken = verdict === "good" ? await wakeWaiting(deps, command.owner) : 0;
      return { message: withVideosGoingOn(status, woken, words), card: null };
    },
  };
}

/**
 * Resumes the videos whose key was refused, and returns how many. If the store fails, they go on by themselves within a
 * minute.
 */
export async function wakeWaiting(
  { wakeWaiting: wake, log, clock }: CommandDeps,
  payer: Owner | Team,
): Promise<number> {
  const waking = wake(payer).catch((error: unknown) => {
    log.warn("videos that wait for a key were not woken", { error: String(error) });
    return 0;
  });
  const woken = await within(clock, WAKE_MAX_MS, waking);
  return woken === "late" ? 0 : woken;
}

/** Deletes the key; while videos are running or waiting, only when `isSure`. */
async function removeKey({ deps, command, ask, words }: Visit, isSure: boolean): Promise<Answer> {
  const { vault, jobs } = deps;
  const { owner } = command;
  const facts = await ask(() => Promise.all([vault.get(owner), jobs.openJobsOf(owner)]));
  if (!facts.ok) return tell(facts.refusal);
  const [key, open] = facts.value;
  const { begun, waiting } = videosOfKey(open.filter(({ team }) => !team));
  if (key && begun + waiting > 0 && !isSure) return tell(confirmKeyRemoval(begun, words, waiting));

  // This also works without a readable key: one that can no longer be opened is removed too.
  const removed = await ask(() => vault.remove(owner));
  if (!removed.ok) return tell(removed.refusal);
  const message = removed.value ? keyRemoved(begun, words, waiting) : nothingToRemove(words);
  return { kind: "replace_message", message };
}

/** Tests a key without spending anything; no clear answer in time counts as "unchecked". */
export async function testKey(deps: CommandDeps, key: Secret): Promise<KeyVerdict> {
  const verdict = await within(deps.clock, TEST_MAX_MS, deps.checkKey(key));
  return verdict === "late" ? "unchecked" : verdict;
}

/** A key is sent in a header: one word of visible ASCII. */
const KEY_SHAPE = /^[\x21-\x7e]+$/;

/** Says whether a text can be sent as a key. */
export function isKeyShaped(key: Secret): boolean {
  return key.fits(KEY_SHAPE);
}

/**
 * Takes a key from the form: tests it after the answer, stores it unless it is bad, then resumes the request that
 * waited for it.
 */
function giveKey(visit: Visit, typed: Secret): Answer {
  const { words } = visit;
  const key = typed.trimmed();
  if (!isKeyShaped(key)) return { kind: "form_error", field: "key", ...notAKey(key.fits(/^$/), words) };
  return { kind: "working", message: checkingKey(words), finish: () => finish(visit, key) };
}

async function finish(visit: Visit, key: Secret): Promise<Finish> {
  const { deps, command, words } = visit;
  try {
    const verdict = await testKey(deps, key);
    if (verdict === "bad") return { message: badKey(words), card: null };

    const ask = askStore(deps, words);
    const stored = await ask(() => deps.vault.put(command.owner, key));
    if (!stored.ok) return { message: stored.refusal, card: null };

    const woken = await wakeWaiting(deps, command.owner);
    const saved = (goesOn: boolean) => keySaved({ lastFour: key.lastFour(), verdict, goesOn, woken }, words);
    const taken = await ask(() => deps.pending.take(command.owner));
    if (!taken.ok || !taken.value) return { message: saved(false), card: null };
    const went = await goOn({ ...visit, ask: askStore(deps, words) }, taken.value);
    switch (went.kind) {
      case "card":
        return { message: saved(true), card: went.card };
      case "nothing":
        return { message: saved(false), card: null };
      case "asked":
        return { message: savedAndAsked(saved(false), went.message), card: null };
      case "refused":
        return { message: keySavedButRefused(saved(false), went.message, words), card: null };
    }
  } catch (error) {
    deps.log.error("key not saved", { reason: error instanceof Error ? error.message : "unknown" });
    return { message: somethingWentWrong(words), card: null };
  }
}

type Went =
  | { readonly kind: "card"; readonly card: Card }
  | { readonly kind: "nothing" }
  /** The person is asked about the price first. */
  | { readonly kind: "asked"; readonly message: ChatMessage }
  | { readonly kind: "refused"; readonly message: ChatMessage };

/**
 * Handles the request that waited as if it had just been made in its place: it is planned, checked and limited once
 * more, under the id of its own event.
 */
async function goOn(visit: Visit, { eventId, draft, ...at }: PendingRequest): Promise<Went> {
  const { deps, words } = visit;
  const { standing: _, threadOf: __, ...command } = visit.command;
  const id = jobIdFrom(command.owner.platform, eventId);
  const { reply, workspace } = at;
  const outcome = await startRequest({ ...visit, command: { ...command, ...at } }, { id, draft, reply, workspace });
  switch (outcome.kind) {
    case "started":
      return { kind: "card", card: firstCard(outcome.job, cardOf(outcome.job, deps.clock.now())) };
    case "already_accepted":
      return { kind: "nothing" };
    case "problem":
      return { kind: "refused", message: draftProblemOf(outcome.problem, words).message };
    case "denied":
      return { kind: "refused", message: draftProblemOf(outcome, words).message };
    // The key was removed again in the meantime.
    case "no_key":
      return { kind: "refused", message: noKeyYet("again", words) };
    case "asked":
    case "refused":
      return outcome;
    default:
      return unreachable(outcome);
  }
}

/**
 * Counts these jobs' videos: those in progress with a copy of their key, and those that have no copy yet and so do not
 * begin once the key is removed. A batch counts as its videos; a video whose final message is being delivered no longer
 * counts.
 */
export function videosOfKey(jobs: readonly Job[]): { readonly begun: number; readonly waiting: number } {
  const videos = jobs.filter((job) => !job.parts && !isSettled(job));
  const begun = videos.filter(({ sealedKey }) => sealedKey !== null).length;
  return { begun, waiting: videos.length - begun };
}
