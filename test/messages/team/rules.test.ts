import { describe, expect, test } from "vitest";
import { NOTE_MAX } from "../../../src/core/job/job.ts";
import { ASK_ABOVE, noRules } from "../../../src/core/team/rules.ts";
import { declineForm, teamManagersForm, teamRulesForm } from "../../../src/messages/team/team-forms.ts";
import {
  confirmTeamKeyRemoval,
  type TeamStatus,
  teamSetup,
  teamStatus,
  teamWords,
} from "../../../src/messages/team/team-page.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aJobId, aSlackReply, TEST_START } from "../../fakes/jobs.ts";
import { heldIn, labelsOf, wordsOf } from "../words-of.ts";

describe("the form of the rules", () => {
  test("has five fields, and opens with what the rules are", () => {
    const rules = { ...noRules, teamMonth: 5_000, askAbove: 143, approvals: aSlackReply(), mayApproveOwn: true };
    const { fields } = teamRulesForm({ rules, version: 1 }, en);
    expect(fields.map((field) => [field.id, heldIn(field)])).toEqual([
      ["team_month", "5000"],
      ["person_month", ""],
      ["ask_above", "143"],
      ["approvals", "C0000000003"],
      ["approve_own", "yes"],
    ]);
    expect(fields[3]).toMatchObject({ kind: "channels", most: 1 });
  });

  test("opens with no approval, no channel and nobody's own where nothing was set", () => {
    expect(teamRulesForm({ rules: noRules, version: 1 }, en).fields.map(heldIn)).toEqual(["", "", "never", "", "no"]);
  });

  test("offers an approval for each video, above each price but the highest, and never", () => {
    const field = teamRulesForm({ rules: noRules, version: 1 }, en).fields.find(({ id }) => id === "ask_above");
    const options = field && "options" in field ? field.options : [];
    expect(options.map(({ value }) => value)).toEqual([...ASK_ABOVE]);
    expect(options.map(({ label }) => label)).toEqual([
      ...["Every video", "Videos above 95 credits", "Videos above 143 credits", "Videos above 205 credits", "Never"],
    ]);
  });
});

test("the form of the managers has those who are chosen", () => {
  const form = teamManagersForm({ rules: { ...noRules, managers: ["U1", "U2"] }, version: 1 }, en);
  expect(form.id).toBe("team_managers");
  expect(form.fields).toMatchObject([{ kind: "people", id: "managers", chosen: ["U1", "U2"] }]);
});

test("the form that declines a video knows which, and says that sending it is the decision", () => {
  const form = declineForm(aJobId(), en);
  expect(form).toMatchObject({ id: "decline", declines: aJobId(), submit: "Decline" });
  expect(form.note).toBe("Sending this form declines the video. If you close it, nothing is decided.");
  expect(form.fields).toMatchObject([{ kind: "text", id: "note", isRequired: false, maxLength: NOTE_MAX }]);
});

describe("the page of a team's key and rules", () => {
  const page = (rules: Partial<typeof noRules>) =>
    wordsOf(teamSetup({ lastFour: "1234", rules: { ...noRules, ...rules } }, en));

  test.for([
    [null, "Price alone never requires approval."],
    [0, "Every video needs approval."],
    [143, "Videos above 143 credits need approval."],
  ] as const)("with an approval above %s says: %s", ([askAbove, words]) => {
    expect(page({ askAbove })).toContain(words);
  });

  test("says whether there is an approvals channel, and then who approves their own", () => {
    expect(page({})).toContain("Approvals channel: none yet.");
    expect(page({})).not.toContain("own videos");
    expect(page({ approvals: aSlackReply() })).toMatch(
      /Approvals channel: chosen\.\nNobody may approve their own videos\./,
    );
    expect(page({ approvals: aSlackReply(), mayApproveOwn: true })).toContain("Managers may approve their own videos.");
  });

  test("has a button for the managers", () => {
    expect(labelsOf(teamSetup({ lastFour: null, rules: noRules }, en))).toContain("Managers");
  });
});

test.for([
  ["discord", /Give it View Channel and Send Messages there/],
  ["slack", /Invite it there with \/invite/],
] as const)("on %s a channel that cannot be reached comes with what to do", ([platform, cure]) => {
  const text = en.approvals.notReached[platform];
  expect(text).toMatch(cure);
  expect(text).toContain("nothing was saved");
});

test("to remove the team's key is to start none of the videos that wait", () => {
  expect(wordsOf(confirmTeamKeyRemoval(0, en, 2))).toContain("2 videos are waiting. Without a key, they will not");
  expect(wordsOf(confirmTeamKeyRemoval(0, en))).not.toContain("waiting");
});

describe("the status of a team's credits", () => {
  const status: TeamStatus = {
    refusal: null,
    leftForYou: null,
    leftForTeam: null,
    anewAt: TEST_START,
    askAbove: 143,
    managers: [],
    house: { isPaused: false, isAgeRestrictedOnly: false },
    isAdmin: false,
    isManager: false,
  };

  test("says which videos need an approval, to those who may spend", () => {
    const needed = "Videos above 143 credits need approval.";
    expect(wordsOf(teamStatus(status, en))).toContain(needed);
    expect(wordsOf(teamStatus({ ...status, refusal: "person" }, en))).not.toContain(needed);
    expect(wordsOf(teamStatus({ ...status, askAbove: null }, en))).not.toContain("approval");
  });

  test("has the approvals for managers, and the rules for admins", () => {
    const buttons = (of: Partial<TeamStatus>) => labelsOf(teamStatus({ ...status, ...of }, en));
    expect(buttons({})).toEqual([]);
    expect(buttons({ isManager: true })).toEqual(["Approvals"]);
    expect(buttons({ isAdmin: true, isManager: true })).toEqual(["Set up", "Approvals"]);
  });

  test("an unknown word is answered with all four that there are", () => {
    expect(wordsOf(teamWords("clip", en))).toContain(
      "Type /clip-team status, /clip-team setup, /clip-team report or /clip-team approvals.",
    );
  });
});
