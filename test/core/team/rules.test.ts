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
  ["no one is on the list", "is refused because of the list", {}],
  ["everyone may spend", "may spend", { isForEveryone: true }],
  ["the member is on the list", "may spend", { people: ["ben"] }],
  ["another person is on the list", "is refused because of the list", { people: ["ada"] }],
  ["one of the member's roles is on the list", "may spend", { roles: ["admins", "editors"] }],
  ["another role is on the list", "is refused because of the list", { roles: ["admins"] }],
  ["the channel is on the list", "may spend", { isForEveryone: true, channels: ["films", "shorts"] }],
  [
    "another channel is on the list",
    "is refused because of the channel",
    { isForEveryone: true, channels: ["shorts"] },
  ],
  [
    "the channel is on the list and the member is not",
    "is refused because of the list",
    { people: ["ada"], channels: ["films"] },
  ],
  ["the member is only a manager", "is refused because of the list", { managers: ["ben"] }],
] as const)("if %s, the member %s", ([, result, rules]) => {
  const refusals = {
    "may spend": null,
    "is refused because of the list": "person",
    "is refused because of the channel": "channel",
  } as const;
  expect(spendingRefusal({ ...noRules, ...(rules as Partial<TeamRules>) }, ben)).toBe(refusals[result]);
});

test("a team without settings lets nobody spend, asks nobody for approval and forbids nothing", () => {
  const [nobody, nowhere, nothing, noCap] = [[], [], [], null];
  expect(noRules).toEqual({
    ...{ teamDay: noCap, teamMonth: noCap, personDay: noCap, personMonth: noCap },
    ...{ isForEveryone: false, people: nobody, roles: nobody, channels: nowhere },
    ...{ askAbove: null, approvals: null, savedBy: null, locale: "en", mayApproveOwn: false, managers: nobody },
    ...{ isPaused: false, blocked: nobody, words: nothing, isAgeRestrictedOnly: false },
  });
});

test("a guest may not spend, whoever is on the list", () => {
  expect(spendingRefusal({ ...noRules, isForEveryone: true }, { ...ben, isGuest: true })).toBe("guest");
});

test("the refusal of a blocked person says that they are blocked, even if the team is paused", () => {
  const paused = { ...noRules, isPaused: true, blocked: ["ben"] };
  expect([pauseOrBlock(paused, "ben"), pauseOrBlock(paused, "ada")]).toEqual(["blocked", "paused"]);
});

test("approval can be required for each video, above each price except the highest, or never", () => {
  expect(askAboves()).toEqual(["0", "95", "143", "205", "never"]);
  expect(askAboves().map(readAskAbove)).toEqual([0, 95, 143, 205, null]);
  expect(readAskAbove("308")).toBe("unknown");
});

test("an approval limit is shown as the choice that covers the same videos, also after prices change", () => {
  expect([null, 0, 95, 100, 205, 308].map(askAboveNow)).toEqual(["never", "0", "95", "95", "205", "never"]);
});

test("each refusal by a cap shows whose cap it is and its period", () => {
  expect((["team_day", "team_month", "person_day", "person_month"] as const).map(capOf)).toEqual([
    { whose: "team", period: "day" },
    { whose: "team", period: "month" },
    { whose: "person", period: "day" },
    { whose: "person", period: "month" },
  ]);
});

const many = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);

test.for([
  ["", []],
  ["a\r\n\n  big \t dog \nA\na", ["a", "big dog", "A"]],
  ["x".repeat(60), ["x".repeat(60)]],
  ["x".repeat(61), "unknown"],
  [many(100).join("\n"), many(100)],
  [many(101).join("\n"), "unknown"],
] as const)("forbidden words are read one per line, each once (row %#)", ([typed, words]) => {
  expect(readWords(typed)).toEqual(words);
});
