import { expect, onTestFinished, test } from "vitest";
import type { AccessRefusal } from "../../../src/core/access.ts";
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
  startRefusal,
  teamOf,
} from "../../../src/core/team/team.ts";
import { changedRules, isNamedRule } from "../../../src/core/team/team-storage.ts";
import { noUsage } from "../../../src/core/team/usage.ts";
import { noLists } from "../../fakes/alone.ts";
import { aDiscordReply, aJob, anApproval, anOwner, aSlackOwner } from "../../fakes/jobs.ts";
import { aPriceList } from "../../fakes/price-list.ts";
import { inBoth } from "../../fakes/teams.ts";

const server = { platform: "discord", teamId: "3" } as const;
const workspace = { platform: "slack", teamId: "T1" } as const;

test("a team is the server, or the workspace of its person, and nobody's in a direct message on Discord", () => {
  expect(teamOf({ owner: anOwner(), workspace: "3" })).toEqual(server);
  expect(teamOf({ owner: anOwner(), workspace: null })).toBeNull();
  expect(teamOf({ owner: aSlackOwner("U1", "T1"), workspace: null })).toEqual(workspace);
});

test("a team's key is held by nobody, and pays for the team's jobs alone", () => {
  expect(holderOf(server)).toEqual({ platform: "discord", userId: "team-3" });
  expect(holderOf(workspace)).toEqual({ platform: "slack", teamId: "T1", userId: "team" });
  expect(payerOf(aJob({ team: server }))).toEqual(holderOf(server));
  expect(payerOf(aJob())).toEqual(aJob().owner);
  expect([paidBy({ team: server }), paidBy({})]).toEqual([server, "mine"]);
});

test("a notice of the same matter has the same id, which is no job's", () => {
  const id = noticeIdFrom("approval", "a");
  expect(noticeIdFrom("approval", "a")).toBe(id);
  expect([noticeIdFrom("approval", "b"), noticeIdFrom("no_credits", "a")]).not.toContain(id);
  expect([isNoticeId(id), isNoticeId(aJob().id)]).toEqual([true, false]);
});

test("rules that changed are named, but for those that are set with others", () => {
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

test.for<[what: string, job: Partial<Job>, now: Partial<StandingNow>, why: ReturnType<typeof startRefusal>]>([
  ["all is well", {}, {}, null],
  ["they are blocked", {}, { rules: { ...rules, blocked: [anOwner().userId] } }, "blocked"],
  ["the team has paused", {}, { rules: { ...rules, isPaused: true } }, "paused"],
  ["they have left", {}, { member: "gone" }, "person"],
  ["the platform does not know them", {}, { member: null }, "person"],
  ["they are a guest", {}, { member: { ...member, isGuest: true } }, "guest"],
  ["they are no longer named", {}, { rules: { ...rules, isForEveryone: false } }, "person"],
  ["one of their roles is named", {}, { rules: { ...rules, isForEveryone: false, roles: ["editors"] } }, null],
  ["their channel is not named", {}, { rules: { ...rules, channels: ["7"] } }, "channel"],
  ["their channel is named", { askedIn: { channelId: "7" } }, { rules: { ...rules, channels: ["7"] } }, null],
  [
    "their thread is of a named channel",
    { askedIn: { channelId: "8", threadOf: "7" } },
    { rules: { ...rules, channels: ["7"] } },
    null,
  ],
  ["their cap is passed", {}, { spent: passed }, "over_cap"],
  ["their cap is passed, and a manager let them", { approval: anApproval() }, { spent: passed }, null],
  ["nobody has counted", {}, { spent: null }, null],
])("a job that waited may start where %s: %#", ([, job, over, why]) => {
  expect(startRefusal(aJob({ team: server, ...job }), { ...now, ...over })).toBe(why);
});

test.for<[list: keyof StandingNow["access"], id: string, job: Partial<Job>, why: AccessRefusal | null]>([
  ["allowedGuilds", "300000000000000003", {}, null],
  ["allowedGuilds", "9", {}, "not_this_team"],
  ["blockedUsers", anOwner().userId, {}, "barred"],
  ["allowedRoles", "editors", {}, null],
  ["allowedRoles", "admins", {}, "no_role"],
  ["allowedChannels", "400000000000000004", {}, null],
  ["allowedChannels", "7", {}, "not_this_channel"],
  ["allowedChannels", "7", { askedIn: { channelId: "7" } }, null],
  ["allowedChannels", "7", { askedIn: { channelId: "8", threadOf: "7" } }, null],
  ["allowedChannels", "7", { askedIn: { channelId: "" } }, null],
])("where the operator's %s names %s alone: %#", ([list, id, job, why]) => {
  const lists = { ...noLists, [list]: new Set([id]) };
  expect(startRefusal(aJob(job), { ...now, access: lists })).toBe(why);
});

test("roles that nobody knows are not judged, and who has left has none", () => {
  const lists = { ...noLists, allowedRoles: new Set(["editors"]) };
  const refusal = (standing: StandingNow["member"]) =>
    startRefusal(aJob(), { ...now, access: lists, member: standing });
  expect([refusal(null), refusal("gone")]).toEqual([null, "no_role"]);
});

test("a person who pays may start whatever their team's rules of spending are, unless they may make no videos", () => {
  const guest = { ...now, member: { ...member, isGuest: true } };
  expect(startRefusal(aJob(), guest)).toBeNull();
  expect(startRefusal(aJob(), { ...guest, rules: { ...rules, blocked: [anOwner().userId] } })).toBe("blocked");
});

test("a job whose price has risen since it was accepted is not started, and one whose price has fallen is", () => {
  onTestFinished(setPrices(aPriceList(120, 143, 205, 308)));
  expect(startRefusal(aJob({ price: 95 }), now)).toBe("dearer");
  expect(startRefusal(aJob({ price: 95, team: server }), now)).toBe("dearer");
  expect(startRefusal(aJob({ price: 121 }), now)).toBeNull();
});

test("a person may start with a key of their own what only the team does not pay for", () => {
  expect(TAKEN_OFF.filter(isAboutPaying)).toEqual(["guest", "person", "channel", "over_cap", "unknown"]);
});

test("names are looked up five at a time, each once, and people without a name are left out", async () => {
  const people = Array.from({ length: 12 }, (_, index) => `U${index}`);
  const asked: string[] = [];
  const rounds: number[] = [];
  const names = await namesOfEach(people, async (userId) => {
    asked.push(userId);
    // All of a round are asked before the first of them is answered.
    await Promise.resolve();
    rounds.push(asked.length);
    return userId === "U3" ? null : `name of ${userId}`;
  });
  expect(asked).toEqual(people);
  expect([...new Set(rounds)]).toEqual([5, 10, 12]);
  expect([...names]).toEqual(people.filter((id) => id !== "U3").map((id) => [id, `name of ${id}`]));
});
