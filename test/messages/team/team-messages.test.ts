import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { readButtonId } from "../../../src/core/button.ts";
import type { ChannelRefusal, ChatRefusal } from "../../../src/core/chat.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import { NOTE_MAX } from "../../../src/core/job/job.ts";
import type { Platform } from "../../../src/core/platform.ts";
import { setPrices } from "../../../src/core/request/price.ts";
import { frameOf } from "../../../src/core/request/video-request.ts";
import { askAboves, noRules } from "../../../src/core/team/rules.ts";
import {
  alreadyDecided,
  approvalEnded,
  approvalQuestion,
  approvalsList,
  overTeamCap,
  teamNews,
} from "../../../src/messages/team/approval-messages.ts";
import { csv } from "../../../src/messages/team/report-page.ts";
import { declineForm, type RulesForm, teamRulesForm } from "../../../src/messages/team/team-forms.ts";
import { channelProblem, type TeamStatus, teamSetup, teamStatus } from "../../../src/messages/team/team-page.ts";
import { en } from "../../../src/messages/words/en.ts";
import { batchOf } from "../../fakes/batch/batches.ts";
import { aDiscordReply, aJob, aJobId, anOwner, aRequest, aSlackReply, aWaiting, TEST_START } from "../../fakes/jobs.ts";
import { aPriceList } from "../../fakes/price-list.ts";
import { inBoth, leftInMonth } from "../../fakes/teams.ts";
import { aDecidedJob, anAskedJob } from "../every-approval.ts";
import { heldIn, labelsOf, wordsOf } from "../words-of.ts";

const NO_CAPS = leftInMonth(null, null);
const DAY = `time:${new Date(TEST_START + 86_400_000).toISOString()}`;
const DECIDED = `time:${new Date(TEST_START).toISOString()}`;

describe("the approval request to a team's managers", () => {
  const question = approvalQuestion(anAskedJob(), leftInMonth(5_000, 105), en);

  test("shows the requester, the video, the price, the credits left, the expiry and a button for each decision", () => {
    expect(question).toMatchObject({ tone: "waiting", quote: aRequest().prompt });
    for (const words of [
      "@200000000000000002 asks for a video that costs 205 credits.",
      "Because of its price, it needs approval.",
      "Left for this person this month: 105 credits.",
      "Left for the team this month: 5,000 credits.",
      `The request expires ${DAY}.`,
      "16:9 · 10 seconds · 720p",
    ])
      expect(wordsOf(question)).toContain(words);
    expect(wordsOf(question)).not.toMatch(/picture/i);
    expect(question.buttons).toEqual([
      { label: "Approve 205 credits", id: `approve:${aJobId()}`, style: "primary" },
      { label: "Decline", id: `ask_decline:${aJobId()}`, style: "secondary" },
    ]);
  });

  test("does not mention a cap if no cap is set", () => {
    expect(wordsOf(approvalQuestion(anAskedJob(), NO_CAPS, en))).not.toContain("Left for");
  });

  test("says that a manager's video exceeds the manager's cap and that the manager may approve the video", () => {
    const approval = { because: "person_month", askedAt: TEST_START, mayBeOwn: true, decision: null } as const;
    const words = wordsOf(approvalQuestion(anAskedJob({ approval }), NO_CAPS, en));
    expect(words).toContain("It would exceed this person's monthly cap, so it needs approval.");
    expect(words).toContain("This person is a manager and may approve it themselves.");
  });

  test("links to a public picture, and never contains the address of a private picture", () => {
    const url = "https://example.com/secret.png";
    const shown = { source: "attachment", url, isChecked: true, decidesRatio: true } as const;
    const file = { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } as const;
    const asked = (picture: typeof shown & { readonly file?: typeof file }) =>
      wordsOf(approvalQuestion(anAskedJob({ request: aRequest({ picture }) }), NO_CAPS, en));
    expect(asked(shown)).toContain(`[Open the picture](${url})`);
    expect(asked({ ...shown, file })).toContain("A private picture comes with it.");
    expect(asked({ ...shown, file })).not.toContain(url);
  });

  test("links to the card of the continued video instead of a picture", () => {
    const picture = frameOf({ job: aJobId(3), nth: 2 });
    const job = anAskedJob({ request: aRequest({ picture }) });
    const before = aJob({ id: aJobId(3), reply: aDiscordReply({ messageId: "7" }) });
    const words = wordsOf(approvalQuestion({ ...job, before }, NO_CAPS, en));
    expect(words).toMatch(/Part 2 · \[continues this card\]\(https:\/\/discord\.com\/channels\/\d+\/\d+\/7\)/);
    expect(words).not.toContain("Open the picture");
    expect(wordsOf(approvalQuestion(job, NO_CAPS, en))).toContain("Part 2 · continues an earlier video");
  });

  test("says that each video of a chain continues the previous video", () => {
    const videos = batchOf(anAskedJob(), chained(aJobId(), [aRequest({ prompt: "one" }), aRequest({ prompt: "two" })]));
    const whole = { ...anAskedJob(), videos: videos.slice(1) };
    for (const message of [approvalQuestion(whole, NO_CAPS, en), approvalEnded(whole, en)])
      expect(wordsOf(message)).toContain("Each continues the one before");
    const scenes = { ...whole, videos: whole.videos.map((one) => ({ ...one, request: aRequest() })) };
    expect(wordsOf(approvalQuestion(scenes, NO_CAPS, en))).not.toContain("Each continues");
  });
});

describe("a closed approval request", () => {
  test.for([
    ["Approved", "was approved", "approved", `Approved by @200000000000000002 (${DECIDED}).`],
    ["Declined", "was declined", "declined", `Declined by @200000000000000002 (${DECIDED}).`],
    ["Expired", "has expired", "expired", `Expired after 24 hours without an answer (${DECIDED}).`],
    ["Withdrawn", "was withdrawn", "withdrawn", `Withdrawn by @200000000000000002 (${DECIDED}).`],
  ] as const)("has the title “%s” and no buttons if the request %s", ([title, , word, sentence]) => {
    const ended = approvalEnded(aDecidedJob(word), en);
    expect(ended).toMatchObject({ title, quote: aRequest().prompt, buttons: [] });
    expect(wordsOf(ended)).toContain(sentence);
    expect(wordsOf(ended)).toContain("Price: 205 credits");
    expect(wordsOf(ended)).toContain("Requested by @200000000000000002");
    expect(wordsOf(ended)).not.toMatch(/start|began|begun/i);
    expect(wordsOf(alreadyDecided(aDecidedJob(word), en))).toContain(sentence);
  });

  test("shows the manager's reason as plain text", () => {
    const ended = approvalEnded(aDecidedJob("declined", { note: "<@&1> **no** [x](https://a.b)" }), en);
    expect(ended.body[1]).toEqual(["Reason: “<@&1> **no** [x](https://a.b)”"]);
  });

  test("contains “This video is no longer waiting for approval.” if no decision is recorded", () => {
    const job = anAskedJob();
    expect(wordsOf(approvalEnded(job, en))).toContain("This video is no longer waiting for approval.");
    expect(wordsOf(alreadyDecided(job, en))).toContain("This video is no longer waiting for approval.");
  });
});

describe("the list of pending approvals", () => {
  test("shows the requester, the price and the expiry of each request, and has a menu of the requests", () => {
    const jobs = [
      anAskedJob({ id: aJobId(1) }),
      anAskedJob({ id: aJobId(2), owner: anOwner("2"), state: aWaiting({ until: TEST_START }) }),
    ];
    const list = approvalsList(jobs, en);
    expect(wordsOf(list).split("\n").slice(2)).toEqual([
      `@200000000000000002 · “a paper boat in the rain” · 205 credits · expires ${DAY}`,
      `@2 · “a paper boat in the rain” · 205 credits · expires ${DECIDED}`,
    ]);
    expect(list.select?.options.map(({ value }) => readButtonId(value))).toEqual(
      jobs.map(({ id: jobId }) => ({ kind: "show_approval", jobId })),
    );
  });

  test("has a text instead of a menu if no video waits for an approval", () => {
    const list = approvalsList([], en);
    expect(wordsOf(list)).toContain("No video is waiting for approval.");
    expect(list.select).toBeUndefined();
  });

  test("shows at most 25 requests and the number of the other requests", () => {
    const jobs = Array.from({ length: 27 }, (_, nth) => anAskedJob({ id: aJobId(nth) }));
    const list = approvalsList(jobs, en);
    expect(list.select?.options).toHaveLength(25);
    expect(list.body).toHaveLength(26);
    expect(wordsOf(list)).toContain("… and 2 more");
  });
});

test("a manager who approves a video above the team's cap sees the team's remaining credits and the time when the cap is reset", () => {
  const left = inBoth({ team: 105, person: 0 });
  const over = (cap: "team_day" | "team_month") => wordsOf(overTeamCap({ cap, price: 205, left, now: TEST_START }, en));
  const words = over("team_month");
  expect(words).toMatch(/This video costs 205 credits, and the team has 105 credits left this month\./);
  expect(words).toMatch(/The monthly cap \(UTC\) starts again on time:2026-12-01T00:00:00/);
  expect(over("team_day")).toMatch(/the team has 105 credits left today \(UTC\)\./);
  expect(over("team_day")).toMatch(/The daily cap \(UTC\) starts again on time:2026-11-\d\dT00:00:00/);
  expect(words).toContain("The request is still open, and nothing was charged.");
});

const cap = { kind: "cap", month: "2026-11", used: 4_105, cap: 5_000 } as const;

test.for([
  [
    "most of the monthly cap is used",
    { ...cap, level: "most" },
    "have used or reserved 4,105 of 5,000 credits this month.\nYou can change the cap",
  ],
  [
    "the monthly cap is used up",
    { ...cap, level: "all" },
    "There is not enough left for another video.\nYou can change the cap",
  ],
  [
    "the team has too few credits",
    { kind: "no_credits" },
    "checking those in progress.\nAdd credits in the team's dashboard",
  ],
  [
    "the service refuses the team's key",
    { kind: "key_refused" },
    "Videos in progress wait for a new key.\nAdd one under Team key.",
  ],
  [
    "a video cost more than its price",
    { kind: "cost_more", job: aJobId(), price: 205, credits: 308 },
    "charged 308 credits for a video priced at 205 credits. The charged amount counts toward the team's month.",
  ],
] as const)("managers are warned that %s", ([, news, words]) => {
  const message = teamNews(news, en);
  expect(message.tone).toBe("bad");
  expect(wordsOf(message)).toContain(words);
});

describe("the form of a team's rules", () => {
  const formOf = (kind: RulesForm, rules: Partial<typeof noRules> = {}) =>
    teamRulesForm(kind, { rules: { ...noRules, ...rules }, version: 1, platform: "slack" }, en);

  const ruled = { teamMonth: 5_000, askAbove: 143, approvals: aSlackReply(), mayApproveOwn: true };
  test.for<readonly [label: string, RulesForm, Partial<typeof noRules>, readonly string[]]>([
    [
      "a team's saved rules",
      "rules",
      ruled,
      ["team_caps: 5,000 a month", "person_caps: ", "ask_above: 143", "approvals: C0000000003", "approve_own: yes"],
    ],
    [
      "the default rules if the team has set no rules",
      "rules",
      {},
      ["team_caps: ", "person_caps: ", "ask_above: never", "approvals: ", "approve_own: no"],
    ],
    ["the saved list of managers", "managers", { managers: ["U1", "U2"] }, ["managers: U1 U2"]],
  ])("shows %s", ([, kind, rules, held]) => {
    const { id, fields } = formOf(kind, rules);
    expect([id, fields.map((field) => `${field.id}: ${heldIn(field)}`)]).toEqual([`team_${kind}`, held]);
  });

  test.for([
    ["an unset approval limit", "never", null],
    ["an approval limit of 0", "0", 0],
    ["an approval limit of 95", "0", 95],
    ["an approval limit of 143", "100", 143],
    ["an approval limit of 205", "150", 205],
    ["an approval limit of 310", "never", 310],
  ] as const)(
    "shows %s as “%s” after the prices have risen to 100, 150, 210 and 310 credits",
    ([, shown, askAbove]) => {
      onTestFinished(setPrices(aPriceList(100, 150, 210, 310)));
      const { fields } = formOf("rules", { askAbove });
      expect(fields.filter(({ id }) => id === "ask_above").map(heldIn)).toEqual([shown]);
    },
  );

  test("can require an approval for every video, for videos above each price, or for no video", () => {
    const { fields } = formOf("rules");
    expect(fields[3]).toMatchObject({ kind: "channels", most: 1 });
    const options = fields.flatMap((field) => (field.id === "ask_above" && "options" in field ? field.options : []));
    expect(options.map(({ value }) => value)).toEqual([...askAboves()]);
    expect(options.map(({ label }) => label)).toEqual([
      ...["Every video", "Videos above 95 credits", "Videos above 143 credits", "Videos above 205 credits", "Never"],
    ]);
  });
});

test("the form that declines a video says that sending the form declines the video", () => {
  const form = declineForm(aJobId(), en);
  expect(form).toMatchObject({ id: "decline", declines: aJobId(), submit: "Decline" });
  expect(form.note).toBe("Sending this form declines the video. If you close it, nothing is decided.");
  expect(form.fields).toMatchObject([{ kind: "text", id: "note", isRequired: false, maxLength: NOTE_MAX }]);
});

describe("the page of a team's key and rules", () => {
  const page = (rules: Partial<typeof noRules>) =>
    wordsOf(teamSetup({ lastFour: "1234", rules: { ...noRules, ...rules } }, en));

  test.for([
    ["Price alone never requires approval.", "there is no approval limit", null],
    ["Every video needs approval.", "the approval limit is 0", 0],
    ["Videos above 143 credits need approval.", "the approval limit is 143", 143],
  ] as const)("contains “%s” if %s", ([words, , askAbove]) => {
    expect(page({ askAbove })).toContain(words);
  });

  test("shows who may approve their own videos only if an approvals channel is set", () => {
    expect(page({})).toContain("Approvals channel: none yet.");
    expect(page({})).not.toContain("own videos");
    const approvals = { ...aSlackReply(), channelId: "C77" };
    expect(page({ approvals })).toMatch(/Approvals channel: #C77\.\nNobody may approve their own videos\./);
    expect(page({ approvals, mayApproveOwn: true })).toContain("Managers may approve their own videos.");
  });

  test("lists the people, roles and channels that the rules name", () => {
    const text = page({ people: ["1", "2"], roles: ["3"], channels: ["4"], managers: ["5"], blocked: ["6", "7"] });
    expect(text).toContain("May spend: @1, @2, @&3.");
    expect(text).toContain("Where: in #4.");
    expect(text).toContain("Managers: admins, @5.");
    expect(text).toContain("Blocked: @6, @7.");
  });

  test("shows at most five entries of each list and the number of the other entries", () => {
    const eight = ["1", "2", "3", "4", "5", "6", "7", "8"];
    const text = page({
      people: eight.slice(0, 4),
      roles: eight.slice(4),
      channels: eight,
      managers: eight.slice(0, 6),
    });
    expect(text).toContain("May spend: @1, @2, @3, @4, @&5 and 3 more.");
    expect(text).toContain("Where: in #1, #2, #3, #4, #5 and 3 more.");
    expect(text).toContain("Managers: admins, @1, @2, @3, @4, @5 and 1 more.");
  });
});

const closed = (channel: ChannelRefusal): ChatRefusal => ({ kind: "unreachable", detail: "a code", channel });

test.for<readonly [Platform, label: string, ChatRefusal | "no_access", RegExp]>([
  ["discord", "the bot cannot see the channel", "no_access", /Give it View Channel and Send Messages there/],
  ["discord", "the bot may not post", closed("no_access"), /Give it View Channel and Send Messages there/],
  ["discord", "posting is refused", closed("other"), /Discord did not let Reelay post in that channel/],
  [
    "discord",
    "Discord gives no clear answer",
    { kind: "unavailable", unclear: true, detail: "status 503" },
    /Discord gave no clear answer just now/,
  ],
  ["slack", "the bot is not in the channel", closed("no_access"), /Invite it there with \/invite/],
  ["slack", "posting is restricted", closed("restricted"), /let only some people and apps post there/],
  ["slack", "posting is refused", closed("other"), /Slack did not let Reelay post in that channel/],
  [
    "slack",
    "Slack reports a rate limit",
    { kind: "rate_limited", retryAfterMs: 1 },
    /Slack gave no clear answer just now/,
  ],
])("on %s an admin sees why the approvals channel was not saved (reason: %s)", ([platform, , refusal, reason]) => {
  const text = channelProblem(refusal, platform, en);
  expect(text).toMatch(reason);
  expect(text).toContain("nothing was saved");
  if (refusal !== "no_access" && refusal.kind !== "unreachable") expect(text).not.toMatch(/View Channel|\/invite/);
});

describe("the team's credit status", () => {
  const rules = { ...noRules, askAbove: 143 };
  const nobody = { refusal: null, left: NO_CAPS, isAdmin: false, isManager: false } as const;
  const status: TeamStatus = { ...nobody, now: TEST_START, rules };

  test("does not show the approval rule to people who may not spend the credits", () => {
    const needed = "Videos above 143 credits need approval.";
    expect(wordsOf(teamStatus(status, en))).toContain(needed);
    expect(wordsOf(teamStatus({ ...status, refusal: "person" }, en))).not.toContain(needed);
    expect(wordsOf(teamStatus({ ...status, rules: noRules }, en))).not.toContain("approval");
  });

  test("has the button “Approvals” for managers and “Set up” for admins", () => {
    const buttons = (of: Partial<TeamStatus>) => labelsOf(teamStatus({ ...status, ...of }, en));
    expect(buttons({})).toEqual([]);
    expect(buttons({ isManager: true })).toEqual(["Approvals"]);
    expect(buttons({ isAdmin: true, isManager: true })).toEqual(["Set up", "Approvals"]);
  });
});

/** The cells as a spreadsheet with that separator reads them. Text after a cell's closing quote belongs to the cell. */
function cellsOf(text: string, mark: string): readonly (readonly string[])[] {
  const lines: string[][] = [[""]];
  let isQuoted = false;
  let isAtStart = true;
  const add = (letter: string) => {
    const line = lines.at(-1) ?? [];
    line.push(`${line.pop()}${letter}`);
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    const wasAtStart = isAtStart;
    isAtStart = false;
    if (letter === '"' && isQuoted && text[at + 1] === '"') {
      add(letter);
      at += 1;
    } else if (letter === '"' && (isQuoted || wasAtStart)) isQuoted = !isQuoted;
    else if (isQuoted) add(letter);
    else if (letter === mark) {
      lines.at(-1)?.push("");
      isAtStart = true;
    } else if (letter === "\n") {
      lines.push([""]);
      isAtStart = true;
    } else if (letter !== "\r") add(letter);
  }
  return lines.slice(0, -1);
}

const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

describe("text in a CSV export", () => {
  test.for([
    ["cannot begin with a formula", "=1+1", "'=1+1"],
    ["cannot begin with a formula in full-width characters", "\uff1d1", "'\uff1d1"],
    ["cannot begin its second line with a formula", "Bob\n@SUM(A1)", "Bob\n'@SUM(A1)"],
    ["cannot contain a formula after a tab and a space", "Bob\t -1", "Bob\t '-1"],
    ["cannot contain a formula after a quote", 'Bob;"=1"', 'Bob;"\'=1"'],
    ["keeps “-” and “=” inside a line", "a-b = c", "a-b = c"],
  ] as const)("%s", ([, given, cell]) => {
    const file = csv(["name", "credits"], [[given, 95]]);
    expect(cellsOf(file, ",")[1]).toEqual([cell, "95"]);
  });

  test("is never read as a formula, whichever separator the spreadsheet uses", () => {
    const letters = fc.constantFrom("=", "\uff0b", "-", "@", ";", ",", "\t", "\n", "\r", '"', "'", " ", "a", "1");
    const text = fc.array(letters, { maxLength: 12 }).map((some) => some.join(""));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const file = csv(["a", "b"], [[one, other]]);
        expect(file.startsWith('"a","b"\r\n"')).toBe(true);
        expect(cellsOf(file, ",")[1]).toHaveLength(2);
        for (const mark of [",", ";", "\t"])
          for (const cell of cellsOf(file, mark).flat()) expect(cell).not.toMatch(FORMULA);
      }),
    );
  });
});
