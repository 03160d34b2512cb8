import { webApi } from "@slack/bolt";
import { expect, it } from "vitest";
import { ok, refuse } from "../../../src/core/result.ts";
import type { ClientOf } from "../../../src/frontends/slack/client-of.ts";
import { slackLocales } from "../../../src/frontends/slack/locales.ts";
import { toldClock } from "../../fakes/told-clock.ts";

const DAY_MS = 86_400_000;
const ben = { teamId: "T1", userId: "U00000BEN2" };

/** Profiles as Slack tells them; null: it tells nothing. */
function world(profiles: Record<string, string | null>) {
  const clock = toldClock();
  const asked: string[] = [];
  const client = new webApi.WebClient();
  Object.assign(client.users, {
    info: async ({ user }: { user: string }) => {
      asked.push(user);
      return { ok: true, user: { locale: profiles[user] } };
    },
  });
  const clientOf: ClientOf = async ({ teamId }) =>
    teamId === "T1" ? ok(client) : refuse({ kind: "unavailable", unclear: false, detail: "not installed" });
  return { clock, asked, locales: slackLocales({ clientOf, clock }) };
}

it("knows a person's language from the second time on, and asks once", async () => {
  const { asked, locales } = world({ [ben.userId]: "ja-JP" });
  expect(locales.known(ben)).toBeUndefined();
  expect(await locales.learn(ben)).toBe("ja");
  expect(locales.known(ben)).toBe("ja");
  expect(asked).toEqual([ben.userId]);
});

it("looks at a profile once more after a day, and keeps what it knew until then", async () => {
  const profiles: Record<string, string | null> = { [ben.userId]: "de-DE" };
  const { clock, asked, locales } = world(profiles);
  await locales.learn(ben);
  await clock.advance(DAY_MS);
  profiles[ben.userId] = "fr-FR";
  expect(locales.known(ben)).toBe("de");
  expect(await locales.learn(ben)).toBe("fr");
  expect(asked).toHaveLength(2);
});

it("speaks English where Slack tells nothing, and does not ask with every command", async () => {
  const { clock, asked, locales } = world({ [ben.userId]: null });
  expect(await locales.learn(ben)).toBe("en");
  expect(locales.known(ben)).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(await locales.learn({ ...ben, teamId: "T2" })).toBe("en");
  await clock.advance(600_000);
  await locales.learn(ben);
  expect(asked).toHaveLength(2);
});
