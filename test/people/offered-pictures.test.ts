import Keyv from "keyv";
import { expect, test } from "vitest";
import { offeredPictures } from "../../src/people/offered-pictures.ts";
import { aJobId, anOwner, aSlackOwner } from "../fakes/jobs.ts";
import { toldClock } from "../fakes/told-clock.ts";

const pictures = [{ source: "address", name: "a", url: "https://a.example/b.png", width: 3, height: 4 }] as const;

test("the pictures that a form offers are there for its person for an hour", async () => {
  const clock = toldClock();
  const keyv = new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });
  const offered = offeredPictures(keyv, clock);
  await offered.keep(anOwner(), aJobId(), pictures);
  await clock.advance(3_599_999);
  expect(await offered.find(anOwner(), aJobId())).toEqual(pictures);
  expect(await offered.find(aSlackOwner(), aJobId())).toBeNull();
  expect(await offered.find(anOwner(), aJobId(2))).toBeNull();
  await clock.advance(1);
  expect(await offered.find(anOwner(), aJobId())).toBeNull();
});
