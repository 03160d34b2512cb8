import { expect, test } from "vitest";
import { ok, refuse } from "../../../../src/core/result.ts";
import { discordPeople } from "../../../../src/frontends/discord/out/discord-people.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { anApi } from "../fake-rest.ts";

const reply = aDiscordReply({ guildId: "77", channelId: "4", userId: "1" });
const owner = { platform: "discord", userId: "1" } as const;
const no = (status: number, code: number) => refuse({ kind: "refused", status, code } as const);
const silent = refuse({ kind: "unavailable", unclear: true, detail: "no answer" } as const);

/** The people of a Discord with these responses, and the requests to it. */
function peopleOf(answer: Parameters<typeof anApi>[0]) {
  const { api, asked } = anApi(answer);
  return { asked, ...discordPeople(api) };
}

const members: Readonly<Record<string, unknown>> = {
  "1": { nick: "Captain", user: { username: "ada", global_name: "Ada" } },
  "2": { nick: null, user: { username: "ben", global_name: "Ben" } },
  "3": { user: { username: "cleo" } },
  "5": { user: {} },
};

test("people on Discord are named by their server nickname, else their display name or username", async () => {
  const { asked, namesOf } = peopleOf(({ route }) => {
    const member = members[route.split("/").at(-1) ?? ""];
    return member ? ok(member) : no(404, 10007);
  });
  const names = await namesOf({ reply }, ["1", "2", "3", "4", "5"]);
  expect(Object.fromEntries(names)).toEqual({ 1: "Captain", 2: "Ben", 3: "cleo" });
  expect(asked.map(({ route }) => route)).toEqual(["1", "2", "3", "4", "5"].map((id) => `/guilds/77/members/${id}`));
});

test.for([
  ["member", "returns the person's roles", ok({ roles: ["7"], flags: 0 }), { roles: ["7"], isGuest: false }],
  ["guest", "returns the guest flag", ok({ roles: [], flags: 1 << 4 }), { roles: [], isGuest: true }],
  ["gone", "responds with “unknown member”", no(404, 10_007), "gone"],
  ["unknown", "responds with “unknown guild”", no(404, 10_004), null],
  ["unknown", "does not respond", silent, null],
] as const)("the membership of a person in a Discord server is “%s” if Discord %s", async ([, , answer, now]) => {
  expect(await peopleOf(() => answer).memberNow({ owner, reply })).toEqual(now);
});

test.for([
  ["on", "returns nsfw: true", ok({ id: "4", nsfw: true }), true],
  ["off", "returns nsfw: false", ok({ id: "4", nsfw: false }), false],
  ["unknown", "returns an nsfw value of another type", ok({ id: "4", nsfw: "true" }), null],
  ["unknown", "denies access to the channel", no(403, 50001), null],
] as const)("the age restriction of a Discord channel is %s if Discord %s", async ([, , answer, is]) => {
  const { isAgeRestricted, asked } = peopleOf(() => answer);
  expect(await isAgeRestricted({ reply })).toBe(is);
  // A short deadline, because a person is waiting.
  expect(asked).toMatchObject([{ method: "GET", route: "/channels/4", deadlineMs: 500 }]);
});

test.for([
  ["part of the server", "returns the server's id", ok({ id: "4", guild_id: "77" }), ok(true)],
  ["not part of the server", "returns another server's id", ok({ id: "4", guild_id: "78" }), ok(false)],
  ["not part of the server", "returns no server id", ok({ id: "4" }), ok(false)],
  ["unreachable", "denies access", no(403, 50_001), { refusal: { kind: "unreachable", channel: "no_access" } }],
  ["unreachable", "does not know the channel", no(404, 10_003), { refusal: { kind: "unreachable", channel: "other" } }],
  ["temporarily unavailable", "does not respond", silent, { refusal: { kind: "unavailable" } }],
  ["temporarily unavailable", "returns a malformed response", ok("?"), { refusal: { kind: "unavailable" } }],
] as const)("a Discord channel is reported as %s if Discord %s", async ([, , answer, is]) => {
  expect(await peopleOf(() => answer).isChannelHere({ reply }, "4")).toMatchObject(is);
});
