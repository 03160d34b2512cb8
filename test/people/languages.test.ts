import Keyv from "keyv";
import { expect, test } from "vitest";
import { recordsRemover } from "../../src/app/people/people.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { languageStore } from "../../src/people/languages.ts";
import { settingsStore } from "../../src/people/settings.ts";
import { aSlackOwner } from "../fakes/jobs.ts";

const ben = aSlackOwner("U2", "T1");

test("a person's language lies beside their settings, and neither is written over by the other", async () => {
  const keyv = new Keyv();
  const [languages, settings] = [languageStore(keyv), settingsStore(keyv)];
  expect(await languages.get(ben)).toBeNull();
  await languages.put(ben, "ja");
  expect(await settings.get(ben)).toBe(noSettings);
  await settings.put(ben, { ...noSettings, isSilent: true });
  await languages.put(ben, "de");
  expect(await settings.get(ben)).toMatchObject({ isSilent: true });
  expect(await languages.get(ben)).toBe("de");
  expect(await languages.get(aSlackOwner("U2", "T2"))).toBeNull();
});

test("it goes with the person, and an entry of another version counts as none", async () => {
  const keyv = new Keyv();
  const languages = languageStore(keyv);
  await languages.put(ben, "ja");
  await recordsRemover([keyv])(ben);
  expect(await languages.get(ben)).toBeNull();
  for (const odd of ["ja", { v: 2, locale: "ja" }, { v: 1, locale: "nl" }]) {
    await keyv.set("slack:T1:U2:language", odd);
    expect(await languages.get(ben)).toBeNull();
  }
});
