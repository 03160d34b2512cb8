import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { checkModal } from "../../../../sandbox/src/slack/check-blocks.ts";
import type { Field, Form } from "../../../../src/core/chat.ts";
import { noRules } from "../../../../src/core/team/rules.ts";
import { readSubmission } from "../../../../src/frontends/slack/in/read-slack.ts";
import { formView, messageView } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { batchForm, defaultValues, keyForm, videoForm } from "../../../../src/messages/ask/video-forms.ts";
import { teamRulesForm } from "../../../../src/messages/team/team-forms.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { anyMessage, typed } from "../../../fakes/any-message.ts";
import { fiveMb } from "../../../fakes/drafts.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { approvalsField, formWith } from "../../forms.ts";
import { reading, submission } from "../payloads.ts";
import { plain, wordsIn } from "../slack-world.ts";

const words = slackWordsIn("en").form;
const files = { takesFiles: true, words };
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 1, responseUrlUses: 0 };

it("a Slack form asks for a channel if no channel was chosen yet", () => {
  const { blocks } = formView(videoForm(defaultValues({}), fiveMb, en), { ...origin, isPlaceOpen: true }, files);
  expect(blocks.at(-1)).toMatchObject({ block_id: "where", label: { text: "Where the card goes" } });
});

it("a Slack form states the maximum length of a long text field", () => {
  const { blocks } = formView(videoForm(defaultValues({}), fiveMb, en), origin, files);
  expect(blocks.find(({ block_id }) => block_id === "prompt")).toMatchObject({
    hint: { text: "What should happen in the video · Up to 3,000 characters" },
  });
});

describe("a Slack form", () => {
  const option = fc.record({ label: typed, value: fc.string({ minLength: 1, maxLength: 20 }) });
  const field: fc.Arbitrary<Field> = fc.oneof(
    fc.record({
      kind: fc.constant("text" as const),
      id: fc.constant("prompt" as const),
      label: typed,
      hint: fc.option(typed),
      value: typed,
      isLong: fc.boolean(),
      isRequired: fc.boolean(),
      maxLength: fc.integer({ min: 1, max: 5_000 }),
    }),
    fc.record({
      kind: fc.constant("choice" as const),
      id: fc.constant("ratio" as const),
      label: typed,
      hint: fc.option(typed),
      value: fc.string(),
      options: fc.array(option, { minLength: 1, maxLength: 5 }),
    }),
  );

  it("conforms to Slack's rules with any content", () => {
    const form: fc.Arbitrary<Form> = fc.record({
      id: fc.constantFrom("key" as const, "video" as const, "settings" as const),
      title: typed,
      submit: typed,
      note: fc.option(typed),
      fields: fc.uniqueArray(field, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
    });
    fc.assert(
      fc.property(form, (one) => {
        expect(checkModal(formView(one, origin, files))).toMatchObject({ ok: true });
      }),
    );
  });

  it("contains the ids of the form and its fields, and preselects the current choices", () => {
    const options = ["16:9", "9:16"].map((value) => ({ label: value, value }));
    const ratio = { kind: "choice", id: "ratio", label: "Shape", hint: null, value: "9:16", options } as const;
    const texts = { title: "Make a video", submit: "Make it", note: "Credits are taken at the start." };
    const view = formView({ id: "video", ...texts, fields: [ratio] }, origin, files);
    expect(view).toMatchObject({
      callback_id: "video",
      blocks: [
        { type: "section" },
        { type: "input", block_id: "ratio", element: { action_id: "ratio", initial_option: { value: "9:16" } } },
      ],
    });
  });

  it("marks only the two picture fields of a video as optional", () => {
    const inputs = formView(videoForm(defaultValues({}), fiveMb, en), origin, files).blocks.filter(
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

  it("has an upload field for a picture only if the bot accepts picture files", () => {
    const url = "https://a.example/b.png";
    const form = videoForm({ ...defaultValues({}), image_url: url }, fiveMb, en);
    const [upload, address] = formView(form, origin, files).blocks.slice(-2);
    expect(upload).toMatchObject({ block_id: "image", optional: true, element: { type: "file_input", max_files: 1 } });
    expect(address).toMatchObject({
      ...{ type: "input", block_id: "image_url", optional: true },
      element: { action_id: "image_url", initial_value: url },
    });
    const without = formView(form, origin, { takesFiles: false, words });
    expect(JSON.stringify(without)).not.toContain("file_input");
    expect(JSON.stringify(without.blocks.at(-1))).toContain("Files cannot be uploaded here");
    for (const view of [without, formView(form, origin, files)]) expect(checkModal(view)).toMatchObject({ ok: true });
  });

  it("asks for an API key with a warning that Slack cannot hide the typed text", () => {
    expect(JSON.stringify(formView(keyForm(null, en), origin, files).blocks[0])).toContain(
      "cannot hide what you type here",
    );
  });

  it("can be replaced by any message, and a short message title becomes the window's title", () => {
    fc.assert(
      fc.property(anyMessage(), (one) => {
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

test("a Slack form uses Slack's own menus for people and channels, with the current values preselected", () => {
  const people = { type: "multi_users_select", max_selected_items: 25 };
  const places = { type: "multi_conversations_select" };
  const { blocks } = formView(teamRulesForm("spenders", { rules, version: 7, platform: "slack" }, en), origin, files);
  expect(blocks.flatMap((block) => ("element" in block ? [block] : []))).toMatchObject([
    { block_id: "everyone", element: { type: "static_select" } },
    { block_id: "people", optional: true, element: { ...people, initial_users: ["U11"] } },
    { block_id: "places", optional: true, element: { ...places, initial_conversations: ["C33"] } },
  ]);
});

test("a submitted Slack form for team rules is parsed into the selected values and the rules' version", () => {
  const form = teamRulesForm("spenders", { rules, version: 7, platform: "slack" }, en);
  const { callback_id = "", private_metadata = "" } = formView(form, origin, files);
  expect(callback_id).toBe("team_spenders");
  const values = {
    everyone: { everyone: { type: "static_select", selected_option: { value: "no" } } },
    people: { people: { type: "multi_users_select", selected_users: ["U11", "U12"] } },
    places: { places: { type: "multi_conversations_select", selected_conversations: [] } },
  };
  const view = { ...submission.view, callback_id, private_metadata, state: { values } };
  expect(readSubmission({ ...submission, view }, reading)?.command.act).toEqual({
    kind: "set_team_spenders",
    given: { everyone: "no", people: ["U11", "U12"], roles: [], places: [] },
    version: 7,
  });
});

test("a Slack form for the approvals channel allows at most one channel", () => {
  const { blocks } = formView(formWith("team_rules", approvalsField("C33")), origin, files);
  expect(blocks).toMatchObject([
    {
      block_id: "approvals",
      optional: true,
      element: { type: "multi_conversations_select", max_selected_items: 1, initial_conversations: ["C33"] },
    },
  ]);
});

test("a Slack form for several videos has required radio buttons with one preselected option", () => {
  const form = batchForm(defaultValues({}), { canChain: true, limits: fiveMb }, en);
  expect(formView(form, origin, files).blocks.find(({ block_id }) => block_id === "make")).toMatchObject({
    optional: false,
    element: { type: "radio_buttons", initial_option: { value: "scenes" } },
  });
});
