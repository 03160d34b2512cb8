import Keyv from "keyv";
import { expect, test } from "vitest";
import { ownerName } from "../../src/core/job/ids.ts";
import { noSettings, type Settings } from "../../src/core/request/settings.ts";
import { settingsStore } from "../../src/people/settings.ts";
import { anOwner, aSlackOwner } from "../fakes/jobs.ts";

const mine: Settings = {
  aspectRatio: "9:16",
  duration: 15,
  isSilent: true,
  isAttached: false,
  isPrivate: true,
  confirmAbove: 200,
};

function world() {
  const keyv = new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });
  return { keyv, settings: settingsStore(keyv) };
}

test("settings come back as they were stored, to their owner alone", async () => {
  const { settings } = world();
  expect(await settings.get(anOwner())).toEqual(noSettings);
  await settings.put(anOwner(), mine);
  expect(await settings.get(anOwner())).toEqual(mine);
  expect(await settings.get(aSlackOwner())).toEqual(noSettings);
});

test.for([{ v: 2, settings: mine }, { v: 1, settings: { ...mine, duration: 11 } }, "text"])(
  "a record that this version does not know counts as none: %j",
  async (record) => {
    const { keyv, settings } = world();
    await keyv.set(ownerName(anOwner()), record);
    expect(await settings.get(anOwner())).toEqual(noSettings);
  },
);

test("a store that fails is a failure, not nothing set", async () => {
  const away = async () => {
    throw new Error("the store is away");
  };
  const settings = settingsStore(
    new Keyv({ store: { get: away, set: away, delete: away, clear: away }, throwOnErrors: true }),
  );
  await expect(settings.get(anOwner())).rejects.toThrow("away");
  await expect(settings.put(anOwner(), mine)).rejects.toThrow("away");
});
