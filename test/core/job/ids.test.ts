import { expect, test } from "vitest";
import {
  eventIdFrom,
  isMark,
  isNoticeId,
  jobIdFrom,
  memberOf,
  newMark,
  noticeIdFrom,
  ownerFromName,
  ownerName,
  partIdFrom,
  teamFromName,
  teamName,
} from "../../../src/core/job/ids.ts";
import { anOwner, aSlackOwner } from "../../fakes/jobs.ts";

test.for([
  [anOwner("1"), "discord:1"],
  [aSlackOwner("U1", "T1"), "slack:T1:U1"],
] as const)("a job's owner is stored under the name $1 and read back from the name", ([owner, name]) => {
  expect([ownerName(owner), ownerFromName(name)]).toEqual([name, owner]);
});

test.for([
  [{ platform: "discord", teamId: "3" }, "discord:3"],
  [{ platform: "slack", teamId: "T1" }, "slack:T1"],
] as const)("a team is stored under the name $1 and read back from the name", ([team, name]) => {
  expect([teamName(team), teamFromName(name)]).toEqual([name, team]);
});

test.for([
  ["a Discord server", "the user id alone", { platform: "discord", teamId: "3" }, anOwner("1"), "1"],
  [
    "a Slack workspace",
    "the workspace id and the user id",
    { platform: "slack", teamId: "T1" },
    aSlackOwner("U1", "T1"),
    "U1",
  ],
] as const)("a member of %s is identified by %s", ([, , team, member, userId]) => {
  expect(memberOf(team, userId)).toEqual(member);
});

test.for([
  ...["", "discord", "discord:", "discord:1:2", "irc:1", "irc:1:2"],
  ...["slack:T1", "slack:T1:", "slack::U1", "slack:T1:U1:2"],
])("the text %j cannot be read as an owner's name", (name) => {
  expect(ownerFromName(name)).toBeNull();
});

test.for(["", "discord", "discord:", "discord:1:2", "irc:1"])("the text %j cannot be read as a team's name", (name) => {
  expect(teamFromName(name)).toBeNull();
});

test("the id of an event depends on the platform, but not on the person", () => {
  const [discord, slack] = [anOwner("1"), aSlackOwner("U1", "T1")].map((owner) => eventIdFrom(owner, "event"));
  expect(eventIdFrom(anOwner("2"), "event")).toBe(discord);
  expect(discord).toMatch(/^[0-9a-f]{20}$/);
  expect(slack).not.toBe(discord);
});

test("the number that identifies a card is at least 2^20 and below 2^31", () => {
  const marks = [0, 0.5, 0.999_999_999_9].map(newMark);
  expect(marks).toEqual([2 ** 20, 2 ** 30 + 2 ** 19, 2 ** 31 - 1]);
  expect([2 ** 20 - 1, ...marks].map(isMark)).toEqual([false, true, true, true]);
});

test("an event that arrives twice leads to the same job id both times", () => {
  expect(jobIdFrom("discord", "1")).toBe(jobIdFrom("discord", "1"));
  expect(jobIdFrom("discord", "1")).toMatch(/^[0-9a-f]{20}$/);
  expect(new Set([jobIdFrom("a", "bc"), jobIdFrom("ab", "c"), jobIdFrom("abc")]).size).toBe(3);
});

test("the job id of a batch's video depends on the batch and on the video's number", () => {
  expect(partIdFrom("b", 1)).toBe(jobIdFrom("part", "b", "1"));
});

test("the id of a notice to managers is made from the notice's subject and cannot be taken for a job id", () => {
  const id = noticeIdFrom("approval", "b");
  expect(id).toBe(`notice-${jobIdFrom("approval", "b")}`);
  expect([id, jobIdFrom("approval", "b")].map(isNoticeId)).toEqual([true, false]);
});
