import { expect, onTestFinished, test } from "vitest";
import { isNoticeId, noticeIdFrom } from "../../../src/core/job/ids.ts";
import { type Job, TAKEN_OFF } from "../../../src/core/job/job.ts";
import { setPrices } from "../../../src/core/request/price.ts";
import { paidBy } from "../../../src/core/team/payer.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import {
  holderOf,
  isAboutPaying,
  namesOfEach,
  payerOf,
  type StandingNow,
  teamOf,
  teamStartRefusal,
} from "../../../src/core/team/team.ts";
import { changedRules, isNamedRule } from "../../../src/core/team/team-storage.ts";
import { noUsage } from "../../../src/core/team/usage.ts";
import { noLists } from "../../fakes/alone.ts";
import { aDiscordReply, aJob, anApproval, anOwner, aSlackOwner } from "../../fakes/jobs.ts";
import { aPriceList } from "../../fakes/price-list.ts";
import { inBoth } from "../../fakes/teams.ts";

const server = { platform: "discord", teamId: "3" } as const;
const workspace = { platform: "slack", teamId: "T1" } as const;

test("a team is a Discord server or a Slack workspace, and a direct message on Discord has no team", () => {
  expect(teamOf({ owner: anOwner(), workspace: "3" })).toEqual(server);
  expect(teamOf({ owner: anOwner(), workspace: null })).toBeNull();
  expect(teamOf({ owner: aSlackOwner("U1", "T1"), workspace: null })).toEqual(workspace);
});

test("a team's key belongs to no person and pays only for the team's jobs", () => {
  expect(holderOf(server)).toEqual({ platform: "discord", userId: "team-3" });
  expect(holderOf(workspace)).toEqual({ platform: "slack", teamId: "T1", userId: "team" });
  expect(payerOf(aJob({ team: server }))).toEqual(holderOf(server));
  expect(payerOf(aJob())).toEqual(aJob().owner);
  expect([paidBy({ team: server }), paidBy({})]).toEqual([server, "mine"]);
});

test("a notice about the same matter has the same id, which is not a job id", () => {
  const id = noticeIdFrom("approval", "a");
  expect(noticeIdFrom("approval", "a")).toBe(id);
  expect([noticeIdFrom("approval", "b"), noticeIdFrom("no_credits", "a")]).not.toContain(id);
  expect([isNoticeId(id), isNoticeId(aJob().id)]).toEqual([true, false]);
});

test("the list of changed rules leaves out the pause, the language and who saved the rules", () => {
  const approvals = aDiscordReply({ channelId: "1" });
  const changed = (over: Partial<typeof noRules>) =>
    changedRules({ ...noRules, approvals, people: ["ben"] }, { ...noRules, approvals, people: ["ben"], ...over });
  expect(changed({})).toEqual([]);
  expect(changed({ people: ["ada"], askAbove: 95 })).toEqual(["people", "askAbove"]);
  expect(changed({ approvals: aDiscordReply({ channelId: "1", userId: "ben" }) })).toEqual([]);
  expect(changed({ approvals: null })).toEqual(["approvals"]);
  expect(changed({ isPaused: true, savedBy: approvals, locale: "de" })).toEqual([]);
  expect(["people", "isPaused", "savedBy", "locale", "nothing"].filter(isNamedRule)).toEqual(["people"]);
});

const member = { roles: ["editors"], isGuest: false };
const rules = { ...noRules, isForEveryone: true, personMonth: 100, askAbove: 0 };
const spent = inBoth({ team: noUsage, person: { ...noUsage, charged: 100 } });
const now: StandingNow = { access: noLists, rules, member, spent };
const passed = inBoth({ team: noUsage, person: { ...noUsage, charged: 101 } });

const resultOf = (refusal: ReturnType<typeof teamStartRefusal>) =>
  refusal === null ? "starts" : `is refused with "${refusal}"`;

test.for<[what: string, result: string, job: Partial<Job>, now: Partial<StandingNow>]>([
  ["nothing has changed", "starts", {}, {}],
  ["its owner is blocked", 'is refused with "blocked"', {}, { rules: { ...rules, blocked: [anOwner().userId] } }],
  ["the team is paused", 'is refused with "paused"', {}, { rules: { ...rules, isPaused: true } }],
  ["its owner has left", 'is refused with "person"', {}, { member: "gone" }],
  ["the platform does not know its owner", 'is refused with "person"', {}, { member: null }],
  ["its owner is a guest", 'is refused with "guest"', {}, { member: { ...member, isGuest: true } }],
  ["its owner is no longer on the list", 'is refused with "person"', {}, { rules: { ...rules, isForEveryone: false } }],
  [
    "one of its owner's roles is on the list",
    "starts",
    {},
    { rules: { ...rules, isForEveryone: false, roles: ["editors"] } },
  ],
  ["its channel is not on the list", 'is refused with "channel"', {}, { rules: { ...rules, channels: ["7"] } }],
  ["its channel is on the list", "starts", { askedIn: { channelId: "7" } }, { rules: { ...rules, channels: ["7"] } }],
  [
    "its thread belongs to a channel on the list",
    "starts",
    { askedIn: { channelId: "8", threadOf: "7" } },
    { rules: { ...rules, channels: ["7"] } },
  ],
  ["its owner's cap is exceeded", 'is refused with "over_cap"', {}, { spent: passed }],
  [
    "its owner's cap is exceeded and a manager approved the job",
    "starts",
    { approval: anApproval() },
    { spent: passed },
  ],
  ["the spending is unknown", "starts", {}, { spent: null }],
])("if %s, a waiting job %s", ([, result, job, over]) => {
  expect(resultOf(teamStartRefusal(aJob({ team: server, ...job }), { ...now, ...over }))).toBe(result);
});

test.for<[list: keyof StandingNow["access"], id: string, result: string, job: Partial<Job>]>([
  ["allowedGuilds", "300000000000000003", "starts", {}],
  ["allowedGuilds", "9", 'is refused with "not_this_team"', {}],
  ["blockedUsers", anOwner().userId, 'is refused with "barred"', {}],
  ["allowedRoles", "editors", "starts", {}],
  ["allowedRoles", "admins", 'is refused with "no_role"', {}],
  ["allowedChannels", "400000000000000004", "starts", {}],
  ["allowedChannels", "7", 'is refused with "not_this_channel"', {}],
  ["allowedChannels", "7", "starts", { askedIn: { channelId: "7" } }],
  ["allowedChannels", "7", "starts", { askedIn: { channelId: "8", threadOf: "7" } }],
  ["allowedChannels", "7", "starts", { askedIn: { channelId: "" } }],
])("if the operator's %s contains only %s, a waiting job %s (row %#)", ([list, id, result, job]) => {
  const lists = { ...noLists, [list]: new Set([id]) };
  expect(resultOf(teamStartRefusal(aJob(job), { ...now, access: lists }))).toBe(result);
});

test("unknown roles are not checked, and a person who has left the server counts as having no role", () => {
  const lists = { ...noLists, allowedRoles: new Set(["editors"]) };
  const refusal = (standing: StandingNow["member"]) =>
    teamStartRefusal(aJob(), { ...now, access: lists, member: standing });
  expect([refusal(null), refusal("gone")]).toEqual([null, "no_role"]);
});

test("a person who pays themselves may start regardless of the team's spending rules, unless they are blocked", () => {
  const guest = { ...now, member: { ...member, isGuest: true } };
  expect(teamStartRefusal(aJob(), guest)).toBeNull();
  expect(teamStartRefusal(aJob(), { ...guest, rules: { ...rules, blocked: [anOwner().userId] } })).toBe("blocked");
});

test("a job whose price has risen since it was accepted is not started, and a job whose price has fallen is started", () => {
  onTestFinished(setPrices(aPriceList(120, 143, 205, 308)));
  expect(teamStartRefusal(aJob({ price: 95 }), now)).toBe("dearer");
  expect(teamStartRefusal(aJob({ price: 95, team: server }), now)).toBe("dearer");
  expect(teamStartRefusal(aJob({ price: 121 }), now)).toBeNull();
});

test("a job refused only because the team does not pay can be started with the owner's own key", () => {
  expect(TAKEN_OFF.filter(isAboutPaying)).toEqual(["guest", "person", "channel", "over_cap", "unknown"]);
});

test("people's names are looked up five at a time, each name once, and people without a name are left out", async () => {
  const people = Array.from({ length: 12 }, (_, index) => `U${index}`);
  const asked: string[] = [];
  const rounds: number[] = [];
  const names = await namesOfEach(people, async (userId) => {
    asked.push(userId);
    // All lookups of a round start before the first one is answered.
    await Promise.resolve();
    rounds.push(asked.length);
    return userId === "U3" ? null : `name of ${userId}`;
  });
  expect(asked).toEqual(people);
  expect([...new Set(rounds)]).toEqual([5, 10, 12]);
  expect([...names]).toEqual(people.filter((id) => id !== "U3").map((id) => [id, `name of ${id}`]));
});
