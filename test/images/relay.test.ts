import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import { frameStore, pictureRelay, relayTokens } from "../../src/images/relay.ts";
import { deferred } from "../fakes/deferred.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import { aJob, aJobId, aRequest } from "../fakes/jobs.ts";
import { answerTo, handledBy } from "../fakes/loopback-server.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { memoryKeyv } from "../fakes/memory-keyv.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { settled, succeeded } from "../messages/every-job.ts";
import { png } from "./pictures.ts";

const file = { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } as const;
const picture = { source: "attachment", url: "", isChecked: false, decidesRatio: false, file } as const;
const request = aRequest({ picture });
const job = aJob({ request });
const newKey = () => createSecretKey(randomBytes(32));
type Opened = Result<Uint8Array, { readonly kind: "gone" | "unreachable" }>;

/** The relay on a real server, with a store that contains that job. */
async function world(options: { stored?: Job | null; opened?: Opened | Promise<Opened>; more?: readonly Job[] } = {}) {
  const { stored = job, opened = ok(png(3, 4)), more = [] } = options;
  const jobs = new Map([...more, ...(stored ? [stored] : [])].map((each) => [each.id, each]));
  const clock = manualClock();
  const answers: (Opened | Promise<Opened>)[] = [];
  const tokens = relayTokens([newKey()]);
  const frames = frameStore(memoryKeyv());
  const asked: unknown[] = [];
  const { port, origin } = await handledBy((request, response) => relay.handle(request, response));
  const bare = (target: string) => answerTo(port, target);
  const relay = pictureRelay({
    publicUrl: `${origin}/reelay`,
    tokens,
    frames,
    clock,
    log: recordingLog(),
    loadJob: async (id) => jobs.get(id) ?? null,
    async openFile(one) {
      asked.push(one);
      return answers.shift() ?? opened;
    },
  });
  return {
    relay,
    asked,
    jobs,
    frames,
    clock,
    answers,
    origin,
    bare,
    get: (url = relay.addressFor(job.id), method = "GET") => fetch(url, { method }),
  };
}

test("the private picture of an unfinished job is served with its content type", async () => {
  const { get, asked } = await world();
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store, private",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(png(3, 4)));
  expect(asked).toEqual([file]);
  const head = await get(undefined, "HEAD");
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "image/png", ""]);
  expect((await get(undefined, "POST")).status).toBe(405);
});

test.for<readonly [string, { stored?: Job | null; opened?: Opened }]>([
  ["if the job has ended", { stored: { ...settled(succeeded), id: job.id, request } }],
  ["if the job is unknown", { stored: null }],
  ["if the job has no picture", { stored: aJob({ id: job.id }) }],
  ["if the picture's file has been deleted", { opened: refuse({ kind: "gone" }) }],
  ["if the platform returns a sign-in page", { opened: ok(Buffer.from("<!DOCTYPE html><html></html>")) }],
  ["if the platform returns an SVG", { opened: ok(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")) }],
  ["if the picture's file is too large", { opened: ok(new Uint8Array(5_000_001)) }],
])("no private picture is served %s", async ([, options]) => {
  const { get, relay } = await world(options);
  expect((await get()).status).toBe(404);
  expect(await relay.inspect(relay.addressFor(job.id))).toMatchObject({ ok: false });
});

test("a request for a private picture gets HTTP 503 if the platform cannot return the picture now", async () => {
  const { get, relay } = await world({ opened: refuse({ kind: "unreachable" }) });
  const answer = await get();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await relay.inspect(relay.addressFor(job.id))).toEqual({ ok: false, refusal: { kind: "picture_away" } });
});

test("a picture address that was not signed by the bot is refused without a request to the platform", async () => {
  const { get, relay, asked } = await world();
  const good = relay.addressFor(job.id);
  const other = relayTokens([newKey()]).sign(job.id);
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const changed = letters.map((last) => good.replace(/.$/, last)).filter((address) => address !== good);
  for (const bad of [...changed, good.replace(/[^/]+$/, other)]) expect((await get(bad)).status).toBe(404);
  expect((await get(good.replace(/[^/]+$/, job.id))).status).toBe(404);
  expect(asked).toEqual([]);
});

test("a signed picture address works with and without the path of PUBLIC_URL, and with a query", async () => {
  const { relay, bare } = await world();
  const token = relay.addressFor(job.id).split("/").at(-1);
  const statusOf = async (target: string) => (await bare(target)).slice(9, 12);
  for (const target of [`/pictures/${token}`, `/reelay/pictures/${token}`, `/pictures/${token}?x=1`])
    expect([target, await statusOf(target)]).toEqual([target, "200"]);
});

test("a signed picture token returns no picture if the path is spelled differently, such as with “%2f” or “/./”", async () => {
  const { relay, asked, origin, bare } = await world();
  const token = relay.addressFor(job.id).split("/").at(-1);
  const statusOf = async (target: string) => (await bare(target)).slice(9, 12);
  const odd = [
    ...[`/x/pictures/${token}`, `/x/../pictures/${token}`, `/%2e%2e/pictures/${token}`, `//x/pictures/${token}`],
    ...[`/\\x/pictures/${token}`, `/?/pictures/${token}`, `/metrics?/pictures/${token}`, `/pictures%2f${token}`],
    ...[`${origin}/pictures/${token}`, `http://x/pictures/${token}`, `/pictures//${token}`, `/pictures/./${token}`],
    ...[`/pictures/${token}/`, `/pictures/${token}#x`, `/reelay/../pictures/${token}`, `/reelay//pictures/${token}`],
  ];
  for (const target of odd) expect([target, await statusOf(target)]).toEqual([target, "418"]);
  expect(asked).toEqual([]);
});

test("a picture address that was signed with an old key is valid only while the old key is still configured", () => {
  const [before, after] = [newKey(), newKey()];
  const token = relayTokens([before]).sign(job.id);
  expect(relayTokens([after, before]).read(token)).toBe(job.id);
  expect(relayTokens([after]).read(token)).toBeNull();
});

test("inspecting a picture address that the bot created returns the picture's aspect ratio", async () => {
  const { relay } = await world();
  expect(await relay.inspect(relay.addressFor(job.id))).toEqual({ ok: true, value: { aspectRatio: "9:16" } });
});

test("inspecting a picture address that the bot did not create returns null", async () => {
  const { relay } = await world();
  expect(relay.inspect("https://a.example/pictures/x")).toBeNull();
});

const several = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    // The same id in different workspaces means different pictures.
    const own = { ...picture, file: { ...file, teamId: `T${n + 2}` } };
    return aJob({ id: `${n}`.padStart(20, "a"), request: aRequest({ picture: own }) });
  });

const untilAsked = async (asked: readonly unknown[], times: number) => {
  while (asked.length < times) await new Promise((resolve) => setImmediate(resolve));
};

test("while four pictures are being fetched, a request for a fifth picture gets HTTP 503", async () => {
  const opened = deferred<Opened>();
  const jobs = several(5);
  const { get, asked, relay } = await world({ opened: opened.promise, more: jobs });
  const addresses = jobs.map(({ id }) => relay.addressFor(id));
  const four = addresses.slice(0, 4).map((address) => get(address));
  await untilAsked(asked, 4);
  const fifth = await get(addresses[4]);
  expect([fifth.status, fifth.headers.get("retry-after")]).toEqual([503, "2"]);
  // A picture that is already being fetched does not count as a fifth.
  const shared = get(addresses[0]);
  const looked = relay.inspect(addresses[0] ?? "");
  expect(asked).toHaveLength(4);
  opened.resolve(ok(png(3, 4)));
  expect(await looked).toMatchObject({ ok: true });
  expect((await Promise.all([...four, shared])).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await get(addresses[4])).status).toBe(200);
  expect(asked).toHaveLength(5);
});

test("a served picture is cached for one minute and then fetched again", async () => {
  const { get, asked, clock } = await world();
  for (let n = 0; n < 3; n += 1) expect((await get()).status).toBe(200);
  await clock.advance(59_999);
  expect((await get()).headers.get("content-type")).toBe("image/png");
  expect(asked).toHaveLength(1);
  await clock.advance(1);
  expect((await get()).status).toBe(200);
  expect(asked).toHaveLength(2);
});

test("a cached picture is not served after its job has ended", async () => {
  const { get, asked, jobs, relay } = await world();
  expect((await get()).status).toBe(200);
  jobs.set(job.id, { ...settled(succeeded), id: job.id, request });
  expect((await get()).status).toBe(404);
  expect(await relay.inspect(relay.addressFor(job.id))).toMatchObject({ ok: false });
  jobs.delete(job.id);
  expect((await get()).status).toBe(404);
  expect(asked).toHaveLength(1);
});

test("a private picture that could not be fetched is not cached", async () => {
  const { get, asked, answers } = await world();
  const fault = Promise.reject(new Error("a fault"));
  fault.catch(() => {});
  answers.push(refuse({ kind: "unreachable" }), ok(Buffer.from("<svg/>")), fault);
  expect([(await get()).status, (await get()).status]).toEqual([503, 404]);
  expect((await get()).status).toBe(500);
  expect((await get()).status).toBe(200);
  expect(asked).toHaveLength(4);
});

test("the cache of served pictures contains at most the newest 20 MB", async () => {
  const large = png(3, 4, 4_900_000);
  const jobs = several(5);
  const { get, asked, relay } = await world({ opened: ok(large), more: jobs });
  const addresses = jobs.map(({ id }) => relay.addressFor(id));
  for (const address of addresses) expect((await get(address)).status).toBe(200);
  for (const address of addresses.slice(1)) await get(address);
  expect(asked).toHaveLength(5);
  await get(addresses[0]);
  expect(asked).toHaveLength(6);
});

const ofFrame = aRequest({ picture: aFramePicture({ job: aJobId(7), nth: 2 }) });
const part = aJob({ id: job.id, request: ofFrame });
const frame = { bytes: png(3, 4), type: "image/png" as const };

test("the stored start frame of an unfinished video is served at the job's picture address", async () => {
  const other = aJob({ id: aJobId(2), request: ofFrame });
  const { frames, get, jobs, relay } = await world({ stored: part, more: [other, aJob({ id: aJobId(3) })] });
  expect((await get()).status).toBe(404);
  await frames.keep(part.id, frame);
  const answer = await get();
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(frame.bytes));
  await frames.keep(aJobId(3), frame);
  // Job 3 has a stored frame, but its request does not start with one.
  for (const id of [other.id, aJobId(3)]) expect((await get(relay.addressFor(id))).status).toBe(404);
  jobs.set(part.id, { ...settled(succeeded), id: part.id, request: ofFrame });
  expect((await get()).status).toBe(404);
  jobs.set(part.id, part);
  expect((await get()).status).toBe(200);
  await frames.forget(part.id);
  expect((await get()).status).toBe(404);
});
