import type { ChatMessage } from "../../core/chat.ts";
import { within } from "../../core/clock.ts";
import type { Answer, Finish } from "../../core/command.ts";
import { eventIdFrom, type Owner, type Team } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import type { PendingRequest } from "../../core/request/kept-request.ts";
import type { Credits } from "../../core/request/price.ts";
import { unreachable } from "../../core/result.ts";
import type { Secret } from "../../core/text/secret.ts";
import type { KeyVerdict } from "../../core/video-service.ts";
import { draftProblemOf } from "../../messages/ask/draft-problems.ts";
import { savedAndAsked } from "../../messages/ask/price-questions.ts";
import { shortReply } from "../../messages/ask/short-replies.ts";
import { keyForm } from "../../messages/ask/video-forms.ts";
import { cardOf } from "../../messages/card/card.ts";
import {
  badKey,
  confirmKeyRemoval,
  keyRemoved,
  keySaved,
  keySavedButRefused,
  keyStatus,
  noKeyStored,
  noKeyYet,
  notAKey,
  requestWaits,
  type SavedKey,
  type VideosOfKey,
} from "../../messages/pages/keys-page.ts";
import { ofOwner } from "../card-buttons.ts";
import { type RequestOutcome, startRequest } from "../video/make-video.ts";
import {
  type ActTable,
  type CommandDeps,
  failed,
  formReply,
  type PressHandlers,
  privateReply,
  replaceMessage,
  type Visit,
  working,
} from "../visit.ts";

export const keyActs = {
  set_key: { needs: "video", handle: setKey },
  show_key: { needs: null, handle: showKey },
  remove_key: { needs: null, handle: (visit) => removeKey(visit, false) },
  give_key: {
    needs: "video",
    formField: "key",
    handle: (visit, { key }) => takeKey(visit, key, { store: storeKey, refused: withRequest }),
  },
} satisfies Partial<ActTable>;

export const keyPresses = {
  add_key: setKey,
  show_key: showKey,
  ask_remove_key: (visit) => removeKey(visit, false),
  remove_key: (visit) => removeKey(visit, true),
  /** Everybody sees a card, so only its owner may use this button. */
  renew_key: ofOwner(setKey),
} satisfies Partial<PressHandlers>;

/** A key test has its own limit of 8 s. */
const TEST_MAX_MS = 10_000;
/** "Key saved" waits at most this long for videos to resume. */
const WAKE_MAX_MS = 1_500;

async function setKey(visit: Visit): Promise<Answer> {
  const waiting = await waitingRequest(visit);
  return formReply(keyForm(waiting?.price ?? null, visit.words));
}

function waitingRequest({ deps, command, ask }: Visit): Promise<PendingRequest | null> {
  return ask(() => deps.pending.find(command.owner)).catch(() => null);
}

async function withRequest(message: ChatMessage, visit: Visit): Promise<ChatMessage> {
  const waiting = await waitingRequest(visit);
  return waiting ? requestWaits(message, waiting.price, visit.words) : message;
}

async function showKey(visit: Visit): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const key = await ask(() => deps.vault.get(command.owner));
  if (!key) return privateReply(await withRequest(noKeyStored(words), visit));
  return working(visit, shortReply("checkingKey", words), async () => {
    const verdict = await testKey(deps, key);
    const isAccepted = verdict === "good" || verdict === "no_credits";
    const woken = isAccepted ? await wakeWaiting(deps, command.owner) : 0;
    return keyStatus(key.lastFour(), verdict, words, woken);
  });
}

/** Returns how many videos resumed. If the store fails, they resume within a minute anyway. */
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

async function removeKey({ deps, command, ask, words }: Visit, isSure: boolean): Promise<Answer> {
  const { vault, jobs } = deps;
  const { owner } = command;
  const [key, open] = await ask(() => Promise.all([vault.get(owner), jobs.openJobsOf(owner)]));
  const videos = videosOfKey(open.filter(({ team }) => !team));
  if (key && videos.begun + videos.waiting > 0 && !isSure)
    return privateReply(confirmKeyRemoval("keys", videos, words));

  // Works without opening the key, so an unreadable key can be removed too.
  const wasRemoved = await ask(() => vault.remove(owner));
  return replaceMessage(wasRemoved ? keyRemoved("keys", videos, words) : noKeyStored(words));
}

async function testKey(deps: CommandDeps, key: Secret): Promise<KeyVerdict> {
  const verdict = await within(deps.clock, TEST_MAX_MS, deps.video.checkKey(key));
  return verdict === "late" ? "unchecked" : verdict;
}

/** A key is sent in a header, so it must be visible ASCII without spaces. */
const KEY_SHAPE = /^[\x21-\x7e]+$/;

/**
 * If the text cannot be a key, the form stays open with an error. Otherwise the form is acknowledged before the key is
 * tested. `refused` makes the answer to a bad key; `store` stores any other.
 */
export async function takeKey(
  visit: Visit,
  typed: Secret,
  {
    store,
    refused,
  }: {
    store(later: Visit, key: Secret, verdict: SavedKey["verdict"]): Promise<ChatMessage | Finish>;
    refused(message: ChatMessage, visit: Visit): ChatMessage | Promise<ChatMessage>;
  },
): Promise<Answer> {
  const { words } = visit;
  const key = typed.trimmed();
  if (!key.fits(KEY_SHAPE)) {
    const { text, message } = notAKey(key.fits(/^$/), words);
    return { kind: "form_error", field: "key", text, message: await refused(message, visit) };
  }
  return working(visit, shortReply("checkingKey", words), async (later) => {
    const verdict = await testKey(later.deps, key);
    return verdict === "bad" ? refused(badKey(words), later) : store(later, key, verdict);
  });
}

async function storeKey(visit: Visit, key: Secret, verdict: SavedKey["verdict"]): Promise<ChatMessage | Finish> {
  const { deps, command, ask, words } = visit;
  await ask(() => deps.vault.put(command.owner, key));

  const woken = await wakeWaiting(deps, command.owner);
  const saved = (goesOn: Credits | null) =>
    keySaved({ prefix: deps.prefix, lastFour: key.lastFour(), verdict, goesOn, woken }, words);
  const request = await ask(() => deps.pending.take(command.owner)).catch(() => null);
  if (!request) return saved(null);
  const refused = (message: ChatMessage) => keySavedButRefused(saved(null), message, words);
  try {
    const outcome = await continueRequest(visit, request);
    switch (outcome.kind) {
      case "started": {
        const { job } = outcome;
        const card = { jobId: job.id, reply: job.reply, message: cardOf(job, deps.clock.now()) };
        return { message: saved(job.price), card };
      }
      case "already_accepted":
      case "repeated":
        return saved(null);
      case "asked":
        return savedAndAsked(saved(null), outcome.message);
      case "problem":
        return refused(draftProblemOf(outcome.problem, words).message);
      case "denied":
        return refused(draftProblemOf(outcome, words).message);
      case "no_key":
        return refused(noKeyYet(outcome, words.buttons.again, words));
      case "refused":
        return refused(outcome.message);
      default:
        return unreachable(outcome);
    }
  } catch (error) {
    return refused(failed(visit, error));
  }
}

/**
 * The request is planned and checked again under its original event id. If the price has changed, the person is asked first.
 */
function continueRequest(visit: Visit, { eventId, draft, price, ...at }: PendingRequest): Promise<RequestOutcome> {
  const { standing: _, threadOf: __, ...command } = visit.command;
  const id = eventIdFrom(command.owner, eventId);
  return startRequest({ ...visit, command: { ...command, ...at } }, { id, draft, named: price });
}

/** Waiting videos have no copy of the key, so they cannot begin once it is removed. Counts each video of a batch. */
export function videosOfKey(jobs: readonly Job[]): VideosOfKey {
  const videos = jobs.filter((job) => !job.parts && !isSettled(job));
  const begun = videos.filter(({ sealedKey }) => sealedKey !== null).length;
  return { begun, waiting: videos.length - begun };
}
