import Keyv from "keyv";
import { expect, test } from "vitest";
import type { Team } from "../../src/core/job/ids.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { refusedKeys } from "../../src/keys/refused-keys.ts";
import { memoryVault } from "../fakes/vault.ts";

const team: Team = { platform: "discord", teamId: "300000000000000003" };
const key = new Secret("rk-team-0123-team");

test("a late no to a call of before the key was entered again says nothing about it; a new one does, and of no other key", async () => {
  const refused = refusedKeys(new Keyv({ store: new Map(), useKeyPrefix: false }), memoryVault());
  expect(await refused.note(team, key, 1_000)).toBe(true);
  expect(await refused.has(team, key)).toBe(true);
  await refused.entered(team, 5_000);
  expect(await refused.has(team, key)).toBe(false);
  expect(await refused.note(team, key, 4_000)).toBe(false);
  expect(await refused.has(team, key)).toBe(false);
  expect(await refused.note(team, key, 5_001)).toBe(true);
  expect([await refused.has(team, key), await refused.has(team, new Secret("rk-another-0123"))]).toEqual([true, false]);
  await refused.clear(team);
  expect(await refused.has(team, key)).toBe(false);
});
