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
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { ask, aWorld } from "./world.ts";

test("the whole discord.js client takes a command, edits, follows up, opens a form and sends a file, unchanged", async () => {
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
