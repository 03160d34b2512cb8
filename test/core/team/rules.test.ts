import { expect, test } from "vitest";
import {
  askAboveNow,
  askAboves,
  capOf,
  noRules,
  pauseOrBlock,
  readAskAbove,
  readWords,
  spendingRefusal,
  type TeamRules,
} from "../../../src/core/team/rules.ts";

const ben = { userId: "ben", isGuest: false, roles: ["editors"], channelId: "films" };

test.for([
  ["may not spend team credits", "nobody is on the list of spenders", {}],
  ["may spend team credits", "the rules let everyone spend", { isForEveryone: true }],
  ["may spend team credits", "the member is on the list of spenders", { people: ["ben"] }],
  ["may not spend team credits", "only another person is on the list of spenders", { people: ["ada"] }],
  ["may spend team credits", "one of the member's roles is on the list of spenders", { roles: ["admins", "editors"] }],
  ["may not spend team credits", "only another role is on the list of spenders", { roles: ["admins"] }],
  [
    "may spend team credits",
    "the channel is on the list of channels",
    { isForEveryone: true, channels: ["films", "shorts"] },
  ],
  [
    "may not spend team credits in the channel",
    "only another channel is on the list of channels",
    { isForEveryone: true, channels: ["shorts"] },
  ],
  [
    "may not spend team credits",
    "the channel is on the list of channels but the member is not on the list of spenders",
    { people: ["ada"], channels: ["films"] },
  ],
  ["may not spend team credits", "the member is a manager but not on the list of spenders", { managers: ["ben"] }],
] as const)("a member %s if %s", ([result, , rules]) => {
  const refusals = {
    "may spend team credits": null,
    "may not spend team credits": "person",
    "may not spend team credits in the channel": "channel",
  } as const;
  expect(spendingRefusal({ ...noRules, ...(rules as Partial<TeamRules>) }, ben)).toBe(refusals[result]);
});

test("the default rules of a team let nobody spend, set no caps and name no managers", () => {
  const [nobody, nowhere, nothing, noCap] = [[], [], [], null];
  expect(noRules).toEqual({
    ...{ teamDay: noCap, teamMonth: noCap, personDay: noCap, personMonth: noCap },
    ...{ isForEveryone: false, people: nobody, roles: nobody, channels: nowhere },
    ...{ askAbove: null, approvals: null, savedBy: null, locale: "en", mayApproveOwn: false, managers: nobody },
    ...{ isPaused: false, blocked: nobody, words: nothing, isAgeRestrictedOnly: false },
  });
});

test("a guest may not spend team credits, even if the rules let everyone spend", () => {
  expect(spendingRefusal({ ...noRules, isForEveryone: true }, { ...ben, isGuest: true })).toBe("guest");
});

test("a blocked person is refused as blocked, even if the team is paused", () => {
  const paused = { ...noRules, isPaused: true, blocked: ["ben"] };
  expect([pauseOrBlock(paused, "ben"), pauseOrBlock(paused, "ada")]).toEqual(["blocked", "paused"]);
});

test("a manager's approval can be required for every video, for no video or above any price except the highest", () => {
  expect(askAboves()).toEqual(["0", "95", "143", "205", "never"]);
  expect(askAboves().map(readAskAbove)).toEqual([0, 95, 143, 205, null]);
  expect(readAskAbove("308")).toBe("unknown");
});

test("a saved approval limit is shown as the choice that covers the same videos", () => {
  expect([null, 0, 95, 100, 205, 308].map(askAboveNow)).toEqual(["never", "0", "95", "95", "205", "never"]);
});

test("if a spending cap is exceeded, the refusal names the cap's owner and period", () => {
  expect((["team_day", "team_month", "person_day", "person_month"] as const).map(capOf)).toEqual([
    { whose: "team", period: "day" },
    { whose: "team", period: "month" },
    { whose: "person", period: "day" },
    { whose: "person", period: "month" },
  ]);
});

const many = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);

test.for([
  ["may be empty", "", []],
  [
    "is read as one entry per line, without empty lines and duplicates",
    "a\r\n\n  big \t dog \nA\na",
    ["a", "big dog", "A"],
  ],
  ["may contain an entry of 60 characters", "x".repeat(60), ["x".repeat(60)]],
  ["may not contain an entry of 61 characters", "x".repeat(61), "unknown"],
  ["may have 100 entries", many(100).join("\n"), many(100)],
  ["may not have 101 entries", many(101).join("\n"), "unknown"],
] as const)("a list of forbidden words %s", ([, typed, words]) => {
  expect(readWords(typed)).toEqual(words);
});
