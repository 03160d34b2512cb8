import type { ActionOf } from "../../core/button.ts";
import { cardPlace } from "../../core/card-place.ts";
import type { ChatMessage, ReplyHandle } from "../../core/chat.ts";
import type { ActOf, Answer } from "../../core/command.ts";
import type { UserId } from "../../core/job/ids.ts";
import { readCaps } from "../../core/team/caps.ts";
import { readAskAbove, readWords, TEAM_WORDS_MAX, type TeamRules, WORD_LENGTH_MAX } from "../../core/team/rules.ts";
import { holderOf } from "../../core/team/team.ts";
import { type Audited, changedRules } from "../../core/team/team-storage.ts";
import type { Secret } from "../../core/text/secret.ts";
import { shortReply, unknownAct } from "../../messages/ask/short-replies.ts";
import { buttonFor } from "../../messages/card/buttons.ts";
import { problem } from "../../messages/message.ts";
import { confirmKeyRemoval, keyRemoved, type SavedKey } from "../../messages/pages/keys-page.ts";
import { type RulesForm, refilledRules, teamKeyForm, teamRulesForm } from "../../messages/team/team-forms.ts";
import { badCaps, channelProblem, ofTeamKey, refusedRules, teamSetup } from "../../messages/team/team-page.ts";
import { takeKey, videosOfKey, wakeWaiting } from "../personal/own-key.ts";
import {
  type ActTable,
  formReply,
  type PressHandlers,
  privateReply,
  replaceMessage,
  type Visit,
  working,
} from "../visit.ts";
import { forManagers, type Managed, noteAct } from "./managers.ts";

export const setupActs = {
  team_setup: {
    needs: null,
    handle: forManagers("admin", async (visit, managed) => privateReply(await setupPage(visit, managed))),
  },
  give_team_key: { needs: "team", formField: "key", handle: forManagers("admin", giveTeamKey) },
  set_team_rules: {
    needs: "team",
    typed: ({ given: { teamCaps, personCaps } }) => Object.entries({ team_caps: teamCaps, person_caps: personCaps }),
    formField: "team_caps",
    handle: sinceOpened(setRules),
  },
  set_team_spenders: { needs: "team", formField: "everyone", handle: sinceOpened(setSpenders) },
  set_team_managers: { needs: "team", formField: "managers", handle: sinceOpened(setManagers) },
  set_team_house: {
    needs: "team",
    typed: ({ given: { words } }) => [["words", words]],
    formField: "words",
    handle: sinceOpened(setContentRules),
  },
} satisfies Partial<ActTable>;

export const setupPresses = {
  team_setup: forManagers("admin", async (visit, managed) => privateReply(await setupPage(visit, managed))),
  team_key: forManagers("admin", ({ words }) => formReply(teamKeyForm(words))),
  ask_remove_team_key: forManagers("admin", (visit, managed) => removeTeamKey(visit, managed, false)),
  remove_team_key: forManagers("admin", (visit, managed) => removeTeamKey(visit, managed, true)),
  team_rules: rulesForm("rules"),
  reopen_rules: forManagers("admin", reopenRulesForm),
  team_spenders: rulesForm("spenders"),
  team_managers: rulesForm("managers"),
  team_house: rulesForm("house"),
  team_pause: forManagers("admin", (visit, managed) => pauseHere(visit, managed, true)),
  team_go_on: forManagers("admin", (visit, managed) => pauseHere(visit, managed, false)),
} satisfies Partial<PressHandlers>;

function rulesForm(kind: RulesForm) {
  return forManagers("admin", ({ words }, { team: { platform }, stored }) =>
    formReply(teamRulesForm(kind, { ...stored, platform }, words)),
  );
}

function reopenRulesForm(
  { words }: Visit,
  { stored }: Managed,
  { approvals, version, kind: _, ...typed }: ActionOf<"reopen_rules">,
): Answer {
  if (stored.version !== version) return privateReply(shortReply("rulesSavedMeanwhile", words));
  return formReply(refilledRules({ ...typed, approvals: approvals === "" ? [] : [approvals] }, version, words));
}

/** Once another person can decide, nobody approves their own requests. */
async function setManagers(visit: Visit, managed: Managed, { managers }: ActOf<"set_team_managers">): Promise<Answer> {
  const isOwnOver = managed.stored.rules.mayApproveOwn && nameAnother(managers, visit);
  const changed = isOwnOver ? { managers, mayApproveOwn: false } : { managers };
  const saved = isOwnOver ? [visit.words.team.ownApprovalOff] : [];
  return privateReply(await changeRules(visit, managed, { did: "managers", changed, notes: saved }));
}

async function setRules(visit: Visit, managed: Managed, { given }: ActOf<"set_team_rules">): Promise<Answer> {
  const { deps, command, words } = visit;
  const [ofTeam, ofPerson] = [readCaps(given.teamCaps), readCaps(given.personCaps)];
  const refused = (text: string) => refusedRules(text, { given, version: managed.stored.version }, words);
  const refuse = (field: string, text: string): Answer => ({ kind: "form_error", field, ...refused(text) });
  if (ofTeam === "unknown") return refuse("team_caps", badCaps(given.teamCaps, words));
  if (ofPerson === "unknown") return refuse("person_caps", badCaps(given.personCaps, words));
  const askAbove = readAskAbove(given.askAbove);
  // None of our forms sends this.
  if (askAbove === "unknown") return privateReply(unknownAct(deps.prefix, words));
  const [channelId] = given.approvals;
  if (channelId === undefined && (askAbove !== null || ofPerson.day !== null || ofPerson.month !== null))
    return refuse("approvals", words.approvals.channelNeeded);
  if (given.isApprovalsClosed) return refuse("approvals", channelProblem("no_access", managed.team.platform, words));
  const mayApproveOwn = given.approveOwn === "yes";
  if (mayApproveOwn && nameAnother(managed.stored.rules.managers, visit))
    return refuse("approve_own", words.team.otherManagers);

  const caps = {
    teamDay: ofTeam.day,
    teamMonth: ofTeam.month,
    personDay: ofPerson.day,
    personMonth: ofPerson.month,
  };
  const rules = { ...caps, askAbove, mayApproveOwn, locale: words.locale };
  const before = managed.stored.rules.approvals;
  if (channelId === undefined || channelId === before?.channelId) {
    const approvals = channelId === undefined ? null : before;
    return privateReply(await changeRules(visit, managed, { did: "rules", changed: { ...rules, approvals } }));
  }
  return working(visit, shortReply("checkingRights", words), async (later) => {
    const approvals = cardPlace(command.reply).inChannel(channelId);
    const problemText = await tryChannel(later, approvals, channelId);
    if (problemText !== null) return refused(problemText).message;
    return changeRules(later, managed, { did: "rules", changed: { ...rules, approvals } });
  });
}

async function tryChannel(
  { deps, command, words }: Visit,
  approvals: ReplyHandle,
  channelId: string,
): Promise<string | null> {
  const { platform } = command.owner;
  const isHere = await deps.people.isChannelHere(command, channelId);
  if (isHere.ok && !isHere.value) return channelProblem("no_access", platform, words);
  const how = { to: "channel", nonce: deps.chance.token() } as const;
  const tried = isHere.ok
    ? await deps.chatOf({ reply: approvals }).post(approvals, shortReply("approvalsHere", words), how)
    : isHere;
  if (tried.ok) return null;
  const { refusal } = tried;
  const detail = refusal.kind === "rate_limited" ? refusal.kind : refusal.detail;
  deps.log.info("approvals channel not reached", { workspace: command.workspace, detail });
  return channelProblem(refusal, platform, words);
}

async function setSpenders(visit: Visit, managed: Managed, { given }: ActOf<"set_team_spenders">): Promise<Answer> {
  const { everyone, people, roles, places } = given;
  const spenders = { isForEveryone: everyone === "yes", people, roles, channels: places };
  return privateReply(await changeRules(visit, managed, { did: "spenders", changed: spenders }));
}

/**
 * Accepts a form only if the rules have not changed since it was opened. Otherwise it would undo another admin's change.
 */
function sinceOpened<Does extends { readonly version: number | null }>(
  answer: (visit: Visit, managed: Managed, does: Does) => Promise<Answer>,
) {
  return forManagers<Does>("admin", (visit, managed, does) =>
    managed.stored.version === does.version
      ? answer(visit, managed, does)
      : privateReply(shortReply("rulesSavedMeanwhile", visit.words)),
  );
}

function nameAnother(managers: readonly UserId[], { command }: Visit): boolean {
  return managers.some((userId) => userId !== command.owner.userId);
}

/** `notes` are for the admin who made the change. */
interface RulesChange {
  readonly did: Audited;
  readonly changed: Partial<TeamRules>;
  readonly notes?: readonly string[];
}

async function changeRules(
  visit: Visit,
  { team, stored }: Managed,
  { did, changed, notes = [] }: RulesChange,
): Promise<ChatMessage> {
  const { deps, command, ask, words } = visit;
  const savedBy = cardPlace(command.reply).inChannel(command.reply.channelId);
  const rules = { ...stored.rules, ...changed, savedBy };
  if (!(await ask(() => deps.teams.saveRules(team, rules, stored.version))))
    return shortReply("rulesSavedMeanwhile", words);
  await noteAct(visit, team, { did, changed: changedRules(stored.rules, rules) });
  return setupPage(visit, { team, stored: { rules, version: stored.version + 1 } }, notes);
}

async function setupPage(
  visit: Visit,
  { team, stored }: Managed,
  saved: readonly string[] | null = null,
): Promise<ChatMessage> {
  const key = await visit.ask(() => visit.deps.vault.get(holderOf(team)));
  return teamSetup({ lastFour: key?.lastFour() ?? null, rules: stored.rules }, visit.words, saved);
}

async function setContentRules(visit: Visit, managed: Managed, { given }: ActOf<"set_team_house">): Promise<Answer> {
  const words = readWords(given.words);
  // Show the input again, because a form that was closed reopens with the stored values.
  const refused = (field: "words" | "blocked", why: string): Answer => {
    const { text, message } = problem(visit.words.team.setup, why);
    const buttons = [buttonFor({ kind: "team_house" }, visit.words)];
    return { kind: "form_error", field, text, message: { ...message, quote: given.words || null, buttons } };
  };
  if (words === "unknown") return refused("words", visit.words.team.house.badWords(TEAM_WORDS_MAX, WORD_LENGTH_MAX));
  // Nobody could undo this: blocked people manage nothing.
  if (given.blocked.includes(visit.command.owner.userId)) return refused("blocked", visit.words.team.house.notYourself);
  const changed = { words, blocked: given.blocked, isAgeRestrictedOnly: given.ageRestricted === "yes" };
  return privateReply(await changeRules(visit, managed, { did: "house", changed }));
}

async function pauseHere(visit: Visit, managed: Managed, isPaused: boolean): Promise<Answer> {
  const { house } = visit.words.team;
  const change = isPaused
    ? ({ did: "paused", notes: [house.pausedNow] } as const)
    : ({ did: "went_on", notes: [house.goesOn] } as const);
  return replaceMessage(await changeRules(visit, managed, { ...change, changed: { isPaused } }));
}

function giveTeamKey(visit: Visit, managed: Managed, { key }: ActOf<"give_team_key">): Promise<Answer> {
  return takeKey(visit, key, {
    store: (later, tested, verdict) => storeTeamKey(later, managed, { key: tested, verdict }),
    refused: (message) => ofTeamKey(message, visit.words),
  });
}

async function storeTeamKey(
  visit: Visit,
  managed: Managed,
  { key, verdict }: { readonly key: Secret; readonly verdict: SavedKey["verdict"] },
): Promise<ChatMessage> {
  const { deps, ask, words } = visit;
  await ask(() => deps.vault.put(holderOf(managed.team), key));
  await ask(() => deps.refused.entered(managed.team, deps.clock.now())).catch(() => {});
  await noteAct(visit, managed.team, { did: "key_set" });
  await wakeWaiting(deps, managed.team);
  const { keySaved, keyUnchecked, keyWithoutCredits } = words.team;
  const tested = { good: [], no_credits: [keyWithoutCredits], unchecked: [keyUnchecked] }[verdict];
  return setupPage(visit, managed, [keySaved(key.lastFour()), ...tested]);
}

async function removeTeamKey(visit: Visit, { team }: Managed, isSure: boolean): Promise<Answer> {
  const { deps, ask, words } = visit;
  const videos = videosOfKey(await ask(() => deps.teams.openJobs(team)));
  if (!isSure) return privateReply(confirmKeyRemoval("team", videos, words));

  const wasRemoved = await ask(() => deps.vault.remove(holderOf(team)));
  if (!wasRemoved) return replaceMessage(shortReply("noTeamKey", words));
  await noteAct(visit, team, { did: "key_removed" });
  return replaceMessage(keyRemoved("team", videos, words));
}
