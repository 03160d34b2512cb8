import type { ChatMessage } from "../../core/chat.ts";
import type { Answer, Card, Finish } from "../../core/command.ts";
import { jobIdFrom } from "../../core/job/ids.ts";
import type { PendingRequest } from "../../core/request/pending-request.ts";
import { unreachable } from "../../core/result.ts";
import type { Secret } from "../../core/text/secret.ts";
import { savedAndAsked } from "../../messages/ask/confirm-price.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { cannotSave, somethingWentWrong } from "../../messages/ask/notices.ts";
import { badKey, checkingKey, keySaved, keySavedButRefused, noKeyYet, notAKey } from "../../messages/pages/keys.ts";
import { askStore } from "../ask-store.ts";
import type { Visit } from "../command-deps.ts";
import { firstCardOf } from "../video/first-card-of.ts";
import { startRequest } from "../video/start-request.ts";
import { testKey, wakeWaiting } from "./key.ts";

/** A key goes into a header: one word of visible ASCII. */
const KEY_SHAPE = /^[\x21-\x7e]+$/;

/** Whether it can be sent as a key. */
export function isKeyShaped(key: Secret): boolean {
  return key.fits(KEY_SHAPE);
}

/** A key from the form: tested after the answer, stored unless it is bad; then the request that had waited for it goes on. */
export function giveKey(visit: Visit, typed: Secret): Answer {
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

    const ask = askStore(deps);
    const stored = await ask(() => deps.vault.put(command.owner, key));
    if (!stored.ok) return { message: cannotSave(words), card: null };

    const woken = await wakeWaiting(deps, command.owner);
    const saved = (goesOn: boolean) => keySaved({ lastFour: key.lastFour(), verdict, goesOn, woken }, words);
    const taken = await ask(() => deps.pending.take(command.owner));
    if (!taken.ok || !taken.value) return { message: saved(false), card: null };
    const went = await goOn({ ...visit, ask: askStore(deps) }, taken.value);
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
  /** Its price is asked about first. */
  | { readonly kind: "asked"; readonly message: ChatMessage }
  | { readonly kind: "refused"; readonly message: ChatMessage };

/** The request that had waited, as if it had just come from where it was made: planned, judged and bounded once more, under the id of its own event. */
async function goOn(visit: Visit, { eventId, draft, ...at }: PendingRequest): Promise<Went> {
  const { deps, words } = visit;
  const { standing: _, threadOf: __, ...command } = visit.command;
  const id = jobIdFrom(command.owner.platform, eventId);
  const { reply, workspace } = at;
  const outcome = await startRequest({ ...visit, command: { ...command, ...at } }, { id, draft, reply, workspace });
  switch (outcome.kind) {
    case "started":
      return { kind: "card", card: firstCardOf(deps, outcome.job) };
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
