import {
  ChannelSelectMenuBuilder,
  ChannelType,
  Client,
  Events,
  LabelBuilder,
  MentionableSelectMenuBuilder,
  ModalBuilder,
  RoleSelectMenuBuilder,
  UserSelectMenuBuilder,
} from "discord.js";
import { ModalInteractionCallbackRequestSchema } from "discord-api-spec/zod";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type AWorld, aBot, ask, aWorld, refusal } from "../world.ts";

const USERS = 5;
const ROLES = 6;
const CHANNELS = 8;

const ada = "200000000000000001";
const ben = "200000000000000002";
const cleo = "200000000000000003";
const crew = "600000000000000001";
const managers = "600000000000000002";

const menu = (type: number, more: object = {}) => ({ type, custom_id: `menu${type}`, ...more });
const label = (component: object) => ({ type: 18, label: "Field", component });
const modal = (...components: readonly object[]) => ({
  custom_id: "form",
  title: "Form",
  components: components.map(label),
});
const user = (id: string) => ({ id, type: "user" });

const aForm = async (world: AWorld, data: object, how?: { channelId: string }) => {
  const bot = await aBot(world);
  const asked = await bot.asked(how);
  await bot.answer(asked, { type: 9, data });
  return { bot, formId: asked.id };
};

const REFUSED: readonly [what: string, component: object, key: string][] = [
  ["a maximum of 26 values", menu(USERS, { max_values: 26 }), "max_values"],
  ["26 default values", menu(USERS, { default_values: Array.from({ length: 26 }, () => user(ada)) }), "default_values"],
  ["more default values than its maximum", menu(USERS, { default_values: [user(ada), user(ben)] }), "default_values"],
  [
    "fewer default values than its minimum",
    menu(USERS, { min_values: 2, max_values: 3, default_values: [user(ada)] }),
    "default_values",
  ],
  ["a person as its default role", menu(ROLES, { default_values: [user(ada)] }), "default_values.0.type"],
  ["a default value without a type", menu(CHANNELS, { default_values: [{ id: "1" }] }), "default_values.0.type"],
  [
    "a name instead of an id as its default value",
    menu(USERS, { default_values: [user("ada")] }),
    "default_values.0.id",
  ],
  ["an unknown channel type", menu(CHANNELS, { channel_types: [99] }), "channel_types.0"],
  ["a minimum of 0 in a required field", menu(USERS, { min_values: 0 }), "min_values"],
  [
    "fixed options and a minimum of 0 in a required field",
    { ...menu(3, { min_values: 0 }), options: [{ label: "a", value: "a" }] },
    "min_values",
  ],
  ["a minimum above its maximum", menu(ROLES, { min_values: 3, max_values: 2 }), "max_values"],
  ["the disabled flag", menu(CHANNELS, { disabled: true }), "disabled"],
  ["a placeholder of 151 characters", menu(CHANNELS, { placeholder: "x".repeat(151) }), "placeholder"],
];

test.for(REFUSED)("Discord refuses a form if a select menu has %s", async ([, component, key]) => {
  const world = await aWorld();
  const bot = await aBot(world);
  const { code, errors } = await refusal(bot.answer(await bot.asked(), { type: 9, data: modal(component) }));
  expect(code).toBe(50035);
  const path = ["data", "components", "0", "component", ...key.split("."), "_errors", "0", "code"];
  expect(errors).toHaveProperty(path);
  expect(world.discord.openForms("ada")).toEqual([]);
});

test("a submitted Discord form contains the ids and details of the selected people, roles and channels", async () => {
  const world = await aWorld();
  const { discord } = world;
  const many = { max_values: 25, required: false, min_values: 0 };
  const form = modal(menu(USERS, many), menu(ROLES, many), menu(CHANNELS, { ...many, channel_types: [0, 11] }));
  expect(z.safeParse(ModalInteractionCallbackRequestSchema, { type: 9, data: form }).success).toBe(true);
  const { bot, formId } = await aForm(world, form);
  await discord.submitForm("ada", formId, {
    menu5: [cleo, discord.applicationId],
    menu6: [crew],
    menu8: [discord.channelId, discord.threadId],
  });
  const { data } = await bot.next();
  expect(data.components).toMatchObject([
    { type: 18, component: { type: 5, custom_id: "menu5", values: [cleo, discord.applicationId] } },
    { type: 18, component: { type: 6, custom_id: "menu6", values: [crew] } },
    { type: 18, component: { type: 8, custom_id: "menu8", values: [discord.channelId, discord.threadId] } },
  ]);
  const { users, members, roles, channels, ...others } = Object(data.resolved);
  expect(others).toEqual({});
  expect(users).toMatchObject({
    [cleo]: { username: "cleo", global_name: "Cleo" },
    [discord.applicationId]: { bot: true },
  });
  expect(members[cleo]).toMatchObject({ roles: [], flags: 0, permissions: expect.stringMatching(/^\d+$/) });
  for (const key of ["user", "deaf", "mute"]) expect(members[cleo]).not.toHaveProperty(key);
  expect(roles).toMatchObject({ [crew]: { name: "Film crew", permissions: "0" } });
  expect(channels[discord.channelId]).toMatchObject({ name: "videos", type: 0, permissions: expect.any(String) });
  expect(channels[discord.channelId]).not.toHaveProperty("permission_overwrites");
  expect(channels[discord.threadId]).toMatchObject({ type: 11, parent_id: discord.channelId, thread_metadata: {} });
});

test("a submitted Discord form contains the default selections of an untouched menu, and nothing for an emptied menu", async () => {
  const world = await aWorld();
  const many = { max_values: 3, required: false };
  const chosen = { ...many, default_values: [user(ben), user("200000000000000099")] };
  const { bot, formId } = await aForm(world, modal(menu(USERS, chosen), menu(ROLES, many)));
  await world.discord.submitForm("ada", formId, {});
  expect((await bot.next()).data).toMatchObject({
    components: [{ component: { values: [ben] } }, { component: { values: [] } }],
    resolved: { users: { [ben]: {} } },
  });
  await world.discord.submitForm("ada", formId, { menu5: [] });
  expect((await bot.next()).data).not.toHaveProperty("resolved");
});

test("a menu in a Discord form accepts only people, roles and channels that the menu offers", async () => {
  const world = await aWorld();
  const { discord } = world;
  const { formId } = await aForm(
    world,
    modal(
      menu(USERS, { max_values: 2 }),
      menu(ROLES, { required: false }),
      menu(CHANNELS, { required: false, channel_types: [0] }),
    ),
  );
  const picks = discord.openForms("ada")[0]?.picks ?? {};
  const names = (name: string) => (picks[name] ?? []).map((pick) => pick.name);
  expect(names("menu5")).toEqual(["Ada", "Ben", "Cleo", "Reelay"]);
  // The role @everyone is not offered.
  expect(names("menu6")).toEqual(["Film crew", "Managers"]);
  expect(names("menu8")).toEqual(["videos", "not-for-bots"]);
  const submit = (values: Record<string, string[]>) => discord.submitForm("ada", formId, values);
  await expect(submit({})).rejects.toThrow('"menu5" is required');
  await expect(submit({ menu5: [ada, ben, cleo] })).rejects.toThrow('"menu5" takes at most 2');
  await expect(submit({ menu5: ["1"] })).rejects.toThrow('"menu5" does not offer 1');
  await expect(submit({ menu5: [ada], menu6: [discord.guildId] })).rejects.toThrow('"menu6" does not offer');
  await expect(submit({ menu5: [ada], menu8: [discord.threadId] })).rejects.toThrow('"menu8" does not offer');
  await submit({ menu5: [ada] });
});

test("a Discord form cannot be submitted with fewer selections than a menu's minimum", async () => {
  const world = await aWorld();
  const { formId } = await aForm(world, modal(menu(USERS, { min_values: 2, max_values: 3 })));
  await expect(world.discord.submitForm("ada", formId, { menu5: [ada] })).rejects.toThrow('"menu5" takes at least 2');
  await world.discord.submitForm("ada", formId, { menu5: [ada, ben] });
});

test("in direct messages, the menus of a Discord form offer only the person and the bot", async () => {
  const world = await aWorld();
  const { discord } = world;
  const menus = modal(menu(USERS), menu(ROLES, { required: false }), menu(CHANNELS, { required: false }));
  const { bot, formId } = await aForm(world, menus, { channelId: discord.dmChannelId("ada") });
  expect(discord.openForms("ada")[0]?.picks).toMatchObject({
    menu5: [{ name: "Ada" }, { name: "Reelay" }],
    menu6: [],
    menu8: [],
  });
  await discord.submitForm("ada", formId, { menu5: [ada] });
  expect(Object.keys(Object((await bot.next()).data.resolved))).toEqual(["users"]);
});

test("discord.js reads the selected people, roles and channels from a submitted form", async () => {
  const world = await aWorld();
  const { discord, journal, seen } = world;
  const client = new Client({ intents: [], rest: { api: discord.apiUrl, retries: 0 } });
  onTestFinished(() => client.destroy());
  const failures: unknown[] = [];
  let read: unknown;
  const field = () => new LabelBuilder().setLabel("Field");
  const form = new ModalBuilder()
    .setCustomId("form")
    .setTitle("Form")
    .addLabelComponents(
      field().setUserSelectMenuComponent(
        new UserSelectMenuBuilder().setCustomId("people").setMaxValues(25).addDefaultUsers(ben),
      ),
      field().setRoleSelectMenuComponent(
        new RoleSelectMenuBuilder().setCustomId("roles").setRequired(false).setMinValues(0),
      ),
      field().setChannelSelectMenuComponent(
        new ChannelSelectMenuBuilder()
          .setCustomId("places")
          .setChannelTypes(ChannelType.GuildText)
          .setDefaultChannels(discord.channelId),
      ),
      field().setMentionableSelectMenuComponent(new MentionableSelectMenuBuilder().setCustomId("both").setMaxValues(2)),
    );
  client.on(Events.InteractionCreate, (interaction) => {
    const act = async () => {
      if (interaction.isChatInputCommand()) await interaction.showModal(form);
      if (!interaction.isModalSubmit()) return;
      const { fields } = interaction;
      const both = fields.getSelectedMentionables("both", true);
      read = {
        people: fields.getSelectedUsers("people", true).map(({ displayName }) => displayName),
        members: fields.getSelectedMembers("people")?.size,
        roles: fields.getSelectedRoles("roles")?.map((role) => role?.name),
        places: fields.getSelectedChannels("places", true).map((place) => "name" in place && place.name),
        both: [both.users.map(({ username }) => username), both.roles.map((role) => role?.name)],
      };
      await interaction.reply("thanks");
    };
    act().catch((error: unknown) => failures.push(error));
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  await (await ready).application.commands.set([ask]);
  await discord.command("ben", "ask", { prompt: "x" });
  const { interactionId = "" } = await journal.find(({ kind }) => kind === "form");
  await discord.submitForm("ben", interactionId, { roles: [crew], both: [cleo, managers] });
  await journal.find(({ kind }) => kind === "message");
  expect(failures).toEqual([]);
  expect(read).toEqual({
    people: ["Ben"],
    members: 1,
    roles: ["Film crew"],
    places: ["videos"],
    both: [["cleo"], ["Managers"]],
  });
  expect(seen("refused")).toEqual([]);
});
