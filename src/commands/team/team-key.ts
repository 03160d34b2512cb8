import type { Answer, Finish } from "../../core/command.ts";
import { holderOf } from "../../core/team/team.ts";
import type { Secret } from "../../core/text/secret.ts";
import { badKey, checkingKey, notAKey } from "../../messages/pages/keys.ts";
import { teamKeyForm } from "../../messages/team/forms.ts";
import { confirmTeamKeyRemoval, noTeamKeyToRemove, ofTeamKey, teamKeyRemoved } from "../../messages/team/setup.ts";
import { isKeyShaped } from "../account/give-key.ts";
import { testKey, wakeWaiting } from "../account/key.ts";
import { videosOfKey } from "../account/videos-of-key.ts";
import { askStore } from "../ask-store.ts";
import type { Visit } from "../command-deps.ts";
import { asManager, type Managed, notNow } from "./as-manager.ts";
import { noteAct } from "./note-act.ts";
import { setupPage } from "./setup.ts";

/** Opens the form for the team's key. */
export async function openTeamKey(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  return { kind: "form", form: teamKeyForm(visit.words) };
}

/** The team's key from the form: tested after the answer, stored unless it is bad; what waited for it goes on. */
export async function giveTeamKey(visit: Visit, typed: Secret): Promise<Answer> {
  const { words } = visit;
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const key = typed.trimmed();
  if (!isKeyShaped(key)) {
    const { text, message } = notAKey(key.fits(/^$/), words);
    return { kind: "form_error", field: "key", text, message: ofTeamKey(message, words) };
  }
  const finish = () => store(visit, managed.value, key);
  return { kind: "working", message: checkingKey(words), finish };
}

async function store(visit: Visit, managed: Managed, key: Secret): Promise<Finish> {
  const { deps, words } = visit;
  const verdict = await testKey(deps, key);
  if (verdict === "bad") return { message: ofTeamKey(badKey(words), words), card: null };
  const ask = askStore(deps);
  const holder = holderOf(managed.team);
  const stored = await ask(() => deps.vault.put(holder, key));
  if (!stored.ok) return { message: notNow(visit), card: null };
  await ask(() => deps.refused.entered(managed.team, deps.clock.now()));
  await noteAct(visit, managed.team, { did: "key_set" });
  await wakeWaiting(deps, managed.team);
  const { keySaved, keyUnchecked } = words.team;
  const saved = [keySaved(key.lastFour()), ...(verdict === "good" ? [] : [keyUnchecked])];
  return { message: await setupPage({ ...visit, ask: askStore(deps) }, managed, saved), card: null };
}

/** Forgets the team's key, once that `isSure`: what waits then does not begin. */
export async function removeTeamKey(visit: Visit, isSure: boolean): Promise<Answer> {
  const { deps, ask, words } = visit;
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { team } = managed.value;
  const open = await ask(() => deps.teams.openJobs(team));
  if (!open.ok) return { kind: "private", message: notNow(visit) };
  const { begun, waiting } = videosOfKey(open.value);
  if (!isSure) return { kind: "private", message: confirmTeamKeyRemoval(begun, words, waiting) };

  const removed = await ask(() => deps.vault.remove(holderOf(team)));
  if (!removed.ok) return { kind: "private", message: notNow(visit) };
  if (removed.value) await noteAct(visit, team, { did: "key_removed" });
  return {
    kind: "replace_message",
    message: removed.value ? teamKeyRemoved(begun, words, waiting) : noTeamKeyToRemove(words),
  };
}
