import { expect, test } from "vitest";
import { recordsRemover } from "../../src/app/people/people.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { noSettings, type Settings } from "../../src/core/request/settings.ts";
import { languageStore, settingsStore, spendingReader, welcomedPeople } from "../../src/people/own-records.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aClosedJob, aJobId, anOwner, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { awayKeyv, memoryKeyv } from "../fakes/memory-keyv.ts";

const mine: Settings = {
  aspectRatio: "9:16",
  duration: 15,
  isSilent: true,
  isAttached: false,
  isPrivate: true,
  confirmAbove: 200,
};

function world() {
  const keyv = memoryKeyv();
  return { keyv, settings: settingsStore(keyv) };
}

test("stored settings are returned unchanged, and only to their owner", async () => {
  const { settings } = world();
  expect(await settings.get(anOwner())).toEqual(noSettings);
  await settings.put(anOwner(), mine);
  expect(await settings.get(anOwner())).toEqual(mine);
  expect(await settings.get(aSlackOwner())).toEqual(noSettings);
});

test.for([
  ["of an unknown format version", { v: 2, settings: mine }],
  ["with a duration that is not offered", { v: 1, settings: { ...mine, duration: 11 } }],
  ["of a wrong type", "text"],
] as const)("stored settings %s are ignored", async ([, record]) => {
  const { keyv, settings } = world();
  await keyv.set(ownerName(anOwner()), record);
  expect(await settings.get(anOwner())).toEqual(noSettings);
});

test("a failure of the store causes an error and is not treated like missing settings", async () => {
  const settings = settingsStore(awayKeyv());
  await expect(settings.get(anOwner())).rejects.toThrow("away");
  await expect(settings.put(anOwner(), mine)).rejects.toThrow("away");
});

const ben = aSlackOwner("U2", "T1");

test("a person's language and settings do not overwrite each other", async () => {
  const keyv = memoryKeyv();
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

test("a person's language is deleted with the person's other records", async () => {
  const keyv = memoryKeyv();
  const languages = languageStore(keyv);
  await languages.put(ben, "ja");
  await recordsRemover([keyv])(ben);
  expect(await languages.get(ben)).toBeNull();
});

test("a stored language is ignored if the format or the language is unknown", async () => {
  const keyv = memoryKeyv();
  const languages = languageStore(keyv);
  for (const odd of ["ja", { v: 2, locale: "ja" }, { v: 1, locale: "nl" }]) {
    await keyv.set("slack:T1:U2:language", odd);
    expect(await languages.get(ben)).toBeNull();
  }
});

test("a person's first use of Reelay is recorded only once until the person's data is deleted", async () => {
  const keyv = memoryKeyv();
  const clock = manualClock();
  const welcomed = welcomedPeople(keyv, clock);
  const ada = aSlackOwner();
  const ben = aSlackOwner("U00000BEN2");
  expect(await welcomed.at(ada)).toBeNull();
  const noted = await Promise.all([1, 2, 3].map(() => welcomed.note(ada)));
  expect(noted.filter((isFirst) => isFirst)).toHaveLength(1);
  expect(await welcomed.note(ben)).toBe(true);
  expect(await welcomedPeople(keyv, clock).note(ada)).toBe(false);
  expect(await welcomed.at(ada)).toBe(TEST_START);
  await recordsRemover([keyv])(ada);
  expect(await welcomed.at(ada)).toBeNull();
  expect(await welcomed.note(ada)).toBe(true);
  expect(await welcomed.note(ben)).toBe(false);
});

test("if a person's first use of Reelay cannot be recorded, the next use is recorded as the first", async () => {
  const keyv = memoryKeyv();
  const welcomed = welcomedPeople(keyv, manualClock());
  const { set } = keyv;
  keyv.set = () => Promise.reject(new Error("full"));
  await expect(welcomed.note(aSlackOwner())).rejects.toThrow("full");
  keyv.set = set.bind(keyv);
  expect(await welcomed.note(aSlackOwner())).toBe(true);
});

test("a person's monthly costs cover this and the previous UTC month and include only the person's own videos", async () => {
  const jobs = memoryJobStore();
  const at = [Date.UTC(2026, 0, 1), Date.UTC(2025, 11, 31, 23, 59), Date.UTC(2025, 11, 1), Date.UTC(2025, 10, 30)];
  for (const [n, acceptedAt] of at.entries()) await jobs.insert(aClosedJob({ id: aJobId(n), acceptedAt }));
  await jobs.insert(aClosedJob({ id: aJobId(9), acceptedAt: at[0] ?? 0, owner: anOwner("another") }));
  const spent = await spendingReader(jobs, manualClock(Date.UTC(2026, 0, 5)))(anOwner());
  expect(spent).toEqual({
    thisMonth: { charged: 95, refunded: 0, unknown: 0 },
    lastMonth: { charged: 190, refunded: 0, unknown: 0 },
  });
});
