import Keyv from "keyv";
import { expect, test } from "vitest";
import { unconfirmedRequests } from "../../src/people/unconfirmed-requests.ts";
import { aJobId, anOwner, aRequest, aSlackOwner } from "../fakes/jobs.ts";
import { toldClock } from "../fakes/told-clock.ts";

const kept = { request: aRequest(), isSilent: true, isPrivate: false };

function world() {
  const clock = toldClock();
  const keyv = new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });
  return { clock, keyv, requests: unconfirmedRequests(keyv, clock) };
}

test("a kept request is there for its person under its id, as often as they look", async () => {
  const { requests } = world();
  await requests.keep(anOwner(), aJobId(1), kept);
  expect(await requests.find(anOwner(), aJobId(1))).toEqual(kept);
  expect(await requests.find(anOwner(), aJobId(1))).toEqual(kept);
  expect(await requests.find(anOwner(), aJobId(2))).toBeNull();
  expect(await requests.find(aSlackOwner(), aJobId(1))).toBeNull();
});

test("a kept request is there for an hour and not longer", async () => {
  const { clock, requests } = world();
  await requests.keep(anOwner(), aJobId(), kept);
  await clock.advance(3_599_999);
  expect(await requests.find(anOwner(), aJobId())).toEqual(kept);
  await clock.advance(1);
  expect(await requests.find(anOwner(), aJobId())).toBeNull();
});

test("a record of another version is no request", async () => {
  const { keyv, requests } = world();
  await requests.keep(anOwner(), aJobId(), kept);
  await keyv.set(`discord:${anOwner().userId}:${aJobId()}`, { v: 2, until: Number.MAX_SAFE_INTEGER, kept });
  expect(await requests.find(anOwner(), aJobId())).toBeNull();
});
