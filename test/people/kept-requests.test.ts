import { expect, test } from "vitest";
import type { PendingRequest } from "../../src/core/request/kept-request.ts";
import { setPrices } from "../../src/core/request/price.ts";
import { offeredPictures, pendingRequests, unconfirmedRequests } from "../../src/people/kept-requests.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aDiscordReply, aJobId, anOwner, aRequest, aSlackOwner } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { awayKeyv, memoryKeyv } from "../fakes/memory-keyv.ts";
import { aPriceList } from "../fakes/price-list.ts";

const HOUR_MS = 3_600_000;

function world() {
  const clock = manualClock();
  const keyv = memoryKeyv();
  return { clock, keyv, pending: pendingRequests(keyv, clock) };
}

test("a person's latest request that waits for an API key is returned to only one of several concurrent readers", async () => {
  const { pending } = world();
  for (const event of ["e1", "e2"]) await pending.keep(anOwner(), aPending(event));
  const taken = await Promise.all([1, 2, 3].map(() => pending.take(anOwner())));
  expect(taken).toEqual([aPending("e2"), null, null]);
});

test("a request that waits for an API key is stored for exactly one hour", async () => {
  const { clock, pending } = world();
  await pending.keep(anOwner("1"), aPending("e1"));
  await pending.keep(anOwner("2"), aPending("e2"));
  await clock.advance(HOUR_MS - 1);
  expect(await pending.take(anOwner("1"))).not.toBeNull();
  await clock.advance(1);
  expect(await pending.take(anOwner("2"))).toBeNull();
});

test("a request that waits for an API key cannot be read by another person", async () => {
  const { pending } = world();
  await pending.keep(aSlackOwner("U1", "T1"), aPending("e1"));
  expect(await pending.take(aSlackOwner("U1", "T2"))).toBeNull();
  expect(await pending.take(anOwner("U1"))).toBeNull();
  expect(await pending.take(aSlackOwner("U1", "T1"))).not.toBeNull();
});

test("storing or reading a request that waits for an API key fails with an error if the store fails", async () => {
  const pending = pendingRequests(awayKeyv(), manualClock());
  await expect(pending.take(anOwner())).rejects.toThrow("away");
  await expect(pending.keep(anOwner(), aPending("e1"))).rejects.toThrow("away");
});

function aPending(eventId: string): PendingRequest {
  return {
    eventId,
    draft: aDraft({ duration: "15" }),
    price: 143,
    reply: aDiscordReply(),
    workspace: null,
    roles: [],
    ageRestriction: "no",
  };
}

const request = { each: [aRequest()], isSilent: true, isPrivate: false, pay: "mine" } as const;

function unconfirmedWorld() {
  const clock = manualClock();
  const keyv = memoryKeyv();
  return { clock, keyv, requests: unconfirmedRequests(keyv, clock) };
}

test("a request that awaits confirmation cannot be found while the prices differ from the prices that the person saw", async () => {
  const { requests } = unconfirmedWorld();
  await requests.keep(anOwner(), aJobId(1), request);
  const unset = setPrices(aPriceList(95, 143, 205, 309));
  expect(await requests.find(anOwner(), aJobId(1))).toBeNull();
  expect(await requests.all(anOwner())).toEqual([request]);
  unset();
  expect(await requests.find(anOwner(), aJobId(1))).toEqual(request);
});

test("a request that awaits confirmation can be read several times, but only by the owner", async () => {
  const { requests } = unconfirmedWorld();
  await requests.keep(anOwner(), aJobId(1), request);
  expect(await requests.find(anOwner(), aJobId(1))).toEqual(request);
  expect(await requests.find(anOwner(), aJobId(1))).toEqual(request);
  expect(await requests.find(anOwner(), aJobId(2))).toBeNull();
  expect(await requests.find(aSlackOwner(), aJobId(1))).toBeNull();
});

test("a request that awaits confirmation is ignored if the stored record's format version is unknown", async () => {
  const { keyv, requests } = unconfirmedWorld();
  await requests.keep(anOwner(), aJobId(), request);
  await keyv.set(`discord:${anOwner().userId}:${aJobId()}`, { v: 2, until: Number.MAX_SAFE_INTEGER, value: request });
  expect(await requests.find(anOwner(), aJobId())).toBeNull();
});

const pictures = [{ source: "address", name: "a", url: "https://a.example/b.png", width: 3, height: 4 }] as const;

test("the pictures offered in a form are stored for one hour, only for the person who opened the form", async () => {
  const clock = manualClock();
  const keyv = memoryKeyv();
  const offered = offeredPictures(keyv, clock);
  await offered.keep(anOwner(), aJobId(), pictures);
  await clock.advance(3_599_999);
  expect(await offered.find(anOwner(), aJobId())).toEqual(pictures);
  expect(await offered.find(aSlackOwner(), aJobId())).toBeNull();
  expect(await offered.find(anOwner(), aJobId(2))).toBeNull();
  await clock.advance(1);
  expect(await offered.find(anOwner(), aJobId())).toBeNull();
});
