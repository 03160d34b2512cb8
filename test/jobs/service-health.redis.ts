import { afterAll, beforeAll, expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import { openRedis } from "../../src/engines/distributed.ts";
import { type RedisServer, startRedis } from "../engines/redis-server.ts";
import { aJob, anOwner } from "../fakes/jobs.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { aWatch } from "./a-watch.ts";

const lost = { kind: "unavailable", sent: true, detail: "http 503" } as const;
const of = (person: string) => aJob({ owner: anOwner(person) });

let server: RedisServer;
const open: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  await Promise.all(open.map((close) => close()));
  await server.stop();
});

/** A process of its own, as far as Redis can tell. */
async function aProcess() {
  const opened = await openRedis({ url: server.url, acceptsLoss: true }, recordingLog());
  if (!opened.ok) throw new Error(opened.refusal.detail);
  const engine = opened.value;
  open.push(() => engine.close());
  const watch = aWatch(machineClock, { signs: engine.shared.signs, keyv: engine.keyv("health") });
  await watch.begin();
  return watch;
}

test("two processes over one Redis see one trouble of which each saw a part, and a third takes it up when it starts", async () => {
  const [one, two] = [await aProcess(), await aProcess()];
  const trouble = ({ health }: typeof one) => health.now().trouble?.kind;
  const person = (n: number) => of(`person ${n}`);
  // Nobody says when the listeners are there: what is told before is not heard.
  await expect
    .poll(
      () => {
        one.health.called(person(1), lost);
        two.health.called(person(2), lost);
        return [one, two].map(trouble);
      },
      { timeout: 10_000 },
    )
    .toEqual(["down", "down"]);
  await one.stop();
  expect(trouble(await aProcess())).toBe("down");
});
