import { ModalInteractionCallbackRequestSchema } from "discord-api-spec/zod";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import type { Form } from "../../../../src/core/chat.ts";
import { noRules } from "../../../../src/core/team/rules.ts";
import { PICTURES, writeForm } from "../../../../src/frontends/discord/out/write-discord-form.ts";
import { animateForm, batchForm, defaultValues, fitForm, videoForm } from "../../../../src/messages/ask/video-forms.ts";
import { teamRulesForm } from "../../../../src/messages/team/team-forms.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { typed } from "../../../fakes/any-message.ts";
import { fiveMb } from "../../../fakes/drafts.ts";
import { approvalsField, formWith } from "../../forms.ts";

/** Writes a form and checks it against Discord's schema. */
function written(form: Form) {
  const data = writeForm(form);
  const { error } = z.safeParse(ModalInteractionCallbackRequestSchema, { type: 9, data });
  expect(error && z.prettifyError(error)).toBeUndefined();
  expect(data.components.length).toBeLessThanOrEqual(5);
  return data;
}

describe("a Discord form", () => {
  const field = { hint: null, isRequired: true } as const;
  const video: Form = {
    id: "video",
    title: "Make a video",
    submit: "Make it",
    note: "95 credits",
    fields: [
      { ...field, kind: "text", id: "prompt", label: "Prompt", value: "a boat", isLong: true, maxLength: 3_000 },
      {
        kind: "choice",
        id: "ratio",
        label: "Shape",
        hint: "Or leave it",
        value: "9:16",
        options: [
          { label: "Wide", value: "16:9" },
          { label: "Tall", value: "9:16" },
        ],
      },
    ],
  };

  it("shows the introductory text above labelled fields with preselected choices", () => {
    expect(writeForm(video)).toEqual({
      custom_id: "video",
      title: "Make a video",
      components: [
        { type: 10, content: "95 credits" },
        {
          type: 18,
          label: "Prompt",
          component: { type: 4, custom_id: "prompt", style: 2, required: true, max_length: 3_000, value: "a boat" },
        },
        {
          type: 18,
          label: "Shape",
          description: "Or leave it",
          component: {
            type: 3,
            custom_id: "ratio",
            options: [
              { label: "Wide", value: "16:9", default: false },
              { label: "Tall", value: "9:16", default: true },
            ],
          },
        },
      ],
    });
  });

  it("for editing a request contains the job's id and an upload field for the picture", () => {
    const { fields, ...form } = videoForm({ ...defaultValues({}), image_url: "https://a" }, fiveMb, en);
    const edits = { jobId: "0123456789abcdef0123", nth: 2 };
    const data = written({ ...form, fields, edits });
    expect(data.custom_id).toBe("video:0123456789abcdef0123:2");
    expect(data.components).toHaveLength(5);
    expect(data.components.at(-1)).toMatchObject({
      type: 18,
      label: "Picture",
      component: {
        type: 19,
        custom_id: "image",
        required: false,
        min_values: 0,
        max_values: 1,
        file_types: [...PICTURES],
      },
    });
    const picture = fields.find((each) => each.kind === "picture");
    const demanding = written({ ...form, fields: picture ? [{ ...picture, isRequired: true }] : [] });
    expect(demanding.components.at(-1)).toMatchObject({ component: { required: true, min_values: 1 } });
    expect(JSON.stringify(data)).not.toContain("https://a");
  });

  it("for animating a message offers up to 25 pictures from the message", () => {
    const id = "0123456789abcdef0123";
    const values = { ...defaultValues({}), ratio: "as_picture" };
    const offering = (count: number, name: string) => {
      const file = { url: "https://a", sizeBytes: 9 };
      const one = { source: "attachment", name, width: 640, height: 480, file } as const;
      const pictures = Array.from({ length: count }, () => one);
      const data = written(animateForm({ id, pictures, values, leftOut: 12 }, en));
      expect(data.custom_id).toBe(`animate:${id}`);
      return data.components;
    };
    const [first, ...rest] = offering(30, "**a cat**.png");
    expect(first).toMatchObject({ type: 18, label: "Picture", component: { type: 3, custom_id: "image" } });
    const options: unknown = Object(Object(first).component).options;
    expect(options).toHaveLength(25);
    expect(Object(options)[0]).toEqual({ label: "1: **a cat**.png, 640 x 480", value: "0", default: true });
    expect(rest).toHaveLength(4);
    const [note, ...fields] = offering(1, "**a cat**.png");
    expect(note).toMatchObject({ type: 10, content: expect.stringContaining("\\*\\*a cat\\*\\*.png, 640 x 480") });
    expect(fields).toHaveLength(4);
    fc.assert(fc.property(typed, fc.integer({ min: 1, max: 26 }), (name, count) => void offering(count, name)));
  });

  it("for several videos has a radio group with one preselected option", () => {
    const form = fitForm(batchForm(defaultValues({}), { canChain: true, limits: fiveMb }, en), 5, en);
    expect(writeForm(form).components).toContainEqual(
      expect.objectContaining({
        component: expect.objectContaining({
          type: 21,
          custom_id: "make",
          required: true,
          options: expect.arrayContaining([{ label: "One video per line", value: "scenes", default: true }]),
        }),
      }),
    );
  });

  it("cannot be rendered with more than five fields, and the error names the extra field", () => {
    const text = { ...field, kind: "text", label: "", value: "", isLong: false, maxLength: 9 } as const;
    const five = (["prompt", "image_url", "key", "prompt", "key"] as const).map((id) => ({ ...text, id }));
    expect(writeForm({ ...video, fields: five }).components).toHaveLength(5);
    const six = [...five, { ...text, id: "image_url" } as const];
    expect(() => writeForm({ ...video, fields: six })).toThrow(/five fields.*video.*image_url/);
  });

  it("conforms to Discord's schema with any content", () => {
    fc.assert(
      fc.property(typed, typed, fc.option(typed), fc.integer({ min: 1, max: 3 }), (title, value, note, count) => {
        const text = {
          ...field,
          kind: "text",
          label: title,
          hint: note,
          value,
          isLong: false,
          maxLength: 9_000,
        } as const;
        const fields = (["prompt", "image_url", "key"] as const).slice(0, count).map((id) => ({ ...text, id }));
        written({ id: "key", title, submit: "", note, fields });
      }),
    );
  });
});

const rules = { ...noRules, teamMonth: 5_000, people: ["11"], roles: ["22"], channels: ["33"], managers: ["44"] };

test("a Discord form uses Discord's own menus for people, roles and channels, with the current values preselected", () => {
  const { components } = writeForm(teamRulesForm("spenders", { rules, version: 7, platform: "discord" }, en));
  const pickers = components.flatMap((one) => ("component" in one ? [one.component] : [])).slice(1);
  expect(pickers).toMatchObject([
    {
      type: 5,
      custom_id: "people",
      required: false,
      min_values: 0,
      max_values: 25,
      default_values: [{ id: "11", type: "user" }],
    },
    { type: 6, custom_id: "roles", default_values: [{ id: "22", type: "role" }] },
    { type: 8, custom_id: "places", default_values: [{ id: "33", type: "channel" }] },
  ]);
});

test("in a Discord form for the approvals channel, at most one text or announcement channel can be chosen", () => {
  const { components } = writeForm(formWith("team_rules", approvalsField("33")));
  expect(components).toMatchObject([
    { component: { type: 8, custom_id: "approvals", required: false, min_values: 0, max_values: 1 } },
  ]);
  const [picker] = components.flatMap((one) => ("component" in one ? [one.component] : []));
  expect(picker).toMatchObject({ channel_types: [0, 5], default_values: [{ id: "33", type: "channel" }] });
});
