import Keyv from "keyv";
import { expect, test } from "vitest";
import { recordsRemover } from "../../src/app/people/people.ts";
import { welcomedPeople } from "../../src/people/welcomed.ts";
import { aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { toldClock } from "../fakes/told-clock.ts";

const memory = () => new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });

test("each person is noted once, however often and at once it is asked, and forgotten with their data", async () => {
  const keyv = memory();
  const clock = toldClock();
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

test("where the store fails nobody is welcomed, and the next time they are", async () => {
  const keyv = memory();
  const welcomed = welcomedPeople(keyv, toldClock());
  const { set } = keyv;
  keyv.set = () => Promise.reject(new Error("full"));
  await expect(welcomed.note(aSlackOwner())).rejects.toThrow("full");
  keyv.set = set.bind(keyv);
  expect(await welcomed.note(aSlackOwner())).toBe(true);
});
