import { describe, expect, onTestFinished, test } from "vitest";
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

test("a team is a Discord server or a Slack workspace", () => {
  expect(teamOf({ owner: anOwner(), workspace: "3" })).toEqual(server);
  expect(teamOf({ owner: aSlackOwner("U1", "T1"), workspace: null })).toEqual(workspace);
});

test("a direct message on Discord belongs to no team", () => {
  expect(teamOf({ owner: anOwner(), workspace: null })).toBeNull();
});

test("a team's API key belongs to no person and pays only for the team's jobs", () => {
  expect(holderOf(server)).toEqual({ platform: "discord", userId: "team-3" });
  expect(holderOf(workspace)).toEqual({ platform: "slack", teamId: "T1", userId: "team" });
  expect(payerOf(aJob({ team: server }))).toEqual(holderOf(server));
  expect(payerOf(aJob())).toEqual(aJob().owner);
  expect([paidBy({ team: server }), paidBy({})]).toEqual([server, "mine"]);
});

test("two notices to managers about the same subject have the same id, which is not a job id", () => {
  const id = noticeIdFrom("approval", "a");
  expect(noticeIdFrom("approval", "a")).toBe(id);
  expect([noticeIdFrom("approval", "b"), noticeIdFrom("no_credits", "a")]).not.toContain(id);
  expect([isNoticeId(id), isNoticeId(aJob().id)]).toEqual([true, false]);
});

test("the list of a team's changed rules omits the pause, the language and the person who saved the rules", () => {
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

type Refusal = ReturnType<typeof teamStartRefusal>;

test.for<[result: string, what: string, refusal: Refusal, job: Partial<Job>, now: Partial<StandingNow>]>([
  ["starts", "nothing has changed since the request", null, {}, {}],
  ["is not started", "its owner is blocked", "blocked", {}, { rules: { ...rules, blocked: [anOwner().userId] } }],
  ["is not started", "the team is paused", "paused", {}, { rules: { ...rules, isPaused: true } }],
  ["is not started", "its owner has left the team", "person", {}, { member: "gone" }],
  ["is not started", "the platform does not know its owner", "person", {}, { member: null }],
  ["is not started", "its owner is a guest", "guest", {}, { member: { ...member, isGuest: true } }],
  [
    "is not started",
    "its owner is no longer on the list of spenders",
    "person",
    {},
    { rules: { ...rules, isForEveryone: false } },
  ],
  [
    "starts",
    "one of its owner's roles is on the list of spenders",
    null,
    {},
    { rules: { ...rules, isForEveryone: false, roles: ["editors"] } },
  ],
  [
    "is not started",
    "its channel is not on the list of channels",
    "channel",
    {},
    { rules: { ...rules, channels: ["7"] } },
  ],
  [
    "starts",
    "its channel is on the list of channels",
    null,
    { askedIn: { channelId: "7" } },
    { rules: { ...rules, channels: ["7"] } },
  ],
  [
    "starts",
    "its thread belongs to a channel on the list of channels",
    null,
    { askedIn: { channelId: "8", threadOf: "7" } },
    { rules: { ...rules, channels: ["7"] } },
  ],
  ["is not started", "it exceeds its owner's cap", "over_cap", {}, { spent: passed }],
  [
    "starts",
    "it exceeds its owner's cap but was approved by a manager",
    null,
    { approval: anApproval() },
    { spent: passed },
  ],
  ["starts", "the team's spending is unknown", null, {}, { spent: null }],
])("a waiting job %s if %s", ([, , refusal, job, over]) => {
  expect(teamStartRefusal(aJob({ team: server, ...job }), { ...now, ...over })).toBe(refusal);
});

test.for<
  [result: string, what: string, list: keyof StandingNow["access"], id: string, refusal: Refusal, job: Partial<Job>]
>([
  ["starts", "the operator allows only the job's server", "allowedGuilds", "300000000000000003", null, {}],
  ["is not started", "the operator allows only another server", "allowedGuilds", "9", "not_this_team", {}],
  ["is not started", "the operator blocks the job's owner", "blockedUsers", anOwner().userId, "barred", {}],
  ["starts", "the operator allows only a role of the job's owner", "allowedRoles", "editors", null, {}],
  ["is not started", "the operator allows only another role", "allowedRoles", "admins", "no_role", {}],
  ["starts", "the operator allows only the card's channel", "allowedChannels", "400000000000000004", null, {}],
  ["is not started", "the operator allows only another channel", "allowedChannels", "7", "not_this_channel", {}],
  [
    "starts",
    "the operator allows only the channel of the command",
    "allowedChannels",
    "7",
    null,
    { askedIn: { channelId: "7" } },
  ],
  [
    "starts",
    "the operator allows only the parent channel of the command's thread",
    "allowedChannels",
    "7",
    null,
    { askedIn: { channelId: "8", threadOf: "7" } },
  ],
  [
    "starts",
    "the operator allows only one channel and the command's channel is unknown",
    "allowedChannels",
    "7",
    null,
    { askedIn: { channelId: "" } },
  ],
])("a waiting job %s if %s", ([, , list, id, refusal, job]) => {
  const lists = { ...noLists, [list]: new Set([id]) };
  expect(teamStartRefusal(aJob(job), { ...now, access: lists })).toBe(refusal);
});

describe("a waiting job of a bot that allows only one role", () => {
  const lists = { ...noLists, allowedRoles: new Set(["editors"]) };
  const refusal = (standing: StandingNow["member"]) =>
    teamStartRefusal(aJob(), { ...now, access: lists, member: standing });

  test("starts if the roles of its owner are unknown", () => {
    expect(refusal(null)).toBeNull();
  });

  test("is not started if its owner has left the server", () => {
    expect(refusal("gone")).toBe("no_role");
  });
});

const guest = { ...now, member: { ...member, isGuest: true } };

test("a guest of a team may start a video with their own API key", () => {
  expect(teamStartRefusal(aJob(), guest)).toBeNull();
});

test("a person whom the team has blocked may not start a video even with their own API key", () => {
  expect(teamStartRefusal(aJob(), { ...guest, rules: { ...rules, blocked: [anOwner().userId] } })).toBe("blocked");
});

test("a waiting job is not started if its price has risen", () => {
  onTestFinished(setPrices(aPriceList(120, 143, 205, 308)));
  expect(teamStartRefusal(aJob({ price: 95 }), now)).toBe("dearer");
  expect(teamStartRefusal(aJob({ price: 95, team: server }), now)).toBe("dearer");
});

test("a waiting job is started if its price has fallen", () => {
  onTestFinished(setPrices(aPriceList(120, 143, 205, 308)));
  expect(teamStartRefusal(aJob({ price: 121 }), now)).toBeNull();
});

test("the owner may pay for a refused team job with their own key only if the refusal is about the team's credits", () => {
  expect(TAKEN_OFF.filter(isAboutPaying)).toEqual(["guest", "person", "channel", "over_cap", "unknown"]);
});

test("the names of several people are looked up five at a time", async () => {
  const people = Array.from({ length: 12 }, (_, index) => `U${index}`);
  const asked: string[] = [];
  const rounds: number[] = [];
  const names = await namesOfEach(people, async (userId) => {
    asked.push(userId);
    // All lookups of a round start before the first one ends.
    await Promise.resolve();
    rounds.push(asked.length);
    return userId === "U3" ? null : `name of ${userId}`;
  });
  expect(asked).toEqual(people);
  expect([...new Set(rounds)]).toEqual([5, 10, 12]);
  expect([...names]).toEqual(people.filter((id) => id !== "U3").map((id) => [id, `name of ${id}`]));
});
