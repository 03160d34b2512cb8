import { PermissionFlagsBits } from "discord.js";
import { describe, expect, it, test } from "vitest";
import { noRules } from "../../../../src/core/team/rules.ts";
import { NEEDED_PERMISSIONS } from "../../../../src/frontends/discord/in/read-interaction.ts";
import { writeForm } from "../../../../src/frontends/discord/out/write-discord-form.ts";
import { teamRulesForm } from "../../../../src/messages/team/team-forms.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { aDraft } from "../../../fakes/drafts.ts";
import { actOf, base, form, now, press, read, slash } from "../interactions.ts";
import { ada, jobId } from "../world.ts";

const nothingSet = {
  ratio: null,
  duration: null,
  resolution: null,
  ping: null,
  attach: null,
  visibility: null,
  confirm_above: null,
  pay: null,
};

const undescribed = { place: { channelId: base.channel_id, messageId: "5" }, shows: null };

describe("the parser of Discord interactions", () => {
  it.for([
    [
      "video",
      { name: "prompt", type: 3, value: "a bo", focused: true },
      { kind: "suggest", option: "prompt", typed: "a bo" },
    ],
    ["video-jobs", { name: "show", type: 3, value: "", focused: true }, { kind: "suggest", option: "show", typed: "" }],
  ] as const)("reads the text that is typed into /%s for autocomplete", ([name, option, act]) => {
    const others = [{ name: "duration", type: 4, value: 15 }];
    expect(actOf({ ...slash(name, { options: [...others, option] }), type: 4 })).toEqual(act);
  });

  it.for([
    [
      "for an option without autocomplete",
      slash("video", { options: [{ name: "ratio", type: 3, value: "1", focused: true }] }),
    ],
    ["for a command without a focused option", slash("video", { options: [{ name: "prompt", type: 3, value: "1" }] })],
    [
      "for a command that this version does not have",
      slash("video-remix", { options: [{ name: "prompt", type: 3, focused: true }] }),
    ],
    ["without data", { ...base, data: null }],
  ] as const)("finds nothing to complete in an autocomplete request %s", ([, payload]) => {
    expect(read({ ...payload, type: 4 })).toMatchObject({ kind: "typing" });
  });

  it("reads every option of /video", () => {
    const url = "https://cdn.example/a.png";
    const image = { id: "7", url, size: 12, content_type: "image/png", width: 3, height: 4 };
    const payload = slash("video", {
      options: [
        { name: "prompt", type: 3, value: "a paper boat" },
        { name: "ratio", type: 3, value: "9:16" },
        { name: "duration", type: 4, value: 15 },
        { name: "resolution", type: 3, value: "720p" },
        { name: "image", type: 11, value: "7" },
        { name: "image_url", type: 3, value: "https://a.example/b.png" },
        { name: "pay", type: 3, value: "team" },
      ],
      resolved: { attachments: { "7": image } },
    });
    Object.assign(payload, { attachment_size_limit: 26_214_400 });
    const reply = {
      platform: "discord",
      applicationId: base.application_id,
      guildId: base.guild_id,
      channelId: base.channel_id,
      userId: ada,
      token: "a-token",
      tokenUntil: now + 900_000,
      messageId: null,
      movedTo: null,
      isPrivate: false,
      editableUntil: null,
      attachmentLimit: 26_214_400,
    };
    expect(read(payload)).toEqual({
      kind: "command",
      caller: {
        id: base.id,
        token: "a-token",
        applicationId: base.application_id,
        hasMessage: false,
        isReplaceable: false,
      },
      reply,
      command: {
        eventId: `discord:${base.id}`,
        owner: { platform: "discord", userId: ada },
        workspace: base.guild_id,
        roles: ["310000000000000001"],
        standing: { isAdmin: false, isGuest: false },
        receivedAt: now,
        reply,
        ageRestriction: "ask",
        act: {
          kind: "make_video",
          from: "command",
          draft: aDraft({
            prompt: "a paper boat",
            ratio: "9:16",
            duration: "15",
            resolution: "720p",
            image: { url, sizeBytes: 12 },
            image_url: "https://a.example/b.png",
            pay: "team",
          }),
        },
      },
    });
  });

  test.for([
    [
      "the expiry time",
      "the picture's URL",
      "https://cdn.example/a.png?ex=65d903de&is=65c68ede&hm=24",
      1_708_721_118_000,
    ],
    ["no expiry time", "a URL with an invalid time", "https://cdn.example/a.png?ex=ffffffffffffffff", undefined],
    ["no expiry time", "text that is not a URL", "no address", undefined],
  ] as const)("finds %s of an attached picture in %s", ([, , url, goneAt]) => {
    const options = [{ name: "image", type: 11, value: "7" }];
    const act = actOf(slash("video", { options, resolved: { attachments: { "7": { url, size: 12 } } } }));
    expect(act.kind === "make_video" && act.draft.image?.goneAt).toBe(goneAt);
  });

  it("sets no server, roles or age restriction for a command in a direct message", () => {
    const { member: _member, guild_id: _guild, ...direct } = slash("video-help");
    const done = read({ ...direct, user: { id: ada }, context: 1, channel: { type: 1 } });
    expect(done).toMatchObject({
      kind: "command",
      command: { workspace: null, roles: [], owner: { userId: ada }, reply: { guildId: null }, ageRestriction: "no" },
    });
    expect(done).not.toHaveProperty("command.standing");
  });

  const shown = { name: "show", type: 3, value: "0123ab" };
  const seconds = { name: "duration", type: 4, value: 15 };
  const subcommand = (name: string) => slash("video-key", { options: [{ name, type: 1, options: [] }] });
  test.for([
    [
      "leaves the other options of /video unset if only a prompt is given",
      slash("video", { options: [{ name: "prompt", type: 3, value: "x" }] }),
      { kind: "make_video", from: "command", draft: aDraft({ prompt: "x" }) },
    ],
    ["reads the subcommand /video-key set", subcommand("set"), { kind: "set_key" }],
    ["reads /video-help", slash("video-help"), { kind: "help" }],
    ["reads /video-jobs show", slash("video-jobs", { options: [shown] }), { kind: "jobs", show: "0123ab" }],
    [
      "reads “/video-jobs show: help” as a request for help",
      slash("video-jobs", { options: [{ ...shown, value: "help" }] }),
      { kind: "help" },
    ],
    [
      "reads the options of /video-settings",
      slash("video-settings", { options: [seconds, { name: "ping", type: 3, value: "off" }] }),
      { kind: "settings", from: "command", given: { ...nothingSet, duration: "15", ping: "off" } },
    ],
    [
      "reads a press of a page button in the list of videos",
      press("jobs:3"),
      { kind: "press", action: { kind: "jobs", page: 3 }, on: undescribed },
    ],
    ["reads an unknown subcommand as unknown", subcommand("copy"), { kind: "unknown", what: "command video-key copy" }],
    ["reads an unknown command as unknown", slash("video-remix"), { kind: "unknown", what: "command video-remix" }],
    [
      "reads a message command with an unknown name as unknown",
      slash("video", { type: 3 }),
      { kind: "unknown", what: "command video" },
    ],
    ["reads an unknown button as unknown", press("frame:3"), { kind: "unknown", what: "component frame:3" }],
    [
      "reads an unknown interaction type as unknown",
      { ...base, type: 77 },
      { kind: "unknown", what: "interaction of type 77" },
    ],
  ] as const)("%s", ([, payload, act]) => {
    expect(actOf(payload)).toEqual(act);
  });

  test.for([
    ["without data", { ...base, type: 2 }],
    ["without a person", { ...slash("video-help"), member: undefined }],
    ["without a channel", { ...slash("video-help"), channel_id: undefined }],
    ["whose payload lacks the picture", slash("video", { options: [{ name: "image", type: 11, value: "7" }] })],
    ["whose payload lacks a form's picture", form("video", { image: ["7"] })],
    ["with a malformed form", { ...form("key", {}), data: { custom_id: "key", components: "x" } }],
  ] as const)("reports that an interaction %s is malformed but answerable", ([, payload]) => {
    expect(read(payload)).toMatchObject({ kind: "broken", caller: { id: base.id, token: "a-token" } });
  });

  it("names the field that cannot be parsed, but not the field's value", () => {
    const done = read({ ...base, type: "sk-canary-1234567890" });
    expect(done).toMatchObject({ kind: "broken", what: "type: invalid_type" });
  });
});

it("a submitted “Edit & run” form is parsed into a request with the uploaded picture and the edited job's id", () => {
  const filled = form(`video:${jobId}:3`, { prompt: "a boat", image: ["7"] });
  const file = { id: "7", url: "https://cdn.example/a.png", size: 12, content_type: "application/x-odd", width: 0 };
  const payload = { ...filled, data: { ...filled.data, resolved: { attachments: { 7: file } } } };
  expect(actOf(payload)).toMatchObject({
    kind: "make_video",
    from: "form",
    edits: { jobId, nth: 3 },
    draft: { image: { url: "https://cdn.example/a.png", sizeBytes: 12 }, image_url: null },
  });
});

it("a chosen option of a Discord select menu is read as the action in the option's value", () => {
  const chosen = (values: unknown, type = 3) => ({
    ...base,
    type: 3,
    message: { id: "5" },
    data: { custom_id: "choose", component_type: type, values },
  });
  expect(actOf(chosen([`show_job:${jobId}`]))).toMatchObject({ kind: "press", action: { kind: "show_job", jobId } });
  const unknown = [chosen([]), chosen(undefined), chosen(["from the future"]), chosen([`show_job:${jobId}`], 5)];
  for (const payload of unknown) expect(actOf(payload)).toEqual({ kind: "unknown", what: "component choose" });
});

const own = `again:${"0".repeat(20)}`;
const deep = (custom_id: string) => [{ type: 17, components: [{ type: 1, components: [{ type: 2, custom_id }] }] }];

test.for([
  ["refused", "only another button", deep("delete:x")],
  ["accepted", "the pressed button in nested components", deep(own)],
  ["refused", "only text that equals the button's id", [{ type: 10, content: own }]],
] as const)("a press of a Discord button is %s if the message contains %s", ([result, , components]) => {
  const shows = result === "accepted";
  const payload = { ...press(own), message: { id: "5", components } };
  expect(actOf(payload)).toMatchObject({ on: { place: { messageId: "5" }, shows } });
});

test.for([
  ["a private message", "may replace that message", { flags: 64, components: deep("cancel") }],
  ["a private card", "must be a new message", { flags: 64, components: deep(own) }],
  ["a public message", "must be a new message", { flags: 0, components: deep("cancel") }],
] as const)("on Discord, the response to a button press on %s %s", ([, verb, message]) => {
  const isReplaceable = verb === "may replace that message";
  const pressed = read({ ...press("cancel"), message: { id: "5", ...message } });
  expect(pressed).toMatchObject({ caller: { hasMessage: true, isReplaceable } });
});

test.for([
  ["refused", "only another option", "show_job:1"],
  ["accepted", "the chosen option", `show_job:${"0".repeat(20)}`],
] as const)("a chosen menu option is %s if the menu in the Discord message contains %s", ([result, , offered]) => {
  const shows = result === "accepted";
  const meaning = `show_job:${"0".repeat(20)}`;
  const menu = { type: 3, custom_id: "choose", options: [{ label: "a boat", value: offered }] };
  const message = { id: "5", components: [{ type: 1, components: [menu] }] };
  const data = { custom_id: "choose", component_type: 3, values: [meaning] };
  expect(actOf({ ...press("x"), message, data })).toMatchObject({ action: { kind: "show_job" }, on: { shows } });
});

const guildId = base.guild_id;
const all = String(NEEDED_PERMISSIONS);

const { guild_id: _guild, member: _member, ...nowhere } = slash("video-help");
const help = { ...nowhere, user: { id: ada } };
const inGuild = { ...slash("video-help"), context: 0 };
const byServer = { authorizing_integration_owners: { "0": guildId } };

function commandOf(payload: object) {
  const done = read(payload);
  if (done.kind !== "command") throw new Error(done.kind);
  return done.command;
}

test.for<readonly [string, "without a time limit" | "for 15 minutes", object]>([
  ["in a server", "without a time limit", { ...inGuild, ...byServer }],
  [
    "in a server that the bot is not in",
    "for 15 minutes",
    { ...inGuild, authorizing_integration_owners: { "1": ada } },
  ],
  ["in a channel that the bot may not see", "for 15 minutes", { ...inGuild, ...byServer, app_permissions: "2048" }],
  [
    "in the bot's direct messages",
    "without a time limit",
    { ...help, context: 1, authorizing_integration_owners: { "0": "0" } },
  ],
  ["in a group message", "for 15 minutes", { ...help, context: 2, authorizing_integration_owners: { "1": ada } }],
  ["whose interaction lacks authorizing_integration_owners", "without a time limit", inGuild],
])("a Discord card %s can be edited %s", ([, time, payload]) => {
  const { reply } = commandOf(payload);
  expect(reply).toMatchObject({ editableUntil: time === "without a time limit" ? null : now + 900_000 });
});

describe("the bot's missing permissions on Discord", () => {
  const missingIn = (over: object) => commandOf({ ...inGuild, ...byServer, ...over }).missing;
  const without = (...bits: number[]) =>
    String(bits.reduce((permissions, bit) => permissions & ~(1n << BigInt(bit)), NEEDED_PERMISSIONS));

  test.for<readonly [string, string, readonly string[]]>([
    ["none if the bot has all required permissions", all, []],
    ["none if the bot is an administrator", "8", []],
    ["“view channel” if the bot may not view the channel", without(10), ["view_channel"]],
    ["“embed links” and “attach files” if the bot may do neither", without(14, 15), ["embed_links", "attach_files"]],
    [
      "all required permissions if the bot has no permissions",
      "0",
      ["view_channel", "send_messages", "embed_links", "attach_files", "read_history"],
    ],
  ])("are %s", ([, permissions, missing]) => {
    expect(missingIn({ app_permissions: permissions })).toEqual(missing);
  });

  it("in a thread include “send messages in threads” and not “send messages”", () => {
    expect(missingIn({ app_permissions: without(11), channel: { id: "4", type: 11 } })).toEqual([]);
    expect(missingIn({ app_permissions: without(38), channel: { id: "4", type: 11 } })).toEqual(["send_in_threads"]);
  });

  it("are not reported in direct messages, or in a server where only a person installed the app", () => {
    expect(
      commandOf({ ...inGuild, authorizing_integration_owners: { "1": ada }, app_permissions: "0" }).missing,
    ).toBeUndefined();
    expect(commandOf({ ...help, context: 1, app_permissions: "0" }).missing).toBeUndefined();
  });
});

const acts = [
  {},
  { type: 3, message: { id: "5" }, data: { custom_id: "help", component_type: 2 } },
  { type: 5, data: { custom_id: "key", components: [] } },
];

test.for<readonly [string, object, string | undefined]>([
  ["a public thread is the payload's parent_id", { type: 11, parent_id: "401" }, "401"],
  ["a private thread is the payload's parent_id", { type: 12, parent_id: "401" }, "401"],
  ["a thread is unknown if the payload has no parent_id", { type: 11 }, undefined],
  ["an ordinary channel is unset even if parent_id contains a category", { type: 0, parent_id: "402" }, undefined],
])("on Discord, the parent channel of %s", ([, channel, parent]) => {
  for (const act of acts) expect(commandOf({ ...inGuild, ...act, channel }).threadOf).toBe(parent);
});

test.for<readonly [string, object | null, string]>([
  ["is on if the payload has nsfw: true", { type: 0, nsfw: true }, "yes"],
  ["is off if the payload has nsfw: false", { type: 0, nsfw: false }, "no"],
  ["is requested from Discord if the payload has no field nsfw", { type: 0 }, "ask"],
  ["is requested from Discord if the payload has no channel", null, "ask"],
  [
    "is requested from Discord if the payload is from a thread with nsfw: true",
    { type: 11, parent_id: "401", nsfw: true },
    "ask",
  ],
])("the age restriction of a Discord channel %s", ([, channel, restriction]) => {
  for (const act of acts)
    expect(commandOf({ ...inGuild, ...act, ...(channel && { channel }) }).ageRestriction).toBe(restriction);
});

test("user, role and channel ids that Discord did not resolve are left out of a submitted Discord form", () => {
  const { custom_id } = writeForm(teamRulesForm("spenders", { rules: noRules, version: 7, platform: "discord" }, en));
  const sent = form(custom_id, { everyone: ["no"], people: ["11", "12"], roles: ["22"], places: [] });
  const resolved = { users: { "12": {} }, channels: { "33": {} } };
  expect(actOf({ ...sent, data: { ...sent.data, resolved } })).toEqual({
    kind: "set_team_spenders",
    given: { everyone: "no", people: ["12"], roles: [], places: [] },
    version: 7,
  });
});

const member = { user: { id: "5" }, roles: [], flags: 0, permissions: "2048" };

test.for([
  ["a person with Manage Server is an admin", { ...member, permissions: "32" }, {}, { isAdmin: true, isGuest: false }],
  ["a person with Administrator is an admin", { ...member, permissions: "8" }, {}, { isAdmin: true, isGuest: false }],
  ["a person with the guest flag is a guest", { ...member, flags: 16 }, {}, { isAdmin: false, isGuest: true }],
  [
    "a person with malformed permissions is not an admin",
    { ...member, permissions: "all" },
    {},
    { isAdmin: false, isGuest: false },
  ],
  [
    "a person who installed the app only for themselves is a guest",
    { ...member, permissions: "32" },
    { authorizing_integration_owners: { "1": "5" } },
    { isAdmin: false, isGuest: true },
  ],
] as const)("on Discord, %s", ([, who, more, standing]) => {
  expect(commandOf({ ...slash("video-help"), member: who, ...more }).standing).toEqual(standing);
});

test.for([
  ["is", "has no permissions", "0"],
  ["is", "may only view messages", String(PermissionFlagsBits.ViewChannel)],
  ["is not", "may view and send messages", String(PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages)],
  ["is not", "has unknown permissions", undefined],
] as const)(
  "a Discord channel chosen for approvals %s reported as inaccessible if the bot %s in the channel",
  ([verb, , permissions]) => {
    const components = [{ type: 18, component: { type: 8, custom_id: "approvals", values: ["33"] } }];
    const resolved = { channels: { "33": { id: "33", type: 0, app_permissions: permissions } } };
    const act = actOf({ ...base, type: 5, data: { custom_id: "team_rules:1", components, resolved } });
    expect(act).toMatchObject({ kind: "set_team_rules", given: { approvals: ["33"] } });
    expect("given" in act && "isApprovalsClosed" in act.given).toBe(verb === "is");
  },
);
