import { webApi } from "@slack/bolt";
import { expect, it } from "vitest";
import { sleep } from "../../../../src/core/clock.ts";
import { ownerName } from "../../../../src/core/job/ids.ts";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { Languages, Locale } from "../../../../src/core/text/locale.ts";
import type { ClientOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { slackLocales } from "../../../../src/frontends/slack/out/slack-languages.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

const ben = { teamId: "T1", userId: "U00000BEN2" };

/** What was learned of people in an earlier life, as the store keeps it. */
function kept(entries: Record<string, Locale> = {}) {
  const known = new Map(Object.entries(entries));
  const languages: Languages = {
    get: async (owner) => known.get(ownerName(owner)) ?? null,
    put: async (owner, locale) => void known.set(ownerName(owner), locale),
  };
  return { known, languages };
}

/** Profiles as Slack tells them, after that time; null: it tells nothing. */
function world(profiles: Record<string, string | null>, { afterMs = 0, languages = kept().languages } = {}) {
  const clock = toldClock();
  const log = keptLog();
  const asked: string[] = [];
  const client = new webApi.WebClient();
  Object.assign(client.users, {
    info: async ({ user }: { user: string }) => {
      asked.push(user);
      if (afterMs > 0) await sleep(clock, afterMs);
      return { ok: true, user: { locale: profiles[user] ?? profiles.everybody } };
    },
  });
  const clientOf: ClientOf = async ({ teamId }) =>
    teamId === "T2" ? refuse({ kind: "unavailable", unclear: false, detail: "not installed" }) : ok(client);
  return { clock, log, asked, locales: slackLocales({ clientOf, clock, log, languages }) };
}

it("knows a person's language from the first time on, and asks once", async () => {
  const { asked, locales } = world({ [ben.userId]: "ja-JP" });
  expect(locales.known(ben)).toBeUndefined();
  expect(await locales.soon(ben)).toBe("ja");
  expect(await locales.learn(ben)).toBe("ja");
  expect(locales.known(ben)).toBe("ja");
  expect(await locales.soon(ben)).toBe("ja");
  expect(asked).toEqual([ben.userId]);
});

it("waits 0.6 s for it and no longer, and knows it the next time", async () => {
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

it("knows after a restart what it learned before, uses it at once and looks whether it is still so", async () => {
  const store = kept();
  await world({ [ben.userId]: "ja-JP" }, store).locales.soon(ben);
  expect([...store.known]).toEqual([["slack:T1:U00000BEN2", "ja"]]);
  const { clock, asked, locales } = world({ [ben.userId]: "fr-FR" }, { ...store, afterMs: 5_000 });
  expect(await locales.soon(ben)).toBe("ja");
  expect(asked).toEqual([ben.userId]);
  await clock.advance(5_000);
  expect(await locales.soon(ben)).toBe("fr");
  expect([...store.known]).toEqual([["slack:T1:U00000BEN2", "fr"]]);
});

it("asks Slack beside a slow store, not after it", async () => {
  const languages: Languages = { get: () => new Promise(() => undefined), put: async () => undefined };
  const { clock, locales } = world({ [ben.userId]: "de-DE" }, { languages, afterMs: 500 });
  const first = locales.soon(ben);
  await clock.advance(500);
  expect(await first).toBe("de");
});

it("takes what the store knows where Slack may not be asked now", async () => {
  const { languages } = kept({ "slack:T1:U00000BEN2": "ja" });
  const { asked, locales } = world({ everybody: "de-DE" }, { languages });
  await Promise.all(Array.from({ length: 20 }, (_, n) => locales.soon({ teamId: "T1", userId: `U${n}` })));
  expect(await locales.soon(ben)).toBe("ja");
  expect(asked).toHaveLength(20);
});

it("keeps an organisation's people under the organisation, as all else of theirs", async () => {
  const store = kept();
  const { locales } = world({ [ben.userId]: "ja-JP" }, store);
  await locales.soon({ ...ben, enterpriseId: "E1" });
  expect([...store.known.keys()]).toEqual(["slack:E1:U00000BEN2"]);
});

it("asks about no more people of a workspace than a part of what Slack allows, and the others read English at once", async () => {
  const { clock, asked, locales } = world({ everybody: "de-DE" });
  const people = Array.from({ length: 100 }, (_, n) => ({ teamId: "T1", userId: `U${n}` }));
  const told = await Promise.all(people.map((person) => locales.soon(person)));
  expect(told.filter((locale) => locale === "de")).toHaveLength(20);
  expect(told.filter((locale) => locale === undefined)).toHaveLength(80);
  // Another workspace has its own.
  expect(await locales.soon({ teamId: "T3", userId: "U1" })).toBe("de");
  for (let minute = 1; minute <= 3; minute += 1) {
    const before = asked.length;
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000);
      for (const person of people) void locales.soon(person);
    }
    expect(asked.length - before).toBeLessThanOrEqual(60);
  }
  await clock.advance(0);
  expect(people.every((person) => locales.known(person) === "de")).toBe(true);
});

it("takes a store that fails for one that knows nothing, and says so in the log", async () => {
  const failing: Languages = {
    get: () => Promise.reject(new Error("away")),
    put: () => Promise.reject(new Error("away")),
  };
  const { clock, log, locales } = world({ [ben.userId]: "ja-JP" }, { languages: failing });
  expect(await locales.soon(ben)).toBe("ja");
  await clock.advance(0);
  expect(log.lines.map(({ event }) => event)).toEqual(["slack language not read", "slack language not kept"]);
});

it("looks at a profile once more after a minute, and keeps what it knew until then", async () => {
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

it("leaves half of what it may ask at once for people whose language is not known", async () => {
  const { clock, asked, locales } = world({ everybody: "de-DE" });
  const people = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => locales.soon({ teamId: "T1", userId: `${name}${n}` })));
  await people(20, "KNOWN");
  await clock.advance(60_000);
  await people(20, "KNOWN");
  await clock.advance(0);
  expect(asked).toHaveLength(30);
  expect((await people(20, "NEW")).filter((locale) => locale === "de")).toHaveLength(10);
});

it("speaks English where Slack tells nothing, and does not ask with every command", async () => {
  const { clock, asked, locales } = world({ [ben.userId]: null });
  expect(await locales.learn(ben)).toBe("en");
  expect(await locales.soon(ben)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(await locales.learn({ ...ben, teamId: "T2" })).toBe("en");
  await clock.advance(600_000);
  await locales.learn(ben);
  expect(asked).toHaveLength(2);
});
