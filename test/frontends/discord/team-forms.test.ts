import { ModalInteractionCallbackRequestSchema } from "discord-api-spec/zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { noRules } from "../../../src/core/team/rules.ts";
import { interaction } from "../../../src/frontends/discord/in/discord-payload.ts";
import { readForm } from "../../../src/frontends/discord/in/read-discord-form.ts";
import { standingOf } from "../../../src/frontends/discord/in/read-interaction.ts";
import { writeForm } from "../../../src/frontends/discord/out/write-discord-form.ts";
import {
  teamHouseForm,
  teamKeyForm,
  teamManagersForm,
  teamRulesForm,
  teamSpendersForm,
} from "../../../src/messages/team/team-forms.ts";
import { en } from "../../../src/messages/words/en.ts";
import { approvalsField, declineForm, formWith, job } from "../approval-forms.ts";

const rules = { ...noRules, teamMonth: 5_000, people: ["11"], roles: ["22"], channels: ["33"], managers: ["44"] };

test.for([
  teamKeyForm(en),
  teamRulesForm({ rules, version: 7 }, en),
  teamSpendersForm({ rules, version: 7 }, "discord", en),
])("the form $id is one that Discord takes", (form) => {
  const modal = writeForm(form);
  const { error } = z.safeParse(ModalInteractionCallbackRequestSchema, { type: 9, data: modal });
  expect(error && z.prettifyError(error)).toBeUndefined();
  expect(modal.components.length).toBeLessThanOrEqual(5);
});

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

interface Filled {
  readonly type: number;
  readonly custom_id: string;
  readonly value?: string;
  readonly values?: readonly string[];
}

/** As Discord sends it: it resolves what was chosen with its own pickers. */
const filled = (id: string, ...fields: readonly Filled[]) => {
  const chosen = (type: number) =>
    Object.fromEntries(
      fields
        .filter((field) => field.type === type)
        .flatMap(({ values = [] }) => values.map((one) => [one, { id: one }])),
    );
  return {
    custom_id: id,
    components: fields.map((component) => ({ type: 18, component })),
    resolved: { users: chosen(5), roles: chosen(6), channels: chosen(8) },
  };
};

test("what was picked is read, and a picker that was left empty is nobody", () => {
  const form = filled(
    writeForm(teamSpendersForm({ rules, version: 7 }, "discord", en)).custom_id,
    { type: 3, custom_id: "everyone", values: ["no"] },
    { type: 5, custom_id: "people", values: ["11", "12"] },
    { type: 6, custom_id: "roles", values: [] },
    { type: 8, custom_id: "places", values: ["33"] },
  );
  expect(readForm(form)).toEqual({
    kind: "set_team_spenders",
    given: { everyone: "no", people: ["11", "12"], roles: [], places: ["33"] },
    version: 7,
  });
});

test("caps are read as they were typed", () => {
  const form = filled(
    writeForm(teamRulesForm({ rules, version: 7 }, en)).custom_id,
    { type: 4, custom_id: "team_month", value: "5,000" },
    { type: 4, custom_id: "person_month", value: "" },
    { type: 3, custom_id: "ask_above", values: ["95"] },
    { type: 8, custom_id: "approvals", values: ["33"] },
    { type: 3, custom_id: "approve_own", values: ["no"] },
  );
  expect(readForm(form)).toEqual({
    kind: "set_team_rules",
    given: { teamMonth: "5,000", personMonth: "", askAbove: "95", approvals: ["33"], approveOwn: "no" },
    version: 7,
  });
});

test("what a forged form names and Discord has not resolved is not chosen", () => {
  const spenders = filled(
    writeForm(teamSpendersForm({ rules, version: 7 }, "discord", en)).custom_id,
    { type: 3, custom_id: "everyone", values: ["no"] },
    { type: 5, custom_id: "people", values: ["11", "12"] },
    { type: 6, custom_id: "roles", values: ["22"] },
    { type: 8, custom_id: "places", values: ["33"] },
  );
  const forged = { ...spenders, resolved: { users: { "12": {} }, channels: { "22": {} } } };
  expect(readForm(forged)).toMatchObject({ given: { people: ["12"], roles: [], places: [] } });

  const asks = filled(writeForm(teamRulesForm({ rules, version: 7 }, en)).custom_id, {
    type: 8,
    custom_id: "approvals",
    values: ["99"],
  });
  expect(readForm({ ...asks, resolved: undefined })).toMatchObject({ given: { approvals: [] } });
});

test("the channel for approvals is one or none, and one that a message can be posted in", () => {
  const { components } = writeForm(formWith("team_rules", approvalsField("33")));
  expect(components).toMatchObject([
    { component: { type: 8, custom_id: "approvals", required: false, min_values: 0, max_values: 1 } },
  ]);
  const [picker] = components.flatMap((one) => ("component" in one ? [one.component] : []));
  expect(picker).toMatchObject({ channel_types: [0, 5], default_values: [{ id: "33", type: "channel" }] });
});

test.for([
  [writeForm(teamManagersForm({ rules, version: 7 }, en)).custom_id, 7],
  ["team_managers", null],
] as const)("managers are read as they were picked, in a form %s", ([id, version]) => {
  const form = filled(id, { type: 5, custom_id: "managers", values: ["44", "45"] });
  expect(readForm(form)).toEqual({ kind: "set_team_managers", managers: ["44", "45"], version });
});

test("words and people are read as they were typed and picked", () => {
  const { custom_id } = writeForm(
    teamHouseForm({ rules: { ...rules, words: ["gun"], blocked: ["9"] }, version: 7 }, "discord", en),
  );
  const words = { type: 4, custom_id: "words", value: "gun\nknife" };
  const blocked = { type: 5, custom_id: "blocked", values: ["8"] };
  const form = filled(custom_id, words, blocked, { type: 3, custom_id: "age_restricted", values: ["yes"] });
  expect(readForm(form)).toEqual({
    kind: "set_team_house",
    given: { words: "gun\nknife", blocked: ["8"], ageRestricted: "yes" },
    version: 7,
  });
});

test("the form in which a video is declined carries its job, and gives it back with the words", () => {
  const { custom_id } = writeForm(declineForm);
  const form = filled(custom_id, { type: 4, custom_id: "note", value: " not this month " });
  expect(readForm(form)).toEqual({ kind: "decline", jobId: job, note: "not this month" });
});

test.for([
  "decline",
  "decline:",
  "decline:not-a-job",
  `decline:${job}:1`,
  `team_managers:${job}`,
  "team_rules:",
  "team_rules:7:1",
])("a form %s is none of ours", (id) => {
  expect(readForm(filled(id))).toMatchObject({ kind: "unknown" });
});

test("one choice of resolution and length is read as both", () => {
  const form = filled(
    "video",
    { type: 4, custom_id: "prompt", value: "a boat" },
    { type: 3, custom_id: "size", values: ["720p-15"] },
    { type: 3, custom_id: "pay", values: ["team"] },
  );
  expect(readForm(form)).toMatchObject({ draft: { resolution: "720p", duration: "15", pay: "team" } });
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
