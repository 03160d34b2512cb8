import { PermissionFlagsBits } from "discord.js";
import { expect, test } from "vitest";
import { noRules } from "../../../src/core/team/rules.ts";
import { interaction, standingOf } from "../../../src/frontends/discord/in/read-interaction.ts";
import { writeForm } from "../../../src/frontends/discord/out/write-discord-form.ts";
import { teamSpendersForm } from "../../../src/messages/team/team-forms.ts";
import { en } from "../../../src/messages/words/en.ts";
import { approvalsField, formWith } from "../forms.ts";
import { actOf, base as asked, form } from "./interactions.ts";

const rules = { ...noRules, teamMonth: 5_000, people: ["11"], roles: ["22"], channels: ["33"], managers: ["44"] };

test("people, roles and channels are picked with Discord's own pickers, and what is chosen stands in them", () => {
  const { components } = writeForm(teamSpendersForm({ rules, version: 7 }, "discord", en));
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

test("a form gives back what was typed, picked and carried; what a forged one names and Discord has not resolved is not chosen", () => {
  const { custom_id } = writeForm(teamSpendersForm({ rules, version: 7 }, "discord", en));
  const sent = form(custom_id, { everyone: ["no"], people: ["11", "12"], roles: ["22"], places: [] });
  const resolved = { users: { "12": {} }, channels: { "33": {} } };
  expect(actOf({ ...sent, data: { ...sent.data, resolved } })).toEqual({
    kind: "set_team_spenders",
    given: { everyone: "no", people: ["12"], roles: [], places: [] },
    version: 7,
  });
});

test("the channel for approvals is one or none, and one that a message can be posted in", () => {
  const { components } = writeForm(formWith("team_rules", approvalsField("33")));
  expect(components).toMatchObject([
    { component: { type: 8, custom_id: "approvals", required: false, min_values: 0, max_values: 1 } },
  ]);
  const [picker] = components.flatMap((one) => ("component" in one ? [one.component] : []));
  expect(picker).toMatchObject({ channel_types: [0, 5], default_values: [{ id: "33", type: "channel" }] });
});

const MANAGE_GUILD = "32";
const ADMINISTRATOR = "8";
const base = { id: "1", token: "t", application_id: "2", type: 2, channel_id: "3" };
const member = { user: { id: "5" }, roles: [], flags: 0, permissions: "2048" };

test.for([
  ["a member", member, {}, { isAdmin: false, isGuest: false }],
  ["who manages the server", { ...member, permissions: MANAGE_GUILD }, {}, { isAdmin: true, isGuest: false }],
  ["an administrator", { ...member, permissions: ADMINISTRATOR }, {}, { isAdmin: true, isGuest: false }],
  ["a guest", { ...member, flags: 16 }, {}, { isAdmin: false, isGuest: true }],
  ["whose permissions cannot be read", { ...member, permissions: "all" }, {}, { isAdmin: false, isGuest: false }],
  [
    "who brought the app along into a server without the bot",
    { ...member, permissions: MANAGE_GUILD },
    { authorizing_integration_owners: { "1": "5" } },
    { isAdmin: false, isGuest: true },
  ],
] as const)("%s", ([, who, more, standing]) => {
  expect(standingOf(interaction.parse({ ...base, guild_id: "4", member: who, ...more }))).toEqual(standing);
});

test("in a direct message there is no team", () => {
  expect(standingOf(interaction.parse({ ...base, user: { id: "5" } }))).toBeUndefined();
});

test.for([
  ["0", true],
  [String(PermissionFlagsBits.ViewChannel), true],
  [String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages), false],
  [String(PermissionFlagsBits.Administrator), false],
  [undefined, false],
] as const)("a channel for approvals where the bot's permissions are %s is closed: %s", ([permissions, isClosed]) => {
  const components = [{ type: 18, component: { type: 8, custom_id: "approvals", values: ["33"] } }];
  const resolved = { channels: { "33": { id: "33", type: 0, app_permissions: permissions } } };
  const act = actOf({ ...asked, type: 5, data: { custom_id: "team_rules:1", components, resolved } });
  expect(act).toMatchObject({ kind: "set_team_rules", given: { approvals: ["33"] } });
  expect("given" in act && "isApprovalsClosed" in act.given).toBe(isClosed);
});
