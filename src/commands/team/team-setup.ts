import type { ChatMessage } from "../../core/chat.ts";
import type { Act, Answer, Finish } from "../../core/command.ts";
import type { Team, UserId } from "../../core/job/ids.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { CAP_MAX, readAskAbove, readCap, readWords, type TeamRules } from "../../core/team/rules.ts";
import { holderOf, inChannel } from "../../core/team/team.ts";
import { type Audited, changedRules } from "../../core/team/team-store.ts";
import type { Secret } from "../../core/text/secret.ts";
import { unknownAct } from "../../messages/ask/notices.ts";
import { badKey, checkingKey, notAKey } from "../../messages/pages/keys.ts";
import { checkingRights } from "../../messages/team/approval-answers.ts";
import {
  teamHouseForm,
  teamKeyForm,
  teamManagersForm,
  teamRulesForm,
  teamSpendersForm,
} from "../../messages/team/forms.ts";
import {
  approvalsHere,
  approvalsNeeded,
  approvalsNotReached,
  badCap,
  badWords,
  confirmTeamKeyRemoval,
  noTeamKeyToRemove,
  ofTeamKey,
  otherManagers,
  rulesSavedMeanwhile,
  teamKeyRemoved,
  teamSetup,
} from "../../messages/team/setup.ts";
import { isKeyShaped, testKey, videosOfKey, wakeWaiting } from "../account/own-key.ts";
import { askStore, type Visit } from "../visit.ts";
import { asManager, type Managed, noteAct, notNow } from "./managers.ts";

/** Shows an admin the team's key and rules as they are; `saved`: see `setupPage`. */
export async function showSetup(visit: Visit, saved: readonly string[] | null = null): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  return { kind: "private", message: managed.ok ? await setupPage(visit, managed.value, saved) : managed.refusal };
}

/** Opens the form of the caps. */
export async function openRules(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  return { kind: "form", form: teamRulesForm(managed.value.stored, visit.words) };
}

/** Opens the form of who may spend. */
export async function openSpenders(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { team, stored } = managed.value;
  return { kind: "form", form: teamSpendersForm(stored, team.platform, visit.words) };
}

/** Opens the form of who approves and sees the reports besides the admins. */
export async function openManagers(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  return { kind: "form", form: teamManagersForm(managed.value.stored, visit.words) };
}

/** Stores them. Where another one can decide, nobody approves their own from then on. */
export async function setManagers(
  visit: Visit,
  { managers, version }: Extract<Act, { readonly kind: "set_team_managers" }>,
): Promise<Answer> {
  const managed = await asAdminSince(visit, version);
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const isOwnOver = managed.value.stored.rules.mayApproveOwn && nameAnother(managers, visit);
  const changed = isOwnOver ? { managers, mayApproveOwn: false } : { managers };
  const saved = isOwnOver ? [visit.words.team.ownApprovalOff] : [];
  return {
    kind: "private",
    message: await changeRules(visit, managed.value, { did: "managers", changed, said: saved }),
  };
}

/** Stores the caps and approvals that a manager filled in; where approvals arrive somewhere else from now on, that is tried first. */
export async function setRules(
  visit: Visit,
  { given, version }: Extract<Act, { readonly kind: "set_team_rules" }>,
): Promise<Answer> {
  const { deps, command, words } = visit;
  const managed = await asAdminSince(visit, version);
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const caps = [
    ["team_month", given.teamMonth, readCap(given.teamMonth)],
    ["person_month", given.personMonth, readCap(given.personMonth)],
  ] as const;
  for (const [field, typed, cap] of caps)
    if (cap === "unknown") return { kind: "form_error", field, ...badCap(typed, visit.words) };
  const [[, , teamMonth], [, , personMonth]] = caps;
  if (teamMonth === "unknown" || personMonth === "unknown") throw new Error(`a cap above ${CAP_MAX} was let through`);
  const askAbove = readAskAbove(given.askAbove);
  // No form of ours sends that.
  if (askAbove === "unknown") return { kind: "private", message: unknownAct(deps.prefix, words) };
  const [channelId] = given.approvals;
  if (channelId === undefined && (askAbove !== null || personMonth !== null))
    return { kind: "form_error", field: "approvals", ...approvalsNeeded(words) };
  const mayApproveOwn = given.approveOwn === "yes";
  if (mayApproveOwn && nameAnother(managed.value.stored.rules.managers, visit))
    return { kind: "form_error", field: "approve_own", ...otherManagers(words) };

  const rules = { teamMonth, personMonth, askAbove, mayApproveOwn, locale: words.locale };
  const before = managed.value.stored.rules.approvals;
  if (channelId === undefined || channelId === before?.channelId) {
    const approvals = channelId === undefined ? null : before;
    return {
      kind: "private",
      message: await changeRules(visit, managed.value, { did: "rules", changed: { ...rules, approvals } }),
    };
  }
  const finish = async () => {
    const notReached = { message: approvalsNotReached(managed.value.team.platform, words).message, card: null };
    const isHere = await deps.people.isChannelHere(command, channelId);
    if (!isHere) return notReached;
    const posted = await deps.post(inChannel(command.reply, channelId), approvalsHere(words), deps.nonce());
    if (!posted.ok) return notReached;
    const later = { ...visit, ask: askStore(deps) };
    const approvals = inChannel(command.reply, channelId);
    return {
      message: await changeRules(later, managed.value, { did: "rules", changed: { ...rules, approvals } }),
      card: null,
    };
  };
  return { kind: "working", message: checkingRights(words), finish };
}

/** Stores who may spend, and where, as a manager filled it in. */
export async function setSpenders(
  visit: Visit,
  { given, version }: Extract<Act, { readonly kind: "set_team_spenders" }>,
): Promise<Answer> {
  const managed = await asAdminSince(visit, version);
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { everyone, people, roles, places } = given;
  const spenders = { isForEveryone: everyone === "yes", people, roles, channels: places };
  return { kind: "private", message: await changeRules(visit, managed.value, { did: "spenders", changed: spenders }) };
}

/** The team for one of its admins, if its rules are those with which their form was opened: else it would undo another's. */
async function asAdminSince(visit: Visit, version: number | null): Promise<Result<Managed, ChatMessage>> {
  const managed = await asManager(visit, "admin");
  const isLate = managed.ok && managed.value.stored.version !== version;
  return isLate ? refuse(rulesSavedMeanwhile(visit.words)) : managed;
}

function nameAnother(managers: readonly UserId[], { command }: Visit): boolean {
  return managers.some((userId) => userId !== command.owner.userId);
}

/** A change of the rules, as the audit has it; `said`: what there is to say about it. */
interface RulesChange {
  readonly did: Audited;
  readonly changed: Partial<TeamRules>;
  readonly said?: readonly string[];
}

/** Saves what changed of the rules, and shows them. */
async function changeRules(
  visit: Visit,
  { team, stored }: Managed,
  { did, changed, said = [] }: RulesChange,
): Promise<ChatMessage> {
  const { deps, command, ask, words } = visit;
  const savedBy = inChannel(command.reply, command.reply.channelId);
  const rules = { ...stored.rules, ...changed, savedBy };
  const saved = await ask(() => deps.teams.saveRules(team, rules, stored.version));
  if (!saved.ok) return notNow(visit);
  if (!saved.value) return rulesSavedMeanwhile(words);
  await noteAct(visit, team, { did, changed: changedRules(stored.rules, rules) });
  return setupPage(visit, { team, stored: { rules, version: stored.version + 1 } }, said);
}

/** The page of the team's key and rules; `saved`: something was just changed, and what there is to say about it. */
async function setupPage(
  visit: Visit,
  { team, stored }: Managed,
  saved: readonly string[] | null = null,
): Promise<ChatMessage> {
  const lastFour = await lastFourOf(visit, team);
  if (!lastFour.ok) return notNow(visit);
  return teamSetup({ lastFour: lastFour.value, rules: stored.rules }, visit.words, saved);
}

async function lastFourOf({ deps, ask }: Visit, team: Team): Promise<Result<string | null, null>> {
  const key = await ask(() => deps.vault.get(holderOf(team)));
  return key.ok ? ok(key.value?.lastFour() ?? null) : refuse(null);
}

/** Opens the form of words that may be in no prompt, of people who make no videos here, and on Discord of where videos are made. */
export async function openHouse(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { team, stored } = managed.value;
  return { kind: "form", form: teamHouseForm(stored, team.platform, visit.words) };
}

/** Stores them. */
export async function setHouse(
  visit: Visit,
  { given, version }: Extract<Act, { readonly kind: "set_team_house" }>,
): Promise<Answer> {
  const managed = await asAdminSince(visit, version);
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const words = readWords(given.words);
  if (words === "unknown") return { kind: "form_error", field: "words", ...badWords(visit.words) };
  const changed = { words, blocked: given.blocked, isAgeRestrictedOnly: given.ageRestricted === "yes" };
  return { kind: "private", message: await changeRules(visit, managed.value, { did: "house", changed }) };
}

/** From now on nobody makes new videos here, or everybody again; those in progress end as they would have. */
export async function pauseHere(visit: Visit, isPaused: boolean): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { house } = visit.words.team;
  const change = isPaused
    ? ({ did: "paused", said: [house.pausedNow] } as const)
    : ({ did: "went_on", said: [house.goesOn] } as const);
  const message = await changeRules(visit, managed.value, { ...change, changed: { isPaused } });
  return { kind: "replace_message", message };
}

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
