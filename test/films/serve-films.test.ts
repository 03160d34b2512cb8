import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import { ok } from "../../src/core/result.ts";
import { filmServer } from "../../src/films/serve-films.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import { memoryFilms } from "../fakes/film/memory-films.ts";
import { aJob, aRequest } from "../fakes/jobs.ts";
import { answerTo, handledBy } from "../fakes/loopback-server.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";

const ID = "abcdefghij0123456789_-";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const BODY = "0123456789";

async function world({ path = "", prompt = "A paper boat, in the rain", over = {} as Partial<Job> } = {}) {
  const clock = manualClock();
  const store = memoryFilms(clock.now);
  const log = recordingLog();
  const name = sha256(ID);
  store.films.set(name, { bytes: Buffer.from(BODY), at: clock.now() });
  const film = aKeptFilm({ name, bytes: BODY.length, sha256: sha256(BODY), until: clock.now() + 1_000 });
  const jobs = new Map<string, Job>([[name, { ...aJob({ request: aRequest({ prompt }) }), film, ...over }]]);
  const asked: string[] = [];
  const { port, origin } = await handledBy((request, response) => films.handle(request, response));
  const films = filmServer({
    store,
    jobs: {
      async jobWithFilm(given) {
        asked.push(given);
        return jobs.get(given) ?? null;
      },
    },
    publicUrl: `${origin}${path}`,
    clock,
    log,
  });
  const bare = (target: string) => answerTo(port, target);
  const get = (headers: Readonly<Record<string, string>> = {}, method = "GET", id = ID) =>
    fetch(`${origin}/films/${id}`, { method, headers: { ...headers }, redirect: "manual" });
  return { store, jobs, clock, log, asked, origin, bare, get, film };
}

test("a stored video is served with its content type and a file name made from the prompt", async () => {
  const { get, film } = await world();
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(BODY);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "10",
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-disposition": `inline; filename="a-paper-boat-in-the-rain.mp4"; filename*=UTF-8''a-paper-boat-in-the-rain.mp4`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    etag: `"${film.sha256}"`,
  });
  const head = await get({}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
});

test("a stored video's file name header is valid even if the prompt has non-Latin letters and a line break", async () => {
  const { get } = await world({ prompt: '雨の中の紙の船"\r\nx: y' });
  const disposition = (await get()).headers.get("content-disposition") ?? "";
  expect(disposition).toMatch(/^inline; filename="video\.mp4"; filename\*=UTF-8''(?:%[0-9A-F]{2}|[\w.-])+$/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe("雨の中の紙の船-x-y.mp4");
});

test.for([
  ["bytes=2-4", 206, "three bytes", "234", "bytes 2-4/10"],
  ["bytes=0-0", 206, "the first byte", "0", "bytes 0-0/10"],
  ["bytes=7-", 206, "the last three bytes", "789", "bytes 7-9/10"],
  ["bytes=-3", 206, "the last three bytes", "789", "bytes 7-9/10"],
  ["bytes=8-99", 206, "the last two bytes", "89", "bytes 8-9/10"],
  ["bytes=10-", 416, "no content", "", "bytes */10"],
  ["bytes=-0", 416, "no content", "", "bytes */10"],
  ["bytes=4-2", 200, "the whole content", BODY, null],
  ["bytes=0-1,3-4", 200, "the whole content", BODY, null],
  ["seconds=0-1", 200, "the whole content", BODY, null],
  [`bytes=${"9".repeat(40)}-`, 200, "the whole content", BODY, null],
] as const)(
  "a request for the range “%s” of a stored video gets the status %d and %s",
  async ([range, status, , body, contentRange]) => {
    const { get } = await world();
    const answer = await get({ range });
    expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([
      status,
      body,
      contentRange,
    ]);
  },
);

test("a range request with If-Range gets a part of the video only if the header names the stored version", async () => {
  const { get, film } = await world();
  const range = "bytes=2-4";
  const statusOf = async (headers: Readonly<Record<string, string>>, method = "GET") =>
    (await get(headers, method)).status;
  expect(await statusOf({ range, "if-range": `"${film.sha256}"` })).toBe(206);
  expect(await statusOf({ range, "if-range": `W/"${film.sha256}"` })).toBe(200);
  expect(await statusOf({ range, "if-range": '"another"' })).toBe(200);
  expect(await statusOf({ range, "if-range": "Thu, 26 Nov 2026 00:00:00 GMT" })).toBe(200);
  expect(await statusOf({ range }, "HEAD")).toBe(200);
});

test("a client that already has a stored video gets the status 304", async () => {
  const { get, film } = await world();
  const statusOf = async (given: string) => (await get({ "if-none-match": given })).status;
  expect(await statusOf(`"${film.sha256}"`)).toBe(304);
  expect(await statusOf(`"other", W/"${film.sha256}"`)).toBe(304);
  expect(await statusOf("*")).toBe(304);
  expect(await statusOf('"other"')).toBe(200);
});

test("a request for an unknown, expired, deleted or unreadable video always gets the same 404 response", async () => {
  const headOf = async (answer: Response) => [
    answer.status,
    [...answer.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name)),
    await answer.text(),
  ];
  const unknown = await world();
  const never = await headOf(await unknown.get({}, "GET", "A".repeat(22)));
  expect(never[0]).toBe(404);
  expect(unknown.asked).toHaveLength(1);

  const over = await world();
  await over.clock.advance(1_000);
  const forgotten = await world({ over: { isForgotten: true } });
  const deleted = await world();
  deleted.store.films.clear();
  const broken = await world();
  broken.jobs.get = () => {
    throw new Error("cannot be read");
  };
  for (const { get } of [over, forgotten, deleted, broken]) expect(await headOf(await get())).toEqual(never);
  const malformed = await world();
  expect(await headOf(await malformed.get({}, "GET", "short"))).toEqual(never);
  expect(malformed.asked).toEqual([]);
});

test("a stored video is not found at another spelling of its path, such as one with a doubled slash", async () => {
  const { bare, asked } = await world();
  const paths = ["/films/", `/films/../films/${ID}`, `/films/${ID}/`, `/films/%61${ID.slice(1)}`, `//films/${ID}`];
  for (const target of [...paths, `/films//${ID}`, "/films/..%2freelay.db", `/Films/${ID}`, `http://x/films/${ID}`])
    expect(await bare(target), target).toMatch(/ (?:418|404) /);
  expect(asked).toEqual([]);
});

test("a stored video is served with and without the path prefix of PUBLIC_URL", async () => {
  const { bare, get } = await world({ path: "/reelay" });
  const written = await get({}, "POST");
  expect([written.status, written.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(await bare(`/reelay/films/${ID}?x=1`)).toContain(" 200 ");
  expect(await bare(`/films/${ID}`)).toContain(" 200 ");
  expect(await bare(`/other/films/${ID}`)).toContain(" 418 ");
});

test("a request for a stored video is redirected to the S3 bucket's signed URL", async () => {
  const { get, store } = await world();
  const asked: unknown[] = [];
  Object.assign(store, {
    addressFor: async (name: string, request: unknown) => {
      asked.push([name, request]);
      return "https://bucket.example.com/signed";
    },
  });
  const answer = await get({ range: "bytes=0-1" });
  expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
    302,
    "https://bucket.example.com/signed",
    "no-store",
  ]);
  expect(asked).toEqual([
    [
      sha256(ID),
      { method: "GET", type: "video/mp4", disposition: expect.stringMatching(/^inline; filename="a-paper/) },
    ],
  ]);
  expect((await get({}, "GET", "A".repeat(22))).status).toBe(404);
});

const MORE = ["b", "c", "d", "e"].map((letter) => letter.repeat(22));

test("at most 64 downloads of stored videos run at the same time, each for at most ten minutes", async () => {
  const { get, store, jobs, clock, film } = await world();
  for (const id of MORE) {
    store.films.set(sha256(id), { bytes: Buffer.from(BODY), at: clock.now() });
    jobs.set(sha256(id), { ...aJob(), film: { ...film, name: sha256(id) } });
  }
  const statusOf = async (id: string) => (await get({}, "GET", id)).status;
  const { read } = store;
  store.read = async (_name, signal) => {
    const endless = new Readable({ signal, read() {} });
    endless.push("0");
    return ok(endless);
  };
  const watch = (id: string) => Promise.all(Array.from({ length: 16 }, () => get({}, "GET", id)));
  const answers = await watch(ID);
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
  const late = await get();
  expect([late.status, late.headers.get("retry-after")]).toEqual([503, "5"]);
  const [second = "", third = "", fourth = "", fifth = ""] = MORE;
  for (const id of [second, third, fourth]) answers.push(...(await watch(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200));
  expect(await statusOf(fifth)).toBe(503);
  await answers[0]?.body?.cancel();
  store.read = read;
  await expect.poll(() => statusOf(fifth)).toBe(200);
  await expect.poll(() => statusOf(ID)).toBe(200);
  const rest = answers.slice(1).map((answer) => answer.text());
  const ends = Promise.allSettled(rest);
  await clock.advance(600_000);
  expect((await ends).map(({ status }) => status)).toEqual(Array(63).fill("rejected"));
});
