import { describe, expect, test } from "vitest";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { refuse } from "../../src/core/result.ts";
import { Secret } from "../../src/core/text/secret.ts";
import type { ApiRefusal } from "../../src/core/video-service.ts";
import { aJobId, anOwner, aRequest, TEST_KEY } from "../fakes/jobs.ts";
import { uncounted } from "../fakes/meter.ts";
import { aWatch } from "./a-watch.ts";
import { aWorld } from "./world.ts";

const MINUTE = 60_000;
const lost: ApiRefusal = { kind: "unavailable", sent: true, detail: "http 503" };

/** People who make videos, and the service's health as their jobs tell it. */
function aTown() {
  let watch: ReturnType<typeof aWatch> | null = null;
  const room = { ofOwner: 10, ofWorkspace: 100, waitingOfOwner: 5 };
  const world = aWorld(uncounted, room, { pollMinMs: 2_000 }, (clock) => {
    watch = aWatch(clock);
    return watch.health;
  });
  let count = 0;
  const begin = (person: string, request: Partial<VideoRequest> = {}) => {
    const owner = anOwner(person);
    count += 1;
    const sealedKey = world.vault.seal(owner, new Secret(TEST_KEY));
    return world.begin({
      id: aJobId(count),
      owner,
      sealedKey,
      request: aRequest({ prompt: `fox ${count}`, ...request }),
    });
  };
  return { world, begin, is: () => watch?.health.now().trouble };
}

describe("paid calls", () => {
  test("three that are unavailable, of two people, tell at once that the service is down", async () => {
    const { world, begin, is } = aTown();
    world.video.nextSubmits(refuse(lost), refuse(lost), refuse(lost));
    for (const person of ["ada", "ben"]) await begin(person);
    expect(is()).toBeNull();
    await begin("ada");
    expect(is()).toEqual({ kind: "down" });
  });

  const refusals: readonly ApiRefusal[] = [
    { kind: "bad_request", detail: "http 400" },
    { kind: "bad_key" },
    { kind: "no_credits" },
    { kind: "rate_limited", retryAfterMs: 1 },
    { kind: "busy", detail: "http 400" },
    { kind: "wrong_address", detail: "http 404" },
  ];
  test.for(refusals)("that are refused as $kind say nothing against the service", async (refusal) => {
    const { world, begin, is } = aTown();
    world.video.nextSubmits(...Array.from({ length: 12 }, () => refuse(refusal)));
    for (const person of ["ada", "ben", "cleo", "ada"]) await begin(person);
    await world.clock.advance(MINUTE);
    expect(world.video.prompts().length).toBeGreaterThan(3);
    expect(is()).toBeNull();
  });

  test("one key's failures alone are not everybody's", async () => {
    const { world, begin, is } = aTown();
    await begin("ben");
    world.video.nextSubmits(...Array.from({ length: 5 }, () => refuse(lost)));
    for (let n = 0; n < 5; n += 1) await begin("ada");
    expect(is()).toBeNull();
  });
});

describe("polls", () => {
  test("tell within a minute that the service is down, and go on telling it", async () => {
    const { world, begin, is } = aTown();
    for (let n = 0; n < 5; n += 1) await begin("ada");
    await world.clock.advance(20_000);
    world.video.everyPoll(() => refuse(lost));
    await world.clock.advance(MINUTE);
    expect(is()).toEqual({ kind: "down" });
    await world.clock.advance(40 * MINUTE);
    expect(is()).toEqual({ kind: "down" });
    world.video.everyPoll(() => null);
    await world.clock.advance(17 * MINUTE);
    expect(is()).toBeNull();
  });

  test("that find three videos of two people failed tell that many fail", async () => {
    const { world, begin, is } = aTown();
    for (const person of ["ada", "ben", "ada"]) await begin(person);
    for (const taskId of world.video.taskIds()) world.video.fail(taskId);
    await world.clock.advance(MINUTE);
    expect(is()).toEqual({ kind: "failing", failed: 3, ends: 3 });
  });
});
