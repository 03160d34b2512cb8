import { ComponentType } from "discord.js";
import { ModalInteractionCallbackRequestSchema } from "discord-api-spec/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkModal } from "../../sandbox/src/slack/check-blocks.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { writeForm } from "../../src/frontends/discord/out/write-discord-form.ts";
import { readSubmission } from "../../src/frontends/slack/in/read-slack.ts";
import { slashAct } from "../../src/frontends/slack/in/read-slack-act.ts";
import { formView } from "../../src/frontends/slack/out/write-slack-form.ts";
import { batchForm, defaultValues } from "../../src/messages/ask/video-forms.ts";
import { en } from "../../src/messages/words/en.ts";
import { aDraft } from "../fakes/drafts.ts";
import { slackWordsIn } from "../fakes/front-end-words.ts";
import { actOf, form, slash } from "./discord/interactions.ts";
import { reading, submission } from "./slack/payloads.ts";

const formOn = (isShort: boolean, canChain = true) =>
  batchForm({ values: defaultValues(noSettings), isShort, canChain }, en);
const origin = { channelId: "C1", responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
const act = { kind: "make_batch", from: "form" } as const;

describe("the form for several videos, on Discord", () => {
  it("has four labels, a radio group among them with one answer chosen, and is what Discord takes", () => {
    const data = writeForm(formOn(true));
    const labels = data.components.flatMap((each) => (each.type === ComponentType.Label ? [each.component] : []));
    expect(labels.map(({ type }) => type)).toEqual([
      ComponentType.TextInput,
      ComponentType.RadioGroup,
      ComponentType.StringSelect,
      ComponentType.FileUpload,
    ]);
    expect(labels[1]).toMatchObject({
      custom_id: "make",
      required: true,
      options: [
        { label: "One video per line", value: "scenes", default: true },
        { label: "One video per line, each continuing the one before", value: "chain", default: false },
        { value: "2", default: false },
        { value: "3", default: false },
        { label: "4 versions of one prompt", value: "4", default: false },
      ],
    });
    expect(labels[0]).toMatchObject({ max_length: 4_000, required: true });
    const { error } = z.safeParse(ModalInteractionCallbackRequestSchema, { type: 9, data });
    expect(error && z.prettifyError(error)).toBeUndefined();
  });

  it("says its lines, its kind and its look", () => {
    const filled = { prompt: "one\ntwo", make: "3", size: ["9:16-720p-15"] };
    const draft = aDraft({ prompt: "one\ntwo", ratio: "9:16", resolution: "720p", duration: "15" });
    expect(actOf(form("batch", filled))).toEqual({ ...act, make: "3", draft });
  });

  it.for([
    ["batch", { prompt: "one" }],
    ["batch", { prompt: "one", make: "5" }],
    ["batch:1", { prompt: "one", make: "2" }],
  ] as const)("%s with %j is none of ours", ([id, filled]) => {
    expect(actOf(form(id, filled))).toMatchObject({ kind: "unknown" });
  });

  it("is opened by its command", () => {
    expect(actOf(slash("video-batch"))).toEqual({ kind: "open_batch_form" });
  });
});

describe("the form for several videos, on Slack", () => {
  it("has radio buttons, one of them chosen, which need an answer, and is what Slack takes", () => {
    const view = formView(formOn(false), origin, { takesFiles: true, words: slackWordsIn("en").form });
    const blocks = view.blocks.flatMap((block) => (block.type === "input" ? [block] : []));
    expect(blocks.map(({ block_id }) => block_id)).toEqual([
      "prompt",
      "make",
      "ratio",
      "duration",
      "resolution",
      "image",
      "image_url",
    ]);
    expect(blocks[1]).toMatchObject({
      optional: false,
      element: { type: "radio_buttons", initial_option: { value: "scenes" } },
    });
    expect(checkModal(view)).toMatchObject({ ok: true });
  });

  it("says its lines, its kind and its look", () => {
    const chosen = (name: string, value: string) => ({ [name]: { [name]: { selected_option: { value } } } });
    const values = {
      prompt: { prompt: { value: "one\ntwo" } },
      ...chosen("make", "scenes"),
      ...chosen("ratio", "9:16"),
      ...chosen("duration", "15"),
      ...chosen("resolution", "720p"),
    };
    const view = { ...submission.view, callback_id: "batch", state: { values } };
    const draft = aDraft({ prompt: "one\ntwo", ratio: "9:16", resolution: "720p", duration: "15" });
    expect(readSubmission({ ...submission, view }, reading)?.command.act).toEqual({ ...act, make: "scenes", draft });
    const odd = { ...view, state: { values: { ...values, make: {} } } };
    expect(readSubmission({ ...submission, view: odd }, reading)?.command.act).toMatchObject({ kind: "unknown" });
  });

  it("is opened by its command, whatever stands behind it but a word for help", () => {
    expect(slashAct("/video-batch", "", "video")).toEqual({ kind: "open_batch_form" });
    expect(slashAct("/video-batch", "three cats", "video")).toEqual({ kind: "open_batch_form" });
    expect(slashAct("/video-batch", "help", "video")).toEqual({ kind: "help" });
  });
});
