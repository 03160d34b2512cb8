import { expect, test } from "vitest";
import { ok, refuse } from "../../../../src/core/result.ts";
import { discordPeople } from "../../../../src/frontends/discord/out/discord-people.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { anApi } from "../fake-rest.ts";

const reply = aDiscordReply({ guildId: "77", channelId: "4", userId: "1" });
const owner = { platform: "discord", userId: "1" } as const;
const no = (status: number, code: number) => refuse({ kind: "refused", status, code } as const);
const silent = refuse({ kind: "unavailable", unclear: true, detail: "no answer" } as const);

/** The people of a Discord that answers so, and what it was asked. */
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

test("people are named as in their server, and a person whom Discord does not return has no name", async () => {
  const { asked, namesOf } = peopleOf(({ route }) => {
    const member = members[route.split("/").at(-1) ?? ""];
    return member ? ok(member) : no(404, 10007);
  });
  const names = await namesOf({ reply }, ["1", "2", "3", "4", "5"]);
  expect(Object.fromEntries(names)).toEqual({ 1: "Captain", 2: "Ben", 3: "cleo" });
  expect(asked.map(({ route }) => route)).toEqual(["1", "2", "3", "4", "5"].map((id) => `/guilds/77/members/${id}`));
});

test.for([
  ["a member, with their roles", ok({ roles: ["7"], flags: 0 }), { roles: ["7"], isGuest: false }],
  ["a guest, by their flags", ok({ roles: [], flags: 1 << 4 }), { roles: [], isGuest: true }],
  ["gone if the server does not know them", no(404, 10_007), "gone"],
  ["unknown if the bot is not in that server", no(404, 10_004), null],
  ["unknown if Discord does not answer", silent, null],
] as const)("a person is %s", async ([, answer, now]) => {
  expect(await peopleOf(() => answer).memberNow({ owner, reply })).toEqual(now);
});

test.for([
  ["age-restricted", "marks it as such", ok({ id: "4", nsfw: true }), true],
  ["open to any age", "does not mark it", ok({ id: "4", nsfw: false }), false],
  ["of unknown age restriction", "answers with an invalid mark", ok({ id: "4", nsfw: "true" }), null],
  ["of unknown age restriction", "refuses access", no(403, 50001), null],
] as const)("a channel is %s if Discord %s", async ([, , answer, is]) => {
  const { isAgeRestricted, asked } = peopleOf(() => answer);
  expect(await isAgeRestricted({ reply })).toBe(is);
  // Somebody waits for it.
  expect(asked).toMatchObject([{ method: "GET", route: "/channels/4", deadlineMs: 500 }]);
});

test.for([
  ["belongs to a server", "names that server", ok({ id: "4", guild_id: "77" }), ok(true)],
  ["does not belong to a server", "names another server", ok({ id: "4", guild_id: "78" }), ok(false)],
  ["does not belong to a server", "names no server", ok({ id: "4" }), ok(false)],
  ["is unreachable", "refuses access", no(403, 50_001), { refusal: { kind: "unreachable", channel: "no_access" } }],
  [
    "is unreachable",
    "does not know the channel",
    no(404, 10_003),
    { refusal: { kind: "unreachable", channel: "other" } },
  ],
  ["may belong to a server", "does not answer", silent, { refusal: { kind: "unavailable" } }],
  ["may belong to a server", "answers nonsense", ok("?"), { refusal: { kind: "unavailable" } }],
] as const)("a channel %s if Discord %s", async ([, , answer, is]) => {
  expect(await peopleOf(() => answer).isChannelHere({ reply }, "4")).toMatchObject(is);
});
