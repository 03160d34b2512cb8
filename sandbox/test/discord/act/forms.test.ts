import { expect, test } from "vitest";
import { type AWorld, aBot, aWorld, button, refusal, row, text } from "../world.ts";

const label = (component: object, more: object = {}) => ({ type: 18, label: "Field", component, ...more });
const input = (custom_id: string, more: object = {}) => ({ type: 4, custom_id, style: 1, ...more });
const modal = (...components: readonly object[]) => ({ custom_id: "form", title: "Form", components });
const long = (length: number) => "x".repeat(length);

const aForm = async (world: AWorld, data: object) => {
  const bot = await aBot(world);
  const asked = await bot.asked();
  await bot.answer(asked, { type: 9, data });
  return { bot, formId: asked.id };
};

const REFUSED: readonly [what: string, data: object, path: string][] = [
  ["a title of 46 characters", { ...modal(label(input("a"))), title: long(46) }, "title"],
  ["no components", modal(), "components"],
  ["six fields", modal(...["a", "b", "c", "d", "e", "f"].map((id) => label(input(id)))), "components"],
  ["a field label of 46 characters", modal(label(input("a"), { label: long(46) })), "components.0.label"],
  [
    "a field description of 101 characters",
    modal(label(input("a"), { description: long(101) })),
    "components.0.description",
  ],
  ["a label without a component", modal({ type: 18, label: "x" }), "components.0.component"],
  ["an input outside a label", modal(input("a")), "components.0.type"],
  ["an action row", modal(row(input("a"))), "components.0.type"],
  ["a button", modal(label(button("a"))), "components.0.component.type"],
  [
    "a preset text of 4,001 characters",
    modal(label(input("a", { value: long(4_001) }))),
    "components.0.component.value",
  ],
  [
    "a text field that allows 4,001 characters",
    modal(label(input("a", { max_length: 4_001 }))),
    "components.0.component.max_length",
  ],
  [
    "a preset text longer than the field's max_length",
    modal(label(input("a", { value: "abc", max_length: 2 }))),
    "components.0.component.value",
  ],
  [
    "two fields with the same custom_id",
    modal(label(input("a")), label(input("a"))),
    "components.1.component.custom_id",
  ],
  ["an empty custom_id", { ...modal(label(input("a"))), custom_id: "" }, "custom_id"],
  [
    "an upload field that allows eleven files",
    modal(label({ type: 19, custom_id: "a", max_values: 11 })),
    "components.0.component.max_values",
  ],
];

test.for(REFUSED)("Discord refuses a form with %s", async ([, data, path]) => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { code, errors } = await refusal(bot.answer(await bot.asked(), { type: 9, data }));
  expect(code).toBe(50035);
  expect(errors).toHaveProperty(["data", ...path.split("."), "_errors", "0", "code"]);
  expect(world.discord.openForms("ada")).toEqual([]);
});

test("a submitted Discord form sends the bot one value per label and closes when the bot responds", async () => {
  const world = await aWorld();
  const { discord, seen } = world;
  const { bot, formId } = await aForm(
    world,
    modal(label(input("prompt")), text("note"), label(input("more", { required: false }))),
  );
  expect(discord.openForms("ada")).toMatchObject([{ formId, modal: { title: "Form" } }]);
  expect(discord.openForms("ben")).toEqual([]);
  await discord.submitForm("ada", formId, { prompt: "a boat" });
  const submit = await bot.next();
  expect(submit).toMatchObject({
    type: 5,
    data: {
      custom_id: "form",
      components: [
        { type: 18, id: 1, component: { type: 4, id: 2, custom_id: "prompt", value: "a boat" } },
        { type: 10, id: 3 },
        { type: 18, component: { custom_id: "more", value: "" } },
      ],
    },
  });
  expect(submit).not.toHaveProperty("message");
  expect(seen("form_closed")).toEqual([]);
  await bot.answer(submit, { type: 4, data: { content: "thanks" } });
  expect(seen("form", "submit_form", "form_closed").map(({ kind, interactionId }) => [kind, interactionId])).toEqual([
    ["form", formId],
    ["submit_form", submit.id],
    ["form_closed", formId],
  ]);
  expect(discord.openForms("ada")).toEqual([]);
});

test("a submitted Discord form stays open if the bot does not respond", async () => {
  const world = await aWorld();
  const { formId } = await aForm(world, modal(label(input("prompt"))));
  await world.discord.submitForm("ada", formId, { prompt: "a boat" });
  world.clock.advance(3_000);
  expect(world.seen("unanswered")).toMatchObject([{ payload: { text: "Something went wrong. Try again." } }]);
  expect(world.discord.openForms("ada")).toHaveLength(1);
});

test("the emulated Discord client refuses to submit a form with invalid values", async () => {
  const world = await aWorld();
  const { formId } = await aForm(
    world,
    modal(
      label(input("prompt", { min_length: 3, max_length: 5 })),
      label({
        type: 3,
        custom_id: "ratio",
        options: [{ label: "wide", value: "16:9", default: true }],
        required: true,
      }),
    ),
  );
  const submit = (values: Record<string, string>) => world.discord.submitForm("ada", formId, values);
  await expect(submit({})).rejects.toThrow('"prompt" is required');
  await expect(submit({ prompt: "ab" })).rejects.toThrow("shorter than 3");
  await expect(submit({ prompt: "abcdef" })).rejects.toThrow("longer than 5");
  await expect(submit({ prompt: "abcd", ratio: "1:1" })).rejects.toThrow("offers 16:9");
  await expect(submit({ prompt: "abcd", other: "x" })).rejects.toThrow('no field "other"');
  await expect(world.discord.submitForm("ben", formId, { prompt: "abcd" })).rejects.toThrow("no form");
  await submit({ prompt: "abcd" });
});

test("a file in a submitted Discord form is sent with its name, size, type and dimensions", async () => {
  const world = await aWorld();
  const { bot, formId } = await aForm(world, modal(label({ type: 19, custom_id: "image", required: false })));
  const bytes = new Uint8Array([1, 2, 3]);
  await world.discord.submitForm("ada", formId, {
    image: { name: "a.png", contentType: "image/png", bytes, width: 4, height: 2 },
  });
  const { data } = await bot.next();
  const [id, attachment] = Object.entries(Object(data.resolved).attachments)[0] ?? [];
  expect(data.components).toMatchObject([{ component: { type: 19, values: [id] } }]);
  expect(attachment).toMatchObject({ filename: "a.png", size: 3, content_type: "image/png", width: 4, height: 2 });
});

test("Discord refuses to open a form after a deferred response or in response to a submitted form", async () => {
  const world = await aWorld();
  const { bot, formId } = await aForm(world, modal(label(input("a"))));
  await world.discord.submitForm("ada", formId, { a: "x" });
  const submit = await bot.next();
  const data = modal(label(input("b")));
  expect(await refusal(bot.answer(submit, { type: 9, data }))).toMatchObject({ code: 50035, errors: { type: {} } });
  const asked = await bot.asked();
  await bot.answer(asked, { type: 5 });
  expect(await refusal(bot.answer(asked, { type: 9, data }))).toMatchObject({ code: 40060 });
});

test("the response to a submitted Discord form can update the message whose button opened the form", async () => {
  const world = await aWorld();
  const bot = await aBot(world);
  await bot.answer(await bot.asked(), { type: 4, data: { content: "card", components: [row(button("edit"))] } });
  const [card] = world.discord.messages("ada");
  const formId = await world.discord.press("ada", card?.id ?? "", "edit");
  await bot.answer(await bot.next(), { type: 9, data: modal(label(input("a"))) });
  await world.discord.submitForm("ada", formId, { a: "x" });
  const submit = await bot.next();
  expect(submit).toMatchObject({ message: { id: card?.id } });
  expect(await refusal(bot.answer(submit, { type: 9, data: modal(label(input("b"))) }))).toMatchObject({ code: 50035 });
  await bot.answer(submit, { type: 7, data: { content: "edited" } });
  expect(world.discord.messages("ben")).toMatchObject([{ id: card?.id, content: "edited" }]);
});

test("Discord refuses a message update in response to a command or to a form that a command opened", async () => {
  const world = await aWorld();
  const { bot, formId } = await aForm(world, modal(label(input("a"))));
  expect(await refusal(bot.answer(await bot.asked(), { type: 6 }))).toMatchObject({ errors: { type: {} } });
  await world.discord.submitForm("ada", formId, { a: "x" });
  expect(await refusal(bot.answer(await bot.next(), { type: 7, data: { content: "x" } }))).toMatchObject({
    errors: { type: {} },
  });
});
