import { describe, expect, it, test } from "vitest";
import { NEEDED_PERMISSIONS, readInteraction } from "../../../../src/frontends/discord/in/read-interaction.ts";
import { ada } from "../world.ts";

const now = Date.UTC(2026, 10, 21);
const guildId = "300000000000000001";
const all = String(NEEDED_PERMISSIONS);

const help = {
  id: "900000000000000001",
  application_id: "100000000000000001",
  token: "a-token",
  type: 2,
  channel_id: "400000000000000001",
  data: { id: "1", name: "video-help", type: 1 },
};
const inGuild = { ...help, guild_id: guildId, member: { user: { id: ada }, roles: [] }, context: 0 };
const byServer = { authorizing_integration_owners: { "0": guildId } };

function commandOf(payload: object) {
  const read = readInteraction(payload, { prefix: "video", receivedAt: now });
  if (read.kind !== "command") throw new Error(read.kind);
  return read.command;
}

describe("a card", () => {
  test.for<readonly [string, object, boolean]>([
    ["in a server", { ...inGuild, ...byServer }, true],
    [
      "in a server, installed there and by the person",
      { ...inGuild, authorizing_integration_owners: { "0": guildId, "1": ada } },
      true,
    ],
    ["in a server that the bot is not in", { ...inGuild, authorizing_integration_owners: { "1": ada } }, false],
    ["in a channel that the bot may not see", { ...inGuild, ...byServer, app_permissions: "2048" }, false],
    [
      "in the bot's direct messages",
      { ...help, user: { id: ada }, context: 1, authorizing_integration_owners: { "0": "0" } },
      true,
    ],
    [
      "in a group message",
      { ...help, user: { id: ada }, context: 2, authorizing_integration_owners: { "1": ada } },
      false,
    ],
    ["where Discord does not say", inGuild, true],
    [
      "where Discord says something odd",
      { ...inGuild, authorizing_integration_owners: 7, context: "x", app_permissions: "-" },
      true,
    ],
  ])("%s can be edited for ever: %s", ([, payload, forEver]) => {
    const { reply } = commandOf(payload);
    expect(reply).toMatchObject({ editableUntil: forEver ? null : now + 900_000 });
  });
});

describe("what the bot is not allowed", () => {
  const missingIn = (over: object) => commandOf({ ...inGuild, ...byServer, ...over }).missing;
  const without = (...bits: number[]) =>
    String(bits.reduce((permissions, bit) => permissions & ~(1n << BigInt(bit)), NEEDED_PERMISSIONS));

  test.for<readonly [string, readonly string[]]>([
    [all, []],
    ["8", []],
    [without(10), ["view_channel"]],
    [without(11), ["send_messages"]],
    [without(38), []],
    [without(14, 15), ["embed_links", "attach_files"]],
    [without(16), ["read_history"]],
    ["0", ["view_channel", "send_messages", "embed_links", "attach_files", "read_history"]],
  ])("with %s is %j", ([permissions, missing]) => {
    expect(missingIn({ app_permissions: permissions })).toEqual(missing);
  });

  it("is other in a thread", () => {
    expect(missingIn({ app_permissions: without(11), channel: { id: "4", type: 11 } })).toEqual([]);
    expect(missingIn({ app_permissions: without(38), channel: { id: "4", type: 11 } })).toEqual(["send_in_threads"]);
  });

  it("is not asked where nobody could allow it", () => {
    expect(
      commandOf({ ...inGuild, authorizing_integration_owners: { "1": ada }, app_permissions: "0" }).missing,
    ).toBeUndefined();
    expect(commandOf({ ...help, user: { id: ada }, context: 1, app_permissions: "0" }).missing).toBeUndefined();
  });
});

describe("a thread", () => {
  test.for<readonly [string, object, string | undefined]>([
    ["of a channel belongs to it", { type: 11, parent_id: "401" }, "401"],
    ["that is private, too", { type: 12, parent_id: "401" }, "401"],
    ["whose channel is not told belongs to none", { type: 11 }, undefined],
    ["with a channel that is none belongs to none", { type: 11, parent_id: "x" }, undefined],
    ["is not what a channel is of its category", { type: 0, parent_id: "402" }, undefined],
  ])("%s, whatever was done in it", ([, channel, parent]) => {
    const press = { type: 3, message: { id: "5" }, data: { custom_id: "help", component_type: 2 } };
    const form = { type: 5, data: { custom_id: "key", components: [] } };
    for (const act of [{}, press, form]) expect(commandOf({ ...inGuild, ...act, channel }).threadOf).toBe(parent);
  });
});

describe("a channel", () => {
  test.for<readonly [string, object | null, string]>([
    ["that is age-restricted says so", { type: 0, nsfw: true }, "yes"],
    ["that is not says so, too", { type: 0, nsfw: false }, "no"],
    ["that says nothing of it is asked", { type: 0 }, "ask"],
    ["that says something odd is asked", { type: 0, nsfw: "yes" }, "ask"],
    ["that is not told is asked", null, "ask"],
    ["of a thread is asked, whatever the thread says", { type: 11, parent_id: "401", nsfw: true }, "ask"],
  ])("%s", ([, channel, restriction]) => {
    const press = { type: 3, message: { id: "5" }, data: { custom_id: "help", component_type: 2 } };
    const form = { type: 5, data: { custom_id: "key", components: [] } };
    for (const act of [{}, press, form])
      expect(commandOf({ ...inGuild, ...act, ...(channel && { channel }) }).ageRestriction).toBe(restriction);
  });

  it("of direct messages is not age-restricted", () => {
    expect(commandOf({ ...help, user: { id: ada }, context: 1, channel: { type: 1 } }).ageRestriction).toBe("no");
  });
});
