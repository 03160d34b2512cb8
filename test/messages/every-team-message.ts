import type { ChatMessage, ChatRefusal, Form } from "../../src/core/chat.ts";
import type { TeamNews } from "../../src/core/team/notice.ts";
import { NAMED_MAX, noRules, TEAM_WORDS_MAX, WORD_LENGTH_MAX } from "../../src/core/team/rules.ts";
import { AUDITED, type AuditEntry, isNamedRule } from "../../src/core/team/team-storage.ts";
import { noUsage } from "../../src/core/team/usage.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { notificationOf } from "../../src/messages/card/notification.ts";
import { problem } from "../../src/messages/message.ts";
import { badKey, noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { teamNews } from "../../src/messages/team/approval-messages.ts";
import * as report from "../../src/messages/team/report-page.ts";
import { declineForm, refilledRules, teamKeyForm, teamRulesForm } from "../../src/messages/team/team-forms.ts";
import * as setup from "../../src/messages/team/team-page.ts";
import * as refusals from "../../src/messages/team/team-refusals.ts";
import type { Words } from "../../src/messages/words.ts";
import { aJobId, aSlackReply, TEST_START as now } from "../fakes/jobs.ts";
import { inBoth, leftInMonth } from "../fakes/teams.ts";
import { everyApprovalMessage } from "./every-approval.ts";
import { everyJob } from "./every-job.ts";

const manager = "200000000000000002";
const team = { platform: "discord", teamId: "300000000000000003" } as const;
const many = Array.from({ length: NAMED_MAX }, (_, nth) => `U${nth}`);
const open = {
  ...noRules,
  teamMonth: 5_000,
  personMonth: 1,
  people: ["U1"],
  roles: ["R2"],
  managers: ["U3"],
  channels: ["C4"],
};
const everyRules = [
  noRules,
  { ...noRules, isForEveryone: true },
  open,
  { ...open, people: ["U1", "U2"], roles: ["R3", "R4"], managers: ["U5", "U6"], channels: ["C7", "C8"] },
  { ...open, people: [], isPaused: true, blocked: ["U1", "U2"], words: ["gun", "red flag"], isAgeRestrictedOnly: true },
  { ...open, roles: [] },
  { ...open, people: many, roles: many, managers: many, channels: many, blocked: many, approvals: aSlackReply() },
  { ...open, askAbove: 0, approvals: aSlackReply() },
  { ...open, askAbove: 205, approvals: aSlackReply(), mayApproveOwn: true },
];
const spent = { ...noUsage, videos: 3, charged: 300, refunded: 95, unknown: 143 };

const nothing = { all: noUsage, people: new Map(), deleted: [] };
/** More people than a message shows. */
const crowded = { ...nothing, all: spent, people: new Map(many.map((userId) => [userId, spent])) };
const everyAct: readonly AuditEntry[] = AUDITED.map((did, nth) => ({
  at: now + nth,
  by: nth % 2 === 0 ? "200000000000000002" : null,
  did,
  changed: did === "rules" ? Object.keys(noRules).filter(isNamedRule) : [],
  job: null,
}));

const cap = { kind: "cap", month: "2026-11", used: 4_105, cap: 5_000 } as const;
const everyNews: readonly TeamNews[] = [
  { ...cap, level: "most" },
  { ...cap, level: "all" },
  { kind: "no_credits" },
  { kind: "key_refused" },
  { kind: "cost_more", job: aJobId(), price: 205, credits: 308 },
];

/** Every message about a team's key in one language. */
export function everyTeamMessage(words: Words): readonly ChatMessage[] {
  const jobs = everyJob.map((job) => ({ ...job, team, locale: words.locale }));
  const left = inBoth({ team: 5_000, person: 205 });
  const passed = (["team_day", "team_month", "person_day", "person_month"] as const).map((cap) =>
    refusals.capPassedMessage({ cap, price: 205, left, now }, words),
  );
  const status = {
    refusal: null,
    left,
    now,
    rules: { ...noRules, managers: [manager, manager], askAbove: 143, isPaused: true, isAgeRestrictedOnly: true },
    isAdmin: true,
    isManager: true,
  };
  const people = new Map([["200000000000000002", spent]]);
  const months = {
    today: { all: spent, people, deleted: [] },
    thisMonth: { all: spent, people, deleted: [spent] },
    lastMonth: { all: noUsage, people: new Map([["200000000000000002", spent]]), deleted: [] },
    audit: everyAct,
  };
  const reportMessages = report.teamReport(months, words);
  return [
    ...jobs.map((job) => cardOf(job, now)),
    ...jobs.filter(({ state }) => "outcome" in state).map((job) => notificationOf(job, now)),
    ...everyRules.flatMap((rules) => ["1234", null].map((lastFour) => setup.teamSetup({ lastFour, rules }, words))),
    setup.teamSetup({ lastFour: "", rules: open }, words, [words.team.keySaved("1234"), words.team.keyUnchecked]),
    setup.teamSetup({ lastFour: "1234", rules: open }, words, [words.team.ownApprovalOff]),
    setup.teamSetup({ lastFour: null, rules: open }, words, [words.team.house.pausedNow]),
    setup.teamSetup({ lastFour: null, rules: open }, words, [words.team.house.goesOn]),
    ...[
      setup.badCaps("a lot", words),
      words.approvals.channelNeeded,
      words.team.house.badWords(TEAM_WORDS_MAX, WORD_LENGTH_MAX),
      words.team.otherManagers,
      words.team.house.notYourself,
      ...(["discord", "slack"] as const).flatMap((platform) =>
        everyChannelRefusal.map((refusal) => setup.channelProblem(refusal, platform, words)),
      ),
    ].flatMap((text) => [
      problem(words.team.setup, text).message,
      setup.refusedRules(text, { given: typedRules, version: 3 }, words).message,
    ]),
    setup.ofTeamKey(badKey(words), words),
    refusals.noTeamKey("video", words),
    ...(["person", "channel", "guest"] as const).map((why) => refusals.maySpendNothing(why, words)),
    ...passed,
    ...passed.map((one) => refusals.withPayerOffered(one, "mine", { jobId: aJobId(), price: 205 }, words)),
    ...passed.map((one) => refusals.withKeyAsked(one, words)),
    refusals.withPayerOffered(
      noKeyYet({ price: 205, videos: 1 }, words.buttons.again, words),
      "team",
      { jobId: aJobId(), price: 205 },
      words,
    ),
    setup.teamStatus(status, words),
    setup.statusWithoutKey("video", noRules, words),
    setup.statusWithoutKey("video", { isPaused: true, isAgeRestrictedOnly: true }, words),
    setup.teamStatus(
      { ...status, left: leftInMonth(null, null), rules: { ...noRules, askAbove: 0 }, isAdmin: false },
      words,
    ),
    ...(["person", "channel", "guest"] as const).map((refusal) => setup.teamStatus({ ...status, refusal }, words)),
    reportMessages,
    // A message shows five acts.
    ...[0, 5, 10].map((from) =>
      report.teamReport({ today: null, thisMonth: nothing, lastMonth: nothing, audit: everyAct.slice(from) }, words),
    ),
    report.teamReport({ today: null, thisMonth: nothing, lastMonth: nothing, audit: [] }, words),
    report.teamReport({ today: null, thisMonth: crowded, lastMonth: nothing, audit: [] }, words),
    ...[[], everyAct].map((acts) => report.auditMessage(acts, words)),
    report.withoutFile(reportMessages, words),
    ...everyApprovalMessage(words),
    ...everyNews.map((news) => teamNews(news, words)),
    refusals.teamKeyRefused(words),
  ];
}

const typedRules = { teamCaps: "5,000", personCaps: "", askAbove: "95", approvals: ["4"], approveOwn: "no" };

/** Every refusal of a platform to post in the approvals channel. */
const everyChannelRefusal: readonly (ChatRefusal | "no_access")[] = [
  "no_access",
  ...(["no_access", "restricted", "other"] as const).map((why) => ({
    kind: "unreachable" as const,
    detail: why,
    channel: why,
  })),
  { kind: "unavailable", unclear: true, detail: "status 503" },
];

/** The forms about a team's key, on one platform. */
export function everyTeamForm(platform: "discord" | "slack", words: Words): readonly Form[] {
  const forms = everyRules.flatMap((rules) =>
    (["rules", "managers", "house", "spenders"] as const).map((kind) =>
      teamRulesForm(kind, { rules, version: 3, platform }, words),
    ),
  );
  return [
    teamKeyForm(words),
    refilledRules({ ...typedRules, approvals: [platform === "slack" ? "C4" : "4"] }, 3, words),
    declineForm(aJobId(), words),
    ...forms,
  ];
}
