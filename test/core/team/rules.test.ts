import { expect, test } from "vitest";
import {
  askAboveNow,
  askAboves,
  capOf,
  houseRefusal,
  noRules,
  readAskAbove,
  readWords,
  spendingRefusal,
  type TeamRules,
} from "../../../src/core/team/rules.ts";

const ben = { userId: "ben", isGuest: false, roles: ["editors"], channelId: "films" };

test.for([
  ["nobody was named yet", {}, "person"],
  ["everyone may", { isForEveryone: true }, null],
  ["it is them who is named", { people: ["ben"] }, null],
  ["somebody else is named", { people: ["ada"] }, "person"],
  ["one of their roles is named", { roles: ["admins", "editors"] }, null],
  ["another role is named", { roles: ["admins"] }, "person"],
  ["it is one of the channels", { isForEveryone: true, channels: ["films", "shorts"] }, null],
  ["it is another channel", { isForEveryone: true, channels: ["shorts"] }, "channel"],
  ["the channel fits and the person does not", { people: ["ada"], channels: ["films"] }, "person"],
  ["a manager is named, who may not spend for that", { managers: ["ben"] }, "person"],
] as const)("where %s", ([, rules, refusal]) => {
  expect(spendingRefusal({ ...noRules, ...(rules as Partial<TeamRules>) }, ben)).toBe(refusal);
});

test("in a team that has set nothing nobody may spend, nobody is asked, and nothing is forbidden", () => {
  const [nobody, nowhere, nothing, noCap] = [[], [], [], null];
  expect(noRules).toEqual({
    ...{ teamDay: noCap, teamMonth: noCap, personDay: noCap, personMonth: noCap },
    ...{ isForEveryone: false, people: nobody, roles: nobody, channels: nowhere },
    ...{ askAbove: null, approvals: null, savedBy: null, locale: "en", mayApproveOwn: false, managers: nobody },
    ...{ isPaused: false, blocked: nobody, words: nothing, isAgeRestrictedOnly: false },
  });
});

test("a guest may not spend, whoever is named", () => {
  expect(spendingRefusal({ ...noRules, isForEveryone: true }, { ...ben, isGuest: true })).toBe("guest");
});

test("a blocked person reads that they are blocked, though the team has paused for all", () => {
  const paused = { ...noRules, isPaused: true, blocked: ["ben"] };
  expect([houseRefusal(paused, "ben"), houseRefusal(paused, "ada")]).toEqual(["blocked", "paused"]);
});

test("an approval can be asked for each video, above each price but the highest, or never", () => {
  expect(askAboves()).toEqual(["0", "95", "143", "205", "never"]);
  expect(askAboves().map(readAskAbove)).toEqual([0, 95, 143, 205, null]);
  expect(readAskAbove("308")).toBe("unknown");
});

test("a price limit for approvals is shown as the choice that asks about the same videos, also after prices change", () => {
  expect([null, 0, 95, 100, 205, 308].map(askAboveNow)).toEqual(["never", "0", "95", "95", "205", "never"]);
});

test("each refusal by a cap names whose cap it is, and its period", () => {
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
] as const)("refused words are one per line, each once: %#", ([typed, words]) => {
  expect(readWords(typed)).toEqual(words);
});
