import { within } from "../../core/clock.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId, Owner, Team } from "../../core/job/ids.ts";
import type { KeyVerdict } from "../../core/ports.ts";
import type { Secret } from "../../core/text/secret.ts";
import { keyForm } from "../../messages/ask/forms.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import {
  checkingKey,
  confirmKeyRemoval,
  keyRemoved,
  keyStatus,
  noKeyStored,
  nothingToRemove,
  withVideosGoingOn,
} from "../../messages/pages/keys.ts";
import { ownJob } from "../card/own-job.ts";
import type { CommandDeps, Visit } from "../command-deps.ts";
import { videosOfKey } from "./videos-of-key.ts";

/** A key test has 8 s of its own; one that forgets them is not waited for. */
const TEST_MAX_MS = 10_000;
/** Nobody waits longer to read that a key is saved. */
const WAKE_MAX_MS = 1_500;

/** Opens the form for a key. */
export function setKey({ words }: Visit): Answer {
  return { kind: "form", form: keyForm(words) };
}

/** The same from a card, which everybody sees: its owner's alone. */
export async function renewKey(visit: Visit, jobId: JobId): Promise<Answer> {
  const own = await ownJob(visit, jobId);
  return own.ok ? setKey(visit) : { kind: "private", message: own.refusal };
}

/** Which key is stored; whether it works is found out after the answer, and what waited for it goes on. */
export async function showKey({ deps, command, ask, words }: Visit): Promise<Answer> {
  const stored = await ask(() => deps.vault.get(command.owner));
  if (!stored.ok) return { kind: "private", message: cannotSave(words) };
  const key = stored.value;
  if (!key) return { kind: "private", message: noKeyStored(words) };
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

/** The videos whose key was refused go on now; says how many. Where the store cannot tell, they go on by themselves within a minute. */
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

/** Forgets the key; while videos are on their way, only when `isSure`. */
export async function removeKey({ deps, command, ask, words }: Visit, isSure: boolean): Promise<Answer> {
  const { vault, jobs } = deps;
  const { owner } = command;
  const known = await ask(() => Promise.all([vault.get(owner), jobs.openJobsOf(owner)]));
  if (!known.ok) return { kind: "private", message: cannotSave(words) };
  const [key, open] = known.value;
  const { begun, waiting } = videosOfKey(open.filter(({ team }) => !team));
  if (key && begun + waiting > 0 && !isSure)
    return { kind: "private", message: confirmKeyRemoval(begun, words, waiting) };

  // Also without a readable key: one that cannot be opened any more goes too.
  const removed = await ask(() => vault.remove(owner));
  if (!removed.ok) return { kind: "private", message: cannotSave(words) };
  const message = removed.value ? keyRemoved(begun, words, waiting) : nothingToRemove(words);
  return { kind: "replace_message", message };
}

/** Tests a key without spending; no clear answer in time is "unchecked". */
export async function testKey(deps: CommandDeps, key: Secret): Promise<KeyVerdict> {
  const verdict = await within(deps.clock, TEST_MAX_MS, deps.checkKey(key));
  return verdict === "late" ? "unchecked" : verdict;
}
