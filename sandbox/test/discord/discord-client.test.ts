import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  Routes,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import {
  ApplicationCommandResponseSchema,
  GatewayBotResponseSchema,
  InteractionCallbackResponseSchema,
  MessageResponseSchema,
} from "discord-api-spec/zod";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  aBot,
  ask,
  aWorld,
  type BadCommand,
  button,
  expectRefused,
  messageIn,
  refusal,
  row,
  text,
  V2,
} from "./world.ts";

test("an unmodified discord.js bot can use commands, edits, follow-ups, forms and files on the emulator", async () => {
  const { discord, journal, seen } = await aWorld();
  const client = new Client({ intents: [], rest: { api: discord.apiUrl, retries: 0 }, allowedMentions: { parse: [] } });
  onTestFinished(() => client.destroy());
  const failures: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    const act = async () => {
      if (interaction.isChatInputCommand()) {
        await interaction.deferReply();
        const prompt = interaction.options.getString("prompt", true);
        const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
          new ButtonBuilder().setCustomId("edit").setLabel("Edit").setStyle(ButtonStyle.Primary),
        );
        const file = new AttachmentBuilder(Buffer.from("video"), { name: "a.mp4" });
        const image = interaction.options.getAttachment("image");
        await interaction.editReply({ content: `${prompt} ${image?.width}`, components: [row], files: [file] });
        await interaction.followUp({ content: "only you", flags: MessageFlags.Ephemeral });
        return;
      }
      if (interaction.isButton()) {
        const input = new TextInputBuilder().setCustomId("prompt").setStyle(TextInputStyle.Short);
        const label = new LabelBuilder().setLabel("Prompt").setTextInputComponent(input);
        await interaction.showModal(new ModalBuilder().setCustomId("form").setTitle("Form").addLabelComponents(label));
        return;
      }
      if (interaction.isModalSubmit() && interaction.isFromMessage())
        await interaction.update({ content: interaction.fields.getTextInputValue("prompt") });
    };
    act().catch((error: unknown) => failures.push(error));
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  await (await ready).application.commands.set([ask]);

  const image = { name: "a.png", contentType: "image/png", bytes: new Uint8Array([1]), width: 640, height: 480 };
  await discord.command("ada", "ask", { prompt: "a boat", image });
  const note = await journal.find(({ kind, personId }) => kind === "message" && personId === "ada");
  expect(failures).toEqual([]);
  const [card] = discord.messages("ben");
  if (!card) throw new Error("no card");
  expect(card).toMatchObject({
    content: "a boat 640",
    attachments: [{ filename: "a.mp4", size: 5, content_type: "video/mp4" }],
    components: [{ type: 1, components: [{ custom_id: "edit", label: "Edit" }] }],
  });
  expect(note).toMatchObject({ payload: { content: "only you", flags: 64 } });

  const formId = await discord.press("ben", card.id, "edit");
  await journal.find(({ kind }) => kind === "form");
  await discord.submitForm("ben", formId, { prompt: "a ship" });
  await journal.find(({ kind, payload }) => kind === "edited" && Object(payload).content === "a ship");
  expect(discord.messages("ada")).toMatchObject([{ id: card.id, content: "a ship" }, { content: "only you" }]);
  expect(failures).toEqual([]);
  expect(seen("refused")).toEqual([]);
});

/** Returns what violates Discord's own schema. */
const against = (schema: z.core.$ZodType, value: unknown) => {
  const { error } = z.safeParse(schema, value);
  return error ? z.treeifyError(error) : null;
};

test("the emulator's messages, interaction responses and commands match Discord's published schema", async () => {
  const world = await aWorld();
  const { rest, discord } = world;
  const bot = await aBot(world);
  const asked = await bot.asked();
  const data = {
    content: "card",
    embeds: [{ title: "e", fields: [{ name: "a", value: "b" }] }],
    components: [row(button("a"))],
  };
  const answered = await bot.answer(asked, { type: 4, data }, "with_response=true");
  expect(against(InteractionCallbackResponseSchema, answered)).toBeNull();
  const follow = await rest.post(bot.webhook(asked), {
    body: { content: "more" },
    files: [{ name: "a.png", data: Buffer.from("x") }],
    auth: false,
  });
  expect(against(MessageResponseSchema, follow)).toBeNull();
  const display = [
    {
      type: 17,
      accent_color: 255,
      components: [text("x"), { type: 14 }, { type: 9, components: [text("y")], accessory: button("z") }],
    },
    { type: 12, items: [{ media: { url: "https://example.com/a.png" } }] },
  ];
  const channel = await rest.post(Routes.channelMessages(discord.channelId), {
    body: { flags: V2, components: display, message_reference: { message_id: messageIn(follow).id } },
  });
  expect(against(MessageResponseSchema, channel)).toBeNull();
  expect(against(GatewayBotResponseSchema, await rest.get(Routes.gatewayBot()))).toBeNull();
  const commands = z
    .array(z.unknown())
    .parse(await rest.put(Routes.applicationCommands(discord.applicationId), { body: [ask] }));
  for (const command of commands) expect(against(ApplicationCommandResponseSchema, command)).toBeNull();
});

const option = (name: string, more: object = {}) => ({ type: 3, name, description: "x", ...more });
const many = (count: number, make: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => make(index));

const REFUSED: readonly BadCommand[] = [
  ["a name in an unknown language", { ...ask, name_localizations: { xx: "ask" } }, "name_localizations.xx"],
  ["a space in a translated name", { ...ask, name_localizations: { de: "frag mich" } }, "name_localizations.de"],
  [
    "a translated description of 101 characters",
    { ...ask, description_localizations: { "pt-BR": "x".repeat(101) } },
    "description_localizations.pt-BR",
  ],
  [
    "an option description in an unknown language",
    { ...ask, options: [option("a", { description_localizations: { "de-DE": "x" } })] },
    "options.0.description_localizations.de-DE",
  ],
  [
    "a translated choice name of 101 characters",
    {
      ...ask,
      options: [option("a", { choices: [{ name: "c", name_localizations: { de: "x".repeat(101) }, value: "c" }] })],
    },
    "options.0.choices.0.name_localizations.de",
  ],
];

test.for(REFUSED)("Discord refuses a localised command with %s", ([, command, path]) => expectRefused(command, path));

test("Discord refuses a command with more than 8,000 characters in its longest translation", async () => {
  const { rest, discord } = await aWorld();
  const command = (length: number) => ({
    ...ask,
    options: many(25, (index) =>
      option(`o${index}`, {
        choices: many(4, (choice) => ({
          name: `${choice}`.padEnd(2, "x"),
          name_localizations: { de: "x".repeat(length) },
          value: `${choice}`,
        })),
      }),
    ),
  });
  const commands = Routes.applicationCommands(discord.applicationId);
  await rest.post(commands, { body: command(70) });
  expect(await refusal(rest.post(commands, { body: command(90) }))).toMatchObject({
    errors: { _errors: [{ code: "APPLICATION_COMMAND_TOO_LARGE" }] },
  });
});

test("Discord's list of commands contains translations only if with_localizations is requested", async () => {
  const { rest, discord } = await aWorld();
  const commands = Routes.applicationCommands(discord.applicationId);
  const choice = { name: "c", name_localizations: { de: "w", fr: null }, value: "c" };
  const translated = {
    ...ask,
    name_localizations: { de: "frag" },
    description_localizations: { "zh-TW": "問" },
    options: [option("a", { description_localizations: { ko: "가" }, choices: [choice] })],
  };
  const [made] = [await rest.put(commands, { body: [translated] })].flat();
  expect(made).toMatchObject(translated);
  expect(JSON.stringify(await rest.get(commands))).not.toContain("localizations");
  expect(await rest.get(commands, { query: new URLSearchParams({ with_localizations: "true" }) })).toEqual([made]);
});
