import { expect, test } from "vitest";
import { z } from "zod";
import { limits } from "../../src/discord/discord-limits.ts";
import { bareFetch } from "./bare-fetch.ts";
import { aBot, aWorld, button, row, text, V2 } from "./world.ts";

type Numbered = Exclude<keyof typeof limits, "globalCommands">;
/** A request body of this size, and where it is sent. */
type Sized = (size: number) => readonly [where: "message" | "form" | "commands" | "choices", body: unknown];

const long = (size: number) => "x".repeat(size);
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const url = (size: number) => "https://e.com/".padEnd(size, "x");

const message = (body: object) => ["message", body] as const;
const embed = (body: object) => message({ embeds: [body] });
const shown = (...components: readonly object[]) => message({ flags: V2, components });
const withFiles = (count: number) => {
  const files = new FormData();
  files.set("payload_json", JSON.stringify({ attachments: many(count, (id) => ({ id })) }));
  for (const id of many(count, String)) files.set(`files[${id}]`, new Blob(["x"]), `${id}.png`);
  return files;
};
const described = (description: string) => {
  const files = withFiles(1);
  files.set("payload_json", JSON.stringify({ attachments: [{ id: 0, description }] }));
  return files;
};
const menu = (more: object) =>
  message({ components: [row({ type: 3, custom_id: "m", options: [{ label: "a", value: "a" }], ...more })] });
const media = { url: "https://e.com/a.png" };

const form = (...components: readonly object[]) => ["form", { custom_id: "f", title: "F", components }] as const;
const field = (component: object, more: object = {}) => ({ type: 18, label: "F", component, ...more });
const input = (more: object = {}) => ({ type: 4, custom_id: "i", style: 1, ...more });

const command = (more: object) => ["commands", [{ name: "ask", description: "x", ...more }]] as const;
const option = (more: object = {}) => ({ type: 3, name: "o", description: "x", ...more });
const choice = (more: object = {}) => ({ name: "c", value: "c", ...more });

const LARGEST: Readonly<Record<Numbered, Sized>> = {
  content: (size) => message({ content: long(size) }),
  nonce: (size) => message({ content: "x", nonce: long(size) }),
  attachments: (size) => message(withFiles(size)),
  attachmentDescription: (size) => message(described(long(size))),
  mentionIds: (size) => message({ content: "x", allowed_mentions: { users: many(size, String) } }),
  embeds: (size) => message({ embeds: many(size, () => ({ title: "x" })) }),
  embedText: (size) => message({ embeds: [{ description: long(4_000) }, { description: long(size - 4_000) }] }),
  embedTitle: (size) => embed({ title: long(size) }),
  embedDescription: (size) => embed({ description: long(size) }),
  embedFields: (size) => embed({ fields: many(size, () => ({ name: "n", value: "v" })) }),
  embedFieldName: (size) => embed({ fields: [{ name: long(size), value: "v" }] }),
  embedFieldValue: (size) => embed({ fields: [{ name: "n", value: long(size) }] }),
  embedFooter: (size) => embed({ footer: { text: long(size) } }),
  embedAuthor: (size) => embed({ author: { name: long(size) } }),
  url: (size) => embed({ title: "x", url: url(size) }),

  rows: (size) => message({ components: many(size, (index) => row(button(`${index}`))) }),
  rowButtons: (size) => message({ components: [row(...many(size, (index) => button(`${index}`)))] }),
  buttonLabel: (size) => message({ components: [row(button("a", { label: long(size) }))] }),
  buttonUrl: (size) => message({ components: [row({ type: 2, style: 5, label: "x", url: url(size) })] }),
  customId: (size) => message({ components: [row(button(long(size)))] }),
  selectOptions: (size) => menu({ options: many(size, (index) => ({ label: "a", value: `${index}` })) }),
  selectText: (size) => menu({ options: [{ label: long(size), value: long(size), description: long(size) }] }),
  selectPlaceholder: (size) => menu({ placeholder: long(size) }),
  components: (size) => shown({ type: 17, components: many(size - 1, () => text("x")) }),
  displayText: (size) => shown(text(long(2_000)), text(long(size - 2_000))),
  sectionTexts: (size) => shown({ type: 9, components: many(size, () => text("x")), accessory: button("a") }),
  galleryItems: (size) => shown({ type: 12, items: many(size, () => ({ media })) }),
  galleryDescription: (size) => shown({ type: 12, items: [{ media, description: long(size) }] }),

  modalTitle: (size) => ["form", { custom_id: "f", title: long(size), components: [field(input())] }],
  modalComponents: (size) => form(...many(size, (index) => field(input({ custom_id: `${index}` })))),
  label: (size) => form(field(input(), { label: long(size) })),
  labelDescription: (size) => form(field(input(), { description: long(size) })),
  textInput: (size) => form(field(input({ value: long(size) }))),
  textInputPlaceholder: (size) => form(field(input({ placeholder: long(size) }))),
  uploadFiles: (size) => form(field({ type: 19, custom_id: "u", max_values: size })),
  checkboxes: (size) =>
    form(field({ type: 22, custom_id: "c", options: many(size, (index) => ({ label: "a", value: `${index}` })) })),

  commandName: (size) => command({ name: long(size) }),
  commandDescription: (size) => command({ description: long(size) }),
  commandOptions: (size) => command({ options: many(size, (index) => option({ name: `o${index}` })) }),
  commandChoices: (size) => ["choices", many(size, (index) => choice({ name: `${index}` }))],
  choiceName: (size) => ["choices", [choice({ name: long(size) })]],
  choiceValue: (size) => ["choices", [choice({ value: long(size) })]],
  // Name and description of 20 options have 2,000 characters, their choices 5,920, and the command's name three.
  commandText: (size) =>
    command({
      description: long(size - 7_923),
      options: many(20, (index) =>
        option({
          name: `o${index + 10}`,
          description: long(97),
          choices: ["a", "b"].map((first) => choice({ name: first.padEnd(100, "x"), value: long(48) })),
        }),
      ),
    }),
  commandString: (size) => command({ options: [option({ max_length: size })] }),
};

/** Completes the sentence “at most 2,000 …” for each limit. */
const UNITS: Readonly<Record<Numbered, string>> = {
  content: "characters of message content",
  nonce: "characters in a nonce",
  attachments: "attachments of a message",
  attachmentDescription: "characters in an attachment's description",
  mentionIds: "user ids in allowed_mentions",
  embeds: "embeds in a message",
  embedText: "characters in all embeds of a message",
  embedTitle: "characters in an embed's title",
  embedDescription: "characters in an embed's description",
  embedFields: "fields in an embed",
  embedFieldName: "characters in an embed field's name",
  embedFieldValue: "characters in an embed field's value",
  embedFooter: "characters in an embed's footer",
  embedAuthor: "characters in an embed's author name",
  url: "characters in an embed's URL",
  rows: "action rows in a message",
  rowButtons: "buttons in an action row",
  buttonLabel: "characters in a button's label",
  buttonUrl: "characters in a link button's URL",
  customId: "characters in a custom_id",
  selectOptions: "options in a select menu",
  selectText: "characters in each text of a menu option",
  selectPlaceholder: "characters in a select menu's placeholder",
  components: "components in a message",
  displayText: "characters in all text displays of a message",
  sectionTexts: "texts in a section",
  galleryItems: "pictures in a media gallery",
  galleryDescription: "characters in a gallery picture's description",
  modalTitle: "characters in a form's title",
  modalComponents: "fields in a form",
  label: "characters in a form field's label",
  labelDescription: "characters in a form field's description",
  textInput: "characters in a text input's preset value",
  textInputPlaceholder: "characters in a text input's placeholder",
  uploadFiles: "files in a form's upload field",
  checkboxes: "checkboxes in a form field",
  commandName: "characters in a command's name",
  commandDescription: "characters in a command's description",
  commandOptions: "options of a command",
  commandChoices: "autocomplete choices",
  choiceName: "characters in an autocomplete choice's name",
  choiceValue: "characters in an autocomplete choice's value",
  commandText: "characters in all texts of a command",
  commandString: "as the max_length of a string option",
};

/** Sends a body to its route. After a refused response an interaction can still be answered. */
async function aSender() {
  const world = await aWorld();
  const { discord, clock } = world;
  return async ([where, body]: ReturnType<Sized>) => {
    // Stays below the rate limits.
    clock.advance(5_000);
    if (where === "message") return bareFetch(world, "POST", `/channels/${discord.channelId}/messages`, body);
    if (where === "commands") return bareFetch(world, "PUT", `/applications/${discord.applicationId}/commands`, body);
    const bot = await aBot(world);
    const offered = where === "choices" ? discord.suggest("ada", "ask", "show", "x") : bot.asked();
    offered.catch(() => {});
    const { id, token } = where === "form" ? Object(await offered) : await bot.next();
    const answer = where === "form" ? { type: 9, data: body } : { type: 8, data: { choices: body } };
    return bareFetch(world, "POST", `/interactions/${id}/${token}/callback`, answer);
  };
}

const numbered = z
  .array(z.custom<Numbered>((name) => typeof name === "string" && name in LARGEST))
  .parse(Object.keys(LARGEST));

const digits = (number: number) => number.toLocaleString("en");

test.for(numbered.map((name) => [digits(limits[name]), UNITS[name], digits(limits[name] + 1), name] as const))(
  "Discord accepts a request with the maximum of %s %s and refuses %s",
  async ([, , , name]) => {
    const send = await aSender();
    expect(await send(LARGEST[name](limits[name]))).toMatchObject({ status: expect.toBeOneOf([200, 204]) });
    expect(await send(LARGEST[name](limits[name] + 1))).toMatchObject({ status: 400, body: { code: 50035 } });
  },
);

test("Discord accepts the maximum number of commands of each type and refuses one more of any type", async () => {
  const send = await aSender();
  const kinds = Object.entries(limits.globalCommands).map(([type, max]) => ({ type: Number(type), max }));
  const all = (more: number) =>
    kinds.flatMap(({ type, max }) =>
      many(max + (type === more ? 1 : 0), (index) => ({ type, name: `c${index}`, description: type === 1 ? "x" : "" })),
    );
  expect(await send(["commands", all(0)])).toMatchObject({ status: 200 });
  for (const { type } of kinds) expect(await send(["commands", all(type)])).toMatchObject({ status: 400 });
});
