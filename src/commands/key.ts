import { within } from "../core/clock.ts";
import type { Answer } from "../core/command.ts";
import type { KeyVerdict } from "../core/ports.ts";
import type { Secret } from "../core/secret.ts";
import { keyForm } from "../messages/forms.ts";
import {
  checkingKey,
  confirmKeyRemoval,
  keyRemoved,
  keyStatus,
  noKeyStored,
  nothingToRemove,
} from "../messages/keys.ts";
import { cannotSave } from "../messages/notices.ts";
import { unsettledJobsOf } from "./bounds.ts";
import type { CommandDeps, Visit } from "./command-deps.ts";

/** A key test has 8 s of its own; one that forgets them is not waited for. */
const TEST_MAX_MS = 10_000;

/** Opens the form for a key. */
export function setKey({ words }: Visit): Answer {
  return { kind: "form", form: keyForm(words) };
}

/** Which key is stored; whether it works is found out after the answer. */
export async function showKey({ deps, command, ask, words }: Visit): Promise<Answer> {
  const stored = await ask(() => deps.vault.get(command.owner));
  if (!stored.ok) return { kind: "private", message: cannotSave(words) };
  const key = stored.value;
  if (!key) return { kind: "private", message: noKeyStored(words) };
  return {
    kind: "working",
    message: checkingKey(words),
    finish: async () => ({ message: keyStatus(key.lastFour(), await testKey(deps, key), words), card: null }),
  };
}

/** Forgets the key; while videos are on their way, only when `isSure`. */
export async function removeKey({ deps, command, ask, words }: Visit, isSure: boolean): Promise<Answer> {
  const { vault, jobs } = deps;
  const { owner } = command;
  const known = await ask(() => Promise.all([vault.get(owner), unsettledJobsOf(jobs, owner)]));
  if (!known.ok) return { kind: "private", message: cannotSave(words) };
  const [key, { length: openJobs }] = known.value;
  if (key && openJobs > 0 && !isSure) return { kind: "private", message: confirmKeyRemoval(openJobs, words) };

  // Also without a readable key: one that cannot be opened any more goes too.
  const removed = await ask(() => vault.remove(owner));
  if (!removed.ok) return { kind: "private", message: cannotSave(words) };
  return { kind: "replace_message", message: removed.value ? keyRemoved(openJobs, words) : nothingToRemove(words) };
}

/** Tests a key without spending; no clear answer in time is "unchecked". */
export async function testKey(deps: CommandDeps, key: Secret): Promise<KeyVerdict> {
  const verdict = await within(deps.clock, TEST_MAX_MS, deps.checkKey(key));
  return verdict === "late" ? "unchecked" : verdict;
}
