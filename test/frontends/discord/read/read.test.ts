import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
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

describe("reading an interaction", () => {
  it.for([
    [
      "video",
      { name: "prompt", type: 3, value: "a bo", focused: true },
      { kind: "suggest", option: "prompt", typed: "a bo" },
    ],
    ["video-jobs", { name: "show", type: 3, value: "", focused: true }, { kind: "suggest", option: "show", typed: "" }],
  ] as const)("knows what somebody types into /%s", ([name, option, act]) => {
    const others = [{ name: "duration", type: 4, value: 15 }];
    expect(actOf({ ...slash(name, { options: [...others, option] }), type: 4 })).toEqual(act);
  });

  it.for([
    [
      "an option that offers nothing",
      slash("video", { options: [{ name: "ratio", type: 3, value: "1", focused: true }] }),
    ],
    ["nothing in focus", slash("video", { options: [{ name: "prompt", type: 3, value: "1" }] })],
    ["a command of a newer version", slash("video-remix", { options: [{ name: "prompt", type: 3, focused: true }] })],
    ["no data", { ...base, data: null }],
  ] as const)("offers nothing for %s", ([, payload]) => {
    expect(read({ ...payload, type: 4 })).toMatchObject({ kind: "typing" });
  });

  it("takes /video with everything a person may give it", () => {
    const image = {
      id: "7",
      url: "https://cdn.example/a.png",
      size: 12,
      content_type: "image/png",
      width: 3,
      height: 4,
    };
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
      caller: { id: base.id, token: "a-token", applicationId: base.application_id, hasMessage: false },
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
            image: { url: image.url, contentType: "image/png", sizeBytes: 12, width: 3, height: 4 },
            image_url: "https://a.example/b.png",
            pay: "team",
          }),
        },
      },
    });
  });

  test.for([
    ["https://cdn.example/a.png?ex=65d903de&is=65c68ede&hm=24", 1_708_721_118_000],
    ["https://cdn.example/a.png?ex=soon", undefined],
    ["https://cdn.example/a.png?ex=ffffffffffffffff", undefined],
    ["no address", undefined],
  ] as const)("knows how long the picture at %s can be had", ([url, goneAt]) => {
    const options = [{ name: "image", type: 11, value: "7" }];
    const act = actOf(slash("video", { options, resolved: { attachments: { "7": { url, size: 12 } } } }));
    expect(act.kind === "make_video" && act.draft.image?.goneAt).toBe(goneAt);
  });

  it("leaves open what a person left open", () => {
    expect(actOf(slash("video", { options: [{ name: "prompt", type: 3, value: "x" }] }))).toMatchObject({
      draft: { prompt: "x", ratio: null, duration: null, resolution: null, image: null, image_url: null },
    });
  });

  it("knows the person in a direct message, who has no workspace there and no roles", () => {
    const { member: _member, guild_id: _guild, ...direct } = slash("video-help");
    expect(read({ ...direct, user: { id: ada } })).toMatchObject({
      kind: "command",
      command: { workspace: null, roles: [], owner: { userId: ada }, reply: { guildId: null } },
    });
  });

  const subcommand = (name: string, command = "video-key") =>
    slash(command, { options: [{ name, type: 1, options: [] }] });
  test.for([
    ["/video-key set", subcommand("set"), { kind: "set_key" }],
    ["/video-key status", subcommand("status"), { kind: "show_key" }],
    ["/video-key remove", subcommand("remove"), { kind: "remove_key" }],
    ["/video-data export", subcommand("export", "video-data"), { kind: "export_data" }],
    ["/video-data delete", subcommand("delete", "video-data"), { kind: "delete_data" }],
    ["/video-team approvals", subcommand("approvals", "video-team"), { kind: "team_approvals" }],
    ["/video-help", slash("video-help"), { kind: "help" }],
    ["/video-jobs", slash("video-jobs"), { kind: "jobs", show: null }],
    [
      "/video-jobs show",
      slash("video-jobs", { options: [{ name: "show", type: 3, value: "0123ab" }] }),
      { kind: "jobs", show: "0123ab" },
    ],
    [
      "/video-settings",
      slash("video-settings", {
        options: [
          { name: "duration", type: 4, value: 15 },
          { name: "ping", type: 3, value: "off" },
        ],
      }),
      { kind: "settings", from: "command", given: { ...nothingSet, duration: "15", ping: "off" } },
    ],
    ["/video-settings alone", slash("video-settings"), { kind: "settings", from: "command", given: nothingSet }],
    ["a page of them", press("jobs:3"), { kind: "press", action: { kind: "jobs", page: 3 }, on: undescribed }],
    ["a subcommand of a newer version", subcommand("copy"), { kind: "unknown", what: "command video-key copy" }],
    ["a command of a newer version", slash("video-remix"), { kind: "unknown", what: "command video-remix" }],
    ["a command on a message", slash("video", { type: 3 }), { kind: "unknown", what: "command video" }],
    ["a button", press(`again:${jobId}`), { kind: "press", action: { kind: "again", jobId }, on: undescribed }],
    ["a button of a newer version", press("frame:3"), { kind: "unknown", what: "component frame:3" }],
    [
      "a part of the settings",
      form("settings", { ratio: "9:16", confirm_above: "95" }),
      { kind: "settings", from: "form", given: { ...nothingSet, ratio: "9:16", confirm_above: "95" } },
    ],
    ["a form of a newer version", form("remix", {}), { kind: "unknown", what: "form remix" }],
    ["settings that carry something", form("settings:x", {}), { kind: "unknown", what: "form settings:x" }],
    ["a form that carries something else", form("video:x", {}), { kind: "unknown", what: "form video:x" }],
    [
      "a kind of interaction that does not exist yet",
      { ...base, type: 77 },
      { kind: "unknown", what: "interaction of type 77" },
    ],
  ] as const)("%s", ([, payload, act]) => {
    expect(actOf(payload)).toEqual(act);
  });

  it("takes a key out of its form without the spaces around it, and never shows it", () => {
    const done = read(form("key", { key: "  sk-canary-1234567890 \n" }));
    const act = done.kind === "command" ? done.command.act : null;
    expect(act?.kind === "give_key" && act.key.reveal()).toBe("sk-canary-1234567890");
    expect(JSON.stringify(done)).not.toContain("canary");
  });

  it("takes a video out of its form, an empty choice being none", () => {
    expect(actOf(form("video", { prompt: "a boat", ratio: ["9:16"], duration: [], image_url: "" }))).toEqual({
      kind: "make_video",
      from: "form",
      draft: aDraft({ prompt: "a boat", ratio: "9:16" }),
    });
  });

  it("knows when somebody only types", () => {
    expect(read({ ...slash("video"), type: 4 }).kind).toBe("typing");
  });

  test.for([
    ["without data", { ...base, type: 2 }],
    ["without a person", { ...slash("video-help"), member: undefined }],
    ["without a channel", { ...slash("video-help"), channel_id: undefined }],
    ["with a picture that is not there", slash("video", { options: [{ name: "image", type: 11, value: "7" }] })],
    ["with a form's picture that is not there", form("video", { image: ["7"] })],
    ["with a form that is none", { ...form("key", {}), data: { custom_id: "key", components: "x" } }],
  ] as const)("an interaction %s is broken, but can be answered", ([, payload]) => {
    expect(read(payload)).toMatchObject({ kind: "broken", caller: { id: base.id, token: "a-token" } });
  });

  it("names the place of what is amiss and never the value", () => {
    const done = read({ ...base, type: "sk-canary-1234567890" });
    expect(done).toMatchObject({ kind: "broken", what: "type: invalid_type" });
  });

  it("is a value and never a throw, whatever comes in", () => {
    const good = [slash("video"), press("add_key"), form("key", { key: "k" })];
    const bent = fc
      .tuple(fc.constantFrom(...good), fc.constantFrom(...Object.keys(base), "data", "type"), fc.anything())
      .map(([payload, name, value]) => ({ ...payload, [name]: value }));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.object(), bent), (payload) => {
        expect(["command", "broken", "typing", "unanswerable"]).toContain(read(payload).kind);
      }),
    );
  });
});
