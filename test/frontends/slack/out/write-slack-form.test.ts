import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { checkModal } from "../../../../sandbox/src/slack/check-blocks.ts";
import type { Field, Form } from "../../../../src/core/chat.ts";
import { ok } from "../../../../src/core/result.ts";
import { noRules } from "../../../../src/core/team/rules.ts";
import { readSubmission } from "../../../../src/frontends/slack/in/read-slack.ts";
import { slackPeople } from "../../../../src/frontends/slack/out/slack-people.ts";
import { formView, messageView } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { defaultValues, keyForm, videoForm } from "../../../../src/messages/ask/video-forms.ts";
import {
  teamHouseForm,
  teamKeyForm,
  teamManagersForm,
  teamRulesForm,
  teamSpendersForm,
} from "../../../../src/messages/team/team-forms.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackOwner, aSlackReply } from "../../../fakes/jobs.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { approvalsField, declineForm, formWith, job } from "../../approval-forms.ts";
import { evil, message } from "../hostile.ts";
import { reading, submission } from "../payloads.ts";
import { plain, wordsIn } from "../slack-world.ts";

const words = slackWordsIn("en").form;
const files = { takesFiles: true, words };

it("says how much text a long field takes, which Slack shows nowhere", () => {
  const view = formView(
    videoForm(defaultValues({}), en),
    { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 },
    files,
  );
  const hints = view.blocks.map((block) => ("hint" in block ? block.hint?.text : undefined));
  expect(hints[view.blocks.findIndex(({ block_id }) => block_id === "prompt")]).toBe(
    "What should happen in the video · Up to 3,000 characters",
  );
});

describe("a form in Slack's form", () => {
  const origin = {
    channelId: "C1",
    responseUrl: "https://hooks.slack.com/c/1",
    responseUrlUntil: 1,
    responseUrlUses: 0,
  };
  const option = fc.record({ label: evil, value: fc.string({ minLength: 1, maxLength: 20 }) });
  const field: fc.Arbitrary<Field> = fc.oneof(
    fc.record({
      kind: fc.constant("text" as const),
      id: fc.constant("prompt" as const),
      label: evil,
      hint: fc.option(evil),
      value: evil,
      isLong: fc.boolean(),
      isRequired: fc.boolean(),
      maxLength: fc.integer({ min: 1, max: 5_000 }),
    }),
    fc.record({
      kind: fc.constant("choice" as const),
      id: fc.constant("ratio" as const),
      label: evil,
      hint: fc.option(evil),
      value: fc.string(),
      options: fc.array(option, { minLength: 1, maxLength: 5 }),
    }),
  );

  it("is taken by Slack, whatever it holds", () => {
    const form: fc.Arbitrary<Form> = fc.record({
      id: fc.constantFrom("key" as const, "video" as const, "settings" as const),
      title: evil,
      submit: evil,
      note: fc.option(evil),
      fields: fc.uniqueArray(field, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
    });
    fc.assert(
      fc.property(form, (one) => {
        expect(checkModal(formView(one, origin, files))).toMatchObject({ ok: true });
      }),
    );
  });

  it("goes by its own names, and chooses what is chosen", () => {
    const view = formView(
      {
        id: "video",
        title: "Make a video",
        submit: "Make it",
        note: "Credits are taken at the start.",
        fields: [
          {
            kind: "choice",
            id: "ratio",
            label: "Shape",
            hint: null,
            value: "9:16",
            options: [
              { label: "wide", value: "16:9" },
              { label: "tall", value: "9:16" },
            ],
          },
        ],
      },
      origin,
      files,
    );
    expect(view).toMatchObject({
      callback_id: "make_video",
      blocks: [
        { type: "section" },
        { type: "input", block_id: "ratio", element: { action_id: "ratio", initial_option: { value: "9:16" } } },
      ],
    });
  });

  it("calls only those fields optional in which nothing is chosen, and no hint repeats it", () => {
    const inputs = formView(videoForm(defaultValues({}), en), origin, files).blocks.filter(
      ({ type }) => type === "input",
    );
    const optional = inputs.map((block) => [block.block_id, "optional" in block && block.optional]);
    expect(optional).toEqual([
      ["prompt", false],
      ["ratio", false],
      ["duration", false],
      ["resolution", false],
      ["image", true],
      ["image_url", true],
    ]);
    expect(JSON.stringify(inputs)).not.toContain("Optional");
  });

  it("takes a picture by its address", () => {
    const values = { ...defaultValues({}), image_url: "https://a.example/b.png" };
    const view = formView(videoForm(values, en), origin, files);
    expect(view.blocks.at(-1)).toMatchObject({
      type: "input",
      block_id: "image_url",
      optional: true,
      element: { action_id: "image_url", initial_value: "https://a.example/b.png" },
    });
    expect(checkModal(view)).toMatchObject({ ok: true });
  });

  it("takes a picture by its file where the bot can hand it on, and else says why not", () => {
    const form = videoForm(defaultValues({}), en);
    const [upload, address] = formView(form, origin, files).blocks.slice(-2);
    expect(upload).toMatchObject({ block_id: "image", optional: true, element: { type: "file_input", max_files: 1 } });
    expect(address).toMatchObject({ block_id: "image_url", optional: true });
    const without = formView(form, origin, { takesFiles: false, words });
    expect(JSON.stringify(without)).not.toContain("file_input");
    expect(JSON.stringify(without.blocks.at(-1))).toContain("Files cannot be uploaded here");
    expect([checkModal(without), checkModal(formView(form, origin, files))]).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
  });

  it("says at a key that Slack hides nothing", () => {
    expect(JSON.stringify(formView(keyForm(en), origin, files).blocks[0])).toContain("cannot hide what you type here");
  });

  it("is followed by a message in its place, with its title where that fits", () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(checkModal(messageView(one, origin, words))).toMatchObject({ ok: true });
      }),
    );
    const short = messageView(plain("Checking your key…", { body: [["This costs no credits."]] }), origin, words);
    expect(short.title.text).toBe("Checking your key…");
    expect(wordsIn(short.blocks)).toBe("This costs no credits.");
    const long = messageView(plain("Your key is saved, but not verified"), origin, words);
    expect(long.title.text).toBe("Reelay");
    expect(wordsIn(long.blocks)).toContain("Your key is saved, but not verified");
  });
});

const rules = { ...noRules, teamMonth: 5_000, people: ["U11"], channels: ["C33"], managers: ["U44"] };
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 1, responseUrlUses: 0 };
const how = { takesFiles: true, words: slackWordsIn("en").form };

test("people and channels are picked with Slack's own pickers, what is chosen stands in them, and nobody asks for roles", () => {
  const { blocks } = formView(teamSpendersForm({ rules, version: 7 }, "slack", en), origin, how);
  expect(blocks.flatMap((block) => ("element" in block ? [block] : []))).toMatchObject([
    { block_id: "everyone", element: { type: "static_select" } },
    {
      block_id: "people",
      optional: true,
      element: { type: "multi_users_select", initial_users: ["U11"], max_selected_items: 25 },
    },
    {
      block_id: "places",
      optional: true,
      element: { type: "multi_conversations_select", initial_conversations: ["C33"] },
    },
  ]);
});

test.for([
  teamKeyForm(en),
  teamRulesForm({ rules, version: 7 }, en),
  teamSpendersForm({ rules, version: 7 }, "slack", en),
])("the form $id goes by its own name", (form) => {
  expect(formView(form, origin, how).callback_id).toBe(form.id);
});

const carried = (form: Form) => formView(form, origin, how).private_metadata ?? "";

const sent = (callbackId: string, values: object, metadata = "") => {
  const view = { ...submission.view, callback_id: callbackId, private_metadata: metadata, state: { values } };
  return readSubmission({ ...submission, view }, reading)?.command.act;
};

test("what was picked is read, and a picker that was left empty is nobody", () => {
  const values = {
    everyone: { everyone: { type: "static_select", selected_option: { value: "no" } } },
    people: { people: { type: "multi_users_select", selected_users: ["U11", "U12"] } },
    places: { places: { type: "multi_conversations_select", selected_conversations: [] } },
  };
  expect(sent("team_spenders", values, carried(teamSpendersForm({ rules, version: 7 }, "slack", en)))).toEqual({
    kind: "set_team_spenders",
    given: { everyone: "no", people: ["U11", "U12"], roles: [], places: [] },
    version: 7,
  });
});

test("caps are read as they were typed", () => {
  const values = {
    team_month: { team_month: { type: "plain_text_input", value: "5,000" } },
    person_month: { person_month: { type: "plain_text_input", value: null } },
    ask_above: { ask_above: { type: "static_select", selected_option: { value: "95" } } },
    approvals: { approvals: { type: "multi_conversations_select", selected_conversations: ["C33"] } },
    approve_own: { approve_own: { type: "static_select", selected_option: { value: "no" } } },
  };
  expect(sent("team_rules", values, carried(teamRulesForm({ rules, version: 7 }, en)))).toEqual({
    kind: "set_team_rules",
    given: { teamMonth: "5,000", personMonth: "", askAbove: "95", approvals: ["C33"], approveOwn: "no" },
    version: 7,
  });
});

test("the channel for approvals is one or none", () => {
  const { blocks } = formView(formWith("team_rules", approvalsField("C33")), origin, how);
  expect(blocks).toMatchObject([
    {
      block_id: "approvals",
      optional: true,
      element: { type: "multi_conversations_select", max_selected_items: 1, initial_conversations: ["C33"] },
    },
  ]);
});

test.for([
  [carried(teamManagersForm({ rules, version: 7 }, en)), 7],
  ["", null],
  [JSON.stringify({ v: "7" }), null],
] as const)("managers are read as they were picked, in a form that carries %s", ([metadata, version]) => {
  const values = { managers: { managers: { type: "multi_users_select", selected_users: ["U44", "U45"] } } };
  expect(sent("team_managers", values, metadata)).toEqual({
    kind: "set_team_managers",
    managers: ["U44", "U45"],
    version,
  });
});

test("words and people are read as they were typed and picked", () => {
  const form = teamHouseForm(
    { rules: { ...rules, words: ["gun", "red flag"], blocked: ["U9"] }, version: 7 },
    "slack",
    en,
  );
  expect(formView(form, origin, how).blocks).toMatchObject([
    expect.anything(),
    { block_id: "words", optional: true, element: { multiline: true, initial_value: "gun\nred flag" } },
    { block_id: "blocked", optional: true, element: { type: "multi_users_select", initial_users: ["U9"] } },
  ]);
  const values = {
    words: { words: { type: "plain_text_input", value: "gun\nknife" } },
    blocked: { blocked: { type: "multi_users_select", selected_users: ["U8"] } },
  };
  const given = { words: "gun\nknife", blocked: ["U8"], ageRestricted: "" };
  expect(sent("team_house", values, carried(form))).toEqual({ kind: "set_team_house", given, version: 7 });
});

const note = { note: { note: { type: "plain_text_input", value: " not this month " } } };

test("the form in which a video is declined carries its job, and gives it back with the words", () => {
  const { callback_id = "", private_metadata = "" } = formView(declineForm, origin, how);
  const act = { kind: "decline", jobId: job, note: "not this month" };
  expect(sent(callback_id, note, private_metadata)).toEqual(act);
});

test.for(["", JSON.stringify({ d: "not-a-job" })])("a video is not declined by a form that carries %j", (metadata) => {
  expect(sent("decline", note, metadata)).toMatchObject({ kind: "unknown" });
});

test("a team's key that no log can print", () => {
  const act = sent("team_key", { key: { key: { type: "plain_text_input", value: " sk-very-secret-key " } } });
  expect(act?.kind === "give_team_key" && act.key.reveal()).toBe("sk-very-secret-key");
  expect(JSON.stringify(act)).not.toContain("secret-key");
});

const somebody = { owner: aSlackOwner(), reply: aSlackReply() };

/** Slack's people, by what users.info says of one. */
function peopleWhere(user: object | null) {
  const clock = toldClock();
  const asked: string[] = [];
  const info = async ({ user: id }: { readonly user: string }) => {
    asked.push(id);
    if (user === null) throw new Error("ratelimited");
    return { ok: true, user: { team_id: somebody.reply.teamId, ...user } };
  };
  const people = slackPeople({ clientOf: async () => ok({ users: { info } } as never), clock });
  return { clock, asked, people };
}

const member = { isAdmin: false, isGuest: false };
const ofWorkspaces = (...teams: readonly string[]) => ({ enterprise_user: { enterprise_id: "E1", teams } });

test.for([
  ["a member", { is_admin: false }, member],
  ["an admin", { is_admin: true }, { isAdmin: true, isGuest: false }],
  ["an owner", { is_owner: true }, { isAdmin: true, isGuest: false }],
  ["a guest of several channels", { is_restricted: true }, { isAdmin: false, isGuest: true }],
  ["a guest of one channel", { is_restricted: true, is_ultra_restricted: true }, { isAdmin: false, isGuest: true }],
  ["somebody who shares no channel", { is_stranger: true }, { isAdmin: false, isGuest: true }],
  ["an admin of another company", { is_admin: true, team_id: "T00PARTNER" }, { isAdmin: false, isGuest: true }],
  ["a member whose workspace is not said", { team_id: null, ...ofWorkspaces("T0000000001") }, member],
  ["a member of two", { team_id: "T0OTHER", ...ofWorkspaces("T0OTHER", "T0000000001") }, member],
  ["a guest of one of two", { is_restricted: true, ...ofWorkspaces("T0000000001") }, { isAdmin: false, isGuest: true }],
  ["of another workspace", { team_id: "T0OTHER", ...ofWorkspaces("T0OTHER") }, { isAdmin: false, isGuest: true }],
  ["a guest whose workspace is not said", { team_id: null, is_restricted: true }, { isAdmin: false, isGuest: true }],
  ["whose workspace is not said", { team_id: null }, null],
  ["whose workspaces are others", { team_id: null, ...ofWorkspaces("T0OTHER") }, null],
  ["whose workspaces are no list", { team_id: null, enterprise_user: { teams: "T0000000001" } }, null],
] as const)("%s, as users.info says", async ([, user, standing]) => {
  expect(await peopleWhere(user).people.standingOf(somebody, false)).toEqual(standing);
});

test.for([
  ["a member", { is_admin: true }, { roles: [], isGuest: false }],
  ["a guest", { is_restricted: true }, { roles: [], isGuest: true }],
  ["gone, once their account was deactivated", { deleted: true }, "gone"],
  ["not known, where Slack does not say", { team_id: null }, null],
] as const)("before a video begins somebody is %s", async ([, user, now]) => {
  expect(await peopleWhere(user).people.memberNow(somebody)).toEqual(now);
});

test("in an organisation its own admins manage, not those of one workspace", async () => {
  const reply = aSlackReply({ enterpriseId: "E1" });
  const ofWorkspace = peopleWhere({
    is_admin: true,
    enterprise_user: { enterprise_id: "E1", is_admin: false, is_owner: false },
  });
  expect(await ofWorkspace.people.standingOf({ ...somebody, reply }, true)).toMatchObject({ isAdmin: false });
  const ofAll = peopleWhere({
    is_admin: false,
    team_id: "T0000000009",
    enterprise_user: { enterprise_id: "E1", is_admin: true, is_owner: false },
  });
  expect(await ofAll.people.standingOf({ ...somebody, reply }, true)).toEqual({ isAdmin: true, isGuest: false });
});

test.for([
  [
    "an organisation's",
    { enterprise_id: "E9", is_admin: true, is_owner: true, teams: ["T9"] },
    { isAdmin: false, isGuest: true },
  ],
  ["a single workspace's", null, null],
] as const)(
  "in a channel that companies share, %s admin is nobody of the organisation's, whose press came with their own workspace",
  async ([, enterprise_user, standing]) => {
    const { people } = peopleWhere({ is_admin: true, team_id: "T9", enterprise_user });
    const reply = aSlackReply({ enterpriseId: "E1", teamId: "T9" });
    expect(await people.standingOf({ ...somebody, reply }, true)).toEqual(standing);
  },
);

test("what is known is five minutes old at most, and for what changes rules it is asked for afresh", async () => {
  const { clock, asked, people } = peopleWhere({ is_admin: true });
  await people.standingOf(somebody, false);
  await clock.advance(299_000);
  await people.standingOf(somebody, false);
  expect(asked).toHaveLength(1);
  await people.standingOf(somebody, true);
  expect(asked).toHaveLength(2);
  await clock.advance(300_000);
  await people.standingOf(somebody, false);
  expect(asked).toHaveLength(3);
});

test("who is asked about several times at once is asked about once", async () => {
  const { asked, people } = peopleWhere({ is_admin: true });
  const told = await Promise.all([1, 2, 3].map(() => people.standingOf(somebody, true)));
  expect(told).toEqual(Array(3).fill({ isAdmin: true, isGuest: false }));
  expect(asked).toHaveLength(1);
  await people.standingOf(somebody, true);
  expect(asked).toHaveLength(2);
});

test("where Slack does not answer nobody's standing is known", async () => {
  expect(await peopleWhere(null).people.standingOf(somebody, false)).toBeNull();
});

test("people are called what Slack shows of them, and whom it does not tell of has no name", async () => {
  const { people } = peopleWhere({ name: "ada", real_name: "Ada L.", profile: { display_name: "" } });
  expect(await people.namesOf(somebody, ["U1"])).toEqual(new Map([["U1", "Ada L."]]));
  expect(await peopleWhere(null).people.namesOf(somebody, ["U1"])).toEqual(new Map());
});
