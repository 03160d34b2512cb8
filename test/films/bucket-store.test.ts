import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { machineClock } from "../../src/core/clock.ts";
import type { FilmBucket } from "../../src/core/film/kept-film.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { bucketStore } from "../../src/films/bucket-store.ts";
import { film, filmStoreContract } from "../contracts/film-store.ts";
import { deferred } from "../fakes/deferred.ts";
import { listenUntilEnd } from "../fakes/loopback-server.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { faultOf, s3Server } from "./s3-server.ts";

const forever = new AbortController().signal;
const NAME = createHash("sha256").update("a").digest("hex");

const server = await s3Server();
afterAll(() => server.close());

function aBucket(change: Partial<FilmBucket> = {}) {
  const bucket = { ...server.bucket(), ...change };
  const log = recordingLog();
  return { bucket, log, store: bucketStore({ bucket, clock: machineClock, log }) };
}

filmStoreContract(async () => ({ store: aBucket().store, startedAt: Date.now() }));

test("the test S3 server's signature check accepts the example in Amazon's documentation and refuses altered requests", () => {
  // Source: Amazon S3 API reference, "Authenticating Requests: Using Query Parameters", read 2026-11-26.
  const login = { keyId: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
  const url =
    "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
  const headers = { host: "examplebucket.s3.amazonaws.com" };
  expect(faultOf({ method: "GET", url, headers }, login)).toBeNull();
  expect(faultOf({ method: "HEAD", url, headers }, login)).toBe("SignatureDoesNotMatch");
  expect(faultOf({ method: "GET", url: "/test.txt", headers }, login)).toBe("AccessDenied");
});

test("a video stored in an S3 bucket can be fetched only from a signed URL", async () => {
  const { bucket, store } = aBucket();
  await store.write(NAME, film(Buffer.from("a whole film")), forever);
  const disposition = `inline; filename="a boat (1).mp4"; filename*=UTF-8''%E7%B4%99+%27.mp4`;
  const url = (await store.addressFor?.(NAME, { method: "GET", type: "video/mp4", disposition })) ?? "";
  expect(url).not.toContain("+");
  expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("600");
  const answer = await fetch(url, { headers: { range: "bytes=2-6" } });
  expect([answer.status, await answer.text()]).toEqual([206, "whole"]);
  expect(answer.headers.get("content-type")).toBe("video/mp4");
  expect(answer.headers.get("content-disposition")).toBe(disposition);
  const head = (await store.addressFor?.(NAME, { method: "HEAD", type: "video/mp4", disposition })) ?? "";
  expect((await fetch(head, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(`${bucket.endpoint}${bucket.name}/films/${NAME}`)).status).toBe(403);
  expect((await fetch(url.replace(/.$/, (last) => (last === "0" ? "1" : "0")))).status).toBe(403);
  expect((await fetch(url.replace("inline", "attachment"))).status).toBe(403);
});

test("listing stored videos reads every page of the S3 bucket's list and ignores objects that are not stored videos", async () => {
  const { store } = aBucket();
  const answers = page([[NAME, 3]], "films/zz", true);
  const second = page([[NAME.replace(/^./, "f"), 4]], "other", false);
  const asked: string[] = [];
  const origin = await answering((url) => {
    asked.push(new URL(url, "http://x").searchParams.get("start-after") ?? "");
    return asked.length === 1 ? answers : second;
  });
  const paged = bucketStore({ bucket: { ...bucketAt(origin) }, clock: machineClock, log: recordingLog() });
  expect((await paged.list()).map(({ bytes }) => bytes)).toEqual([3, 4]);
  expect(asked).toEqual(["", "films/zz"]);
  expect(await store.list()).toEqual([]);
});

const bucketAt = (origin: string): FilmBucket => ({
  endpoint: origin,
  name: "films",
  region: "us-east-1",
  accessKeyId: new Secret("id"),
  secretAccessKey: new Secret("secret"),
});

async function answering(answer: (url: string) => string | null): Promise<string> {
  const server = createServer((request, response) => {
    const text = answer(request.url ?? "");
    if (text !== null) response.end(text);
  });
  return (await listenUntilEnd(server)).origin;
}

function page(films: readonly (readonly [string, number])[], lastKey: string, isTruncated: boolean): string {
  const object = (key: string, bytes: number) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-26T15:00:00.000Z</LastModified><Size>${bytes}</Size></Contents>`;
  const objects = films.map(([name, bytes]) => object(`films/${name}`, bytes)).join("");
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${objects}${object(lastKey, 9)}</ListBucketResult>`;
}

test.for([
  [
    "a wrong S3 secret access key",
    { secretAccessKey: new Secret("wrong") },
    { status: 403, code: "SignatureDoesNotMatch" },
  ],
  ["an unknown S3 access key id", { accessKeyId: new Secret("wrong") }, { status: 403, code: "InvalidAccessKeyId" }],
  ["a missing S3 bucket", { name: "nowhere" }, { status: 404 }],
] as const)("%s makes the store of videos unavailable, and the log contains no secret", async ([, change, fields]) => {
  const { store, log } = aBucket(change);
  expect(await store.write(NAME, film(Buffer.from("film")), forever)).toEqual({
    ok: false,
    refusal: { kind: "unavailable", detail: `the bucket answers ${fields.status}` },
  });
  await expect(store.list()).rejects.toThrow(String(fields.status));
  if (fields.status !== 404) expect(log.lines.map((line) => line.fields)).toContainEqual({ act: "write", ...fields });
  expect(JSON.stringify(log.lines)).not.toContain("wrong");
});

test("a write to an unreachable S3 bucket fails with the error code ECONNREFUSED", async () => {
  const closed = createServer();
  const { origin } = await listenUntilEnd(closed);
  await new Promise((resolve) => closed.close(resolve));
  const store = bucketStore({ bucket: bucketAt(origin), clock: machineClock, log: recordingLog() });
  expect(await store.write(NAME, film(Buffer.from("film")), forever)).toEqual({
    ok: false,
    refusal: { kind: "unavailable", detail: "ECONNREFUSED" },
  });
});

test.for([
  ["does not have the object", 404, ""],
  ["returns a web page instead of the object", 200, "<html>"],
  ["has only a part of the video", 200, "fil"],
] as const)(
  "an upload to an S3 bucket counts as failed, despite the bucket's confirmation, if the bucket %s",
  async ([, status, body]) => {
    const server = createServer((request, response) => {
      request.resume();
      if (request.method === "PUT") return void request.on("end", () => response.end());
      response.writeHead(status, { "content-length": body.length }).end();
    });
    const { origin } = await listenUntilEnd(server);
    const store = bucketStore({ bucket: bucketAt(origin), clock: machineClock, log: recordingLog() });
    for (const bytes of [4, null])
      expect(await store.write(NAME, { ...film(Buffer.from("film")), bytes }, forever)).toEqual({
        ok: false,
        refusal: { kind: "unavailable", detail: "the bucket confirmed the film and does not have it" },
      });
  },
);

test("a request to an S3 bucket that does not respond is aborted after 15 seconds", async () => {
  const clock = manualClock();
  const asked = deferred();
  const origin = await answering(() => {
    asked.resolve();
    return null;
  });
  const store = bucketStore({ bucket: bucketAt(origin), clock, log: recordingLog() });
  const reading = store.read(NAME, forever);
  await asked.promise;
  await clock.advance(15_000);
  expect(await reading).toEqual({ ok: false, refusal: { kind: "unreachable" } });
});
