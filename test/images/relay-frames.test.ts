import { createSecretKey, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import Keyv from "keyv";
import { expect, onTestFinished, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { refuse } from "../../src/core/result.ts";
import { frameStore, pictureRelay, relayTokens } from "../../src/images/relay.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import { aJob, aJobId, aRequest } from "../fakes/jobs.ts";
import { keptLog } from "../fakes/kept-log.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { settled, succeeded } from "../messages/every-job.ts";
import { png } from "./pictures.ts";

const request = aRequest({ picture: aFramePicture({ job: aJobId(7), nth: 2 }) });
const part = aJob({ request });
const frame = { bytes: png(3, 4) };

/** The relay on a real server, before a store with those jobs. */
async function aRelay(...stored: readonly Job[]) {
  const jobs = new Map(stored.map((job) => [job.id, job]));
  const frames = frameStore(new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true }));
  const server = createServer((request, response) => void relay.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const relay = pictureRelay({
    publicUrl: () => `http://127.0.0.1:${port}`,
    tokens: relayTokens([createSecretKey(randomBytes(32))]),
    frames,
    clock: toldClock(),
    log: keptLog(),
    loadJob: async (id) => jobs.get(id) ?? null,
    openFile: async () => refuse({ kind: "gone" }),
  });
  const get = async (id = part.id) => {
    const answer = await fetch(relay.addressFor(id));
    return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  return { jobs, frames, get };
}

test("a frame is served at the address of its job, as what it is and to be kept by nobody", async () => {
  const { frames, get } = await aRelay(part);
  expect((await get()).status).toBe(404);
  await frames.keep(part.id, frame);
  const { status, headers, bytes } = await get();
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    200,
    "image/png",
    "no-store, private",
  ]);
  expect(bytes).toEqual(new Uint8Array(frame.bytes));
});

test("once its job has an outcome a frame is served to nobody, and nobody has it once it is forgotten", async () => {
  const { jobs, frames, get } = await aRelay(part);
  await frames.keep(part.id, frame);
  jobs.set(part.id, { ...settled(succeeded), id: part.id, request });
  expect((await get()).status).toBe(404);
  jobs.set(part.id, part);
  expect((await get()).status).toBe(200);
  await frames.forget(part.id);
  expect((await get()).status).toBe(404);
});

test("a frame that is kept for one job is no other job's", async () => {
  const other = aJob({ id: aJobId(2), request });
  const { frames, get } = await aRelay(part, other, aJob({ id: aJobId(3) }));
  await frames.keep(part.id, frame);
  await frames.keep(aJobId(3), frame);
  expect((await get(other.id)).status).toBe(404);
  // It begins with no frame.
  expect((await get(aJobId(3))).status).toBe(404);
});
