import { webApi } from "@slack/bolt";
import { expect, it, test } from "vitest";
import { sleep } from "../../../../src/core/clock.ts";
import { ownerName } from "../../../../src/core/job/ids.ts";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { Languages, Locale } from "../../../../src/core/text/locale.ts";
import type { ClientOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { slackProfiles } from "../../../../src/frontends/slack/out/slack-profiles.ts";
import { aSlackOwner, aSlackReply } from "../../../fakes/jobs.ts";
import { noLanguages } from "../../../fakes/languages.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";

const ben = { teamId: "T1", enterpriseId: null, userId: "U00000BEN2" };

/** A store of languages that an earlier process saved. */
function languageStore(entries: Record<string, Locale> = {}) {
  const saved = new Map(Object.entries(entries));
  const languages: Languages = {
    get: async (owner) => saved.get(ownerName(owner)) ?? null,
    put: async (owner, locale) => void saved.set(ownerName(owner), locale),
  };
  return { saved, languages };
}

/** Slack returns these profiles after `afterMs`. Null: it does not respond. */
function world(profiles: Record<string, string | null>, { afterMs = 0, languages = languageStore().languages } = {}) {
  const clock = manualClock();
  const log = recordingLog();
  const asked: string[] = [];
  const client = new webApi.WebClient();
  Object.assign(client.users, {
    info: async ({ user }: { user: string }) => {
      asked.push(user);
      if (afterMs > 0) await sleep(clock, afterMs);
      if (profiles[user] === "busy") throw new webApi.WebAPIRateLimitedError(30);
      return { ok: true, user: { locale: profiles[user] ?? profiles.everybody } };
    },
  });
  const clientOf: ClientOf = async ({ teamId }) =>
    teamId === "T2" ? refuse({ kind: "unavailable", unclear: false, detail: "not installed" }) : ok(client);
  return { clock, log, asked, locales: slackProfiles({ clientOf, clock, log, languages }).locales };
}

it("a person's cached language is used without another request to Slack", async () => {
  const { asked, locales } = world({ [ben.userId]: "ja-JP" });
  expect(locales.cachedLocale(ben)).toBeUndefined();
  expect(await locales.soon(ben)).toBe("ja");
  expect(await locales.learn(ben)).toBe("ja");
  expect(locales.cachedLocale(ben)).toBe("ja");
  expect(await locales.soon(ben)).toBe("ja");
  expect(asked).toEqual([ben.userId]);
});

it("a Slack command waits at most 0.6 s for the person's language", async () => {
  const { clock, locales } = world({ [ben.userId]: "de-DE" }, { afterMs: 700 });
  let first: Locale | "waiting" | undefined = "waiting";
  void locales.soon(ben).then((locale) => {
    first = locale;
  });
  await clock.advance(599);
  expect(first).toBe("waiting");
  await clock.advance(1);
  expect(first).toBeUndefined();
  await clock.advance(100);
  expect(await locales.soon(ben)).toBe("de");
});

it("a person's language on Slack is saved with the id of the organization or workspace", async () => {
  const store = languageStore();
  await world({ [ben.userId]: "ja-JP" }, store).locales.soon({ ...ben, enterpriseId: "E1" });
  expect([...store.saved]).toEqual([["slack:E1:U00000BEN2", "ja"]]);
  store.saved.clear();
  await world({ [ben.userId]: "ja-JP" }, store).locales.soon(ben);
  expect([...store.saved]).toEqual([["slack:T1:U00000BEN2", "ja"]]);
});

it("a person's saved language is used after a restart until Slack returns another language", async () => {
  const store = languageStore({ "slack:T1:U00000BEN2": "ja" });
  const { clock, asked, locales } = world({ [ben.userId]: "fr-FR" }, { ...store, afterMs: 5_000 });
  expect(await locales.soon(ben)).toBe("ja");
  expect(asked).toEqual([ben.userId]);
  await clock.advance(5_000);
  expect(await locales.soon(ben)).toBe("fr");
  expect([...store.saved]).toEqual([["slack:T1:U00000BEN2", "fr"]]);
});

it("a person's language is requested from Slack if the store of saved languages does not respond", async () => {
  const languages: Languages = { get: () => new Promise(() => undefined), put: async () => undefined };
  const { clock, locales } = world({ [ben.userId]: "de-DE" }, { languages, afterMs: 500 });
  const first = locales.soon(ben);
  await clock.advance(500);
  expect(await first).toBe("de");
});

it("a person's language is requested from Slack if the store of saved languages fails", async () => {
  const failing: Languages = {
    get: () => Promise.reject(new Error("away")),
    put: () => Promise.reject(new Error("away")),
  };
  const { clock, log, locales } = world({ [ben.userId]: "ja-JP" }, { languages: failing });
  expect(await locales.soon(ben)).toBe("ja");
  await clock.advance(0);
  expect(log.lines.map(({ event }) => event)).toEqual(["slack language not read", "slack language not kept"]);
});

it("a person's language is requested from Slack again if the cached language is a minute old", async () => {
  const profiles: Record<string, string | null> = { [ben.userId]: "de-DE" };
  const { clock, asked, locales } = world(profiles);
  await locales.learn(ben);
  profiles[ben.userId] = "fr-FR";
  expect(await locales.learn(ben)).toBe("de");
  await clock.advance(60_000);
  expect(await locales.soon(ben)).toBe("de");
  expect(await locales.learn(ben)).toBe("fr");
  expect(asked).toHaveLength(2);
});

it("English is used for a person if Slack does not return the person's language", async () => {
  const { clock, asked, locales } = world({ [ben.userId]: null });
  expect(await locales.learn(ben)).toBe("en");
  expect(await locales.soon(ben)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(await locales.learn({ ...ben, teamId: "T2" })).toBe("en");
  await clock.advance(600_000);
  await locales.learn(ben);
  expect(asked).toHaveLength(2);
});

it("languages are not requested from a rate-limited Slack workspace until the limit ends", async () => {
  const { languages } = languageStore({ "slack:T1:U00000BEN2": "ja" });
  const { clock, asked, locales } = world({ ada: "busy", everybody: "de-DE" }, { languages });
  expect(await locales.soon({ ...ben, userId: "ada" })).toBeUndefined();
  expect(await locales.soon(ben)).toBe("ja");
  expect(await locales.soon({ ...ben, userId: "cleo" })).toBeUndefined();
  expect(await locales.soon({ ...ben, teamId: "T3", userId: "dora" })).toBe("de");
  expect(asked).toEqual(["ada", "dora"]);
  await clock.advance(30_000);
  await locales.learn(ben);
  expect(asked).toEqual(["ada", "dora", ben.userId]);
});

const somebody = { owner: aSlackOwner(), reply: aSlackReply() };

/** Slack's people if users.info returns this user. */
function peopleWhere(user: object | null) {
  const clock = manualClock();
  const asked: string[] = [];
  const info = async ({ user: id }: { readonly user: string }) => {
    asked.push(id);
    if (user === null) throw new Error("ratelimited");
    return { ok: true, user: { team_id: somebody.reply.teamId, ...user } };
  };
  const clientOf: ClientOf = async () => ok(Object.assign(new webApi.WebClient(), { users: { info } }));
  const { people } = slackProfiles({ clientOf, clock, log: recordingLog(), languages: noLanguages });
  return { clock, asked, people };
}

const member = { isAdmin: false, isGuest: false };
const admin = { ...member, isAdmin: true };
const guest = { ...member, isGuest: true };
const ofWorkspaces = (...teams: readonly string[]) => ({ enterprise_user: { enterprise_id: "E1", teams } });

test.for([
  ["an ordinary member", "member", { is_admin: false }, member],
  ["an admin", "admin", { is_admin: true }, admin],
  ["an owner", "admin", { is_owner: true }, admin],
  ["a single-channel guest", "guest", { is_restricted: true, is_ultra_restricted: true }, guest],
  ["a person with the flag is_stranger", "guest", { is_stranger: true }, guest],
  ["an admin of another company", "guest", { is_admin: true, team_id: "T00PARTNER" }, guest],
  ["a member of two workspaces", "member", { team_id: "T0OTHER", ...ofWorkspaces("T0OTHER", "T0000000001") }, member],
  ["a guest without a workspace", "guest", { team_id: null, is_restricted: true }, guest],
  ["a person whom Slack does not return", "unknown", null, null],
  ["a person without a workspace", "unknown", { team_id: null }, null],
  ["a person from other workspaces", "unknown", { team_id: null, ...ofWorkspaces("T0OTHER") }, null],
] as const)("on Slack, %s has the role “%s”", async ([, , user, standing]) => {
  expect(await peopleWhere(user).people.standingOf(somebody, false)).toEqual(standing);
});

test.for([
  ["member", "an admin", { is_admin: true }, { roles: [], isGuest: false }],
  ["guest", "a person with the flag is_restricted", { is_restricted: true }, { roles: [], isGuest: true }],
  ["gone", "a deactivated person", { deleted: true }, "gone"],
  ["unknown", "a person without a workspace", { team_id: null }, null],
] as const)("before a video starts, the Slack membership check returns “%s” for %s", async ([, , user, now]) => {
  expect(await peopleWhere(user).people.memberNow(somebody)).toEqual(now);
});

test("in a Slack organization, only the organization's admins count as admins", async () => {
  const reply = aSlackReply({ enterpriseId: "E1" });
  const seenAs = (user: object) => peopleWhere(user).people.standingOf({ ...somebody, reply }, true);
  const organisation = (is_admin: boolean) => ({ enterprise_user: { enterprise_id: "E1", is_admin, is_owner: false } });
  expect(await seenAs({ is_admin: true, ...organisation(false) })).toMatchObject({ isAdmin: false });
  expect(await seenAs({ is_admin: false, team_id: "T0000000009", ...organisation(true) })).toEqual(admin);
});

test.for([
  ["an admin of another organization", { enterprise_id: "E9", is_admin: true, is_owner: true, teams: ["T9"] }, guest],
  ["an admin of a workspace without an organization", null, null],
] as const)(
  "in a Slack channel shared between organizations, %s does not count as an admin",
  async ([, enterprise_user, standing]) => {
    const { people } = peopleWhere({ is_admin: true, team_id: "T9", enterprise_user });
    const reply = aSlackReply({ enterpriseId: "E1", teamId: "T9" });
    expect(await people.standingOf({ ...somebody, reply }, true)).toEqual(standing);
  },
);

test("a person's role is requested from Slack again after five minutes, and before each change of the team's rules", async () => {
  const { clock, asked, people } = peopleWhere({ is_admin: true });
  await people.standingOf(somebody, false);
  await clock.advance(299_000);
  await people.standingOf(somebody, false);
  expect(asked).toHaveLength(1);
  await people.standingOf(somebody, true);
  expect(asked).toHaveLength(2);
  await clock.advance(300_000);
  await people.standingOf(somebody, false);
  expect(asked).toHaveLength(3);
});

test("simultaneous requests for a person's role cause only one call to Slack", async () => {
  const { asked, people } = peopleWhere({ is_admin: true });
  const standings = await Promise.all([1, 2, 3].map(() => people.standingOf(somebody, true)));
  expect(standings).toEqual(Array(3).fill(admin));
  expect(asked).toHaveLength(1);
  await people.standingOf(somebody, true);
  expect(asked).toHaveLength(2);
});

test("a person on Slack without a display name is shown with the real name", async () => {
  const { people } = peopleWhere({ name: "ada", real_name: "Ada L.", profile: { display_name: "" } });
  expect(await people.namesOf(somebody, ["U1"])).toEqual(new Map([["U1", "Ada L."]]));
  expect(await peopleWhere(null).people.namesOf(somebody, ["U1"])).toEqual(new Map());
});
