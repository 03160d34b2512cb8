import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { openVideos } from "../../src/images/open-video.ts";
import { deferred } from "../fakes/deferred.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { valueIn } from "../fakes/value-in.ts";
import { branded, mp4, webm } from "./videos.ts";
import { pictureServer } from "./world.ts";

const never = new AbortController().signal;
const refused = (kind: string) => ({ ok: false, refusal: { kind } });

/** Opens the response of a trusted server on loopback. */
async function openFrom(answer: RequestListener, signal = never) {
  const server = await pictureServer(answer);
  const clock = manualClock();
  const open = openVideos({ trustedOrigins: new Set([server.origin]), clock });
  return { ...server, clock, opening: open(`${server.origin}/video`, signal) };
}

const sent =
  (bytes: Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain", ...headers }).end(bytes);
  };

async function opened(answer: RequestListener, signal = never) {
  const world = await openFrom(answer, signal);
  return { ...world, video: valueIn(await world.opening) };
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

test.for([
  ["an MP4", mp4(200_000), "video/mp4", "mp4"],
  ["an Apple MP4", branded("M4V "), "video/mp4", "mp4"],
  ["a QuickTime video", branded("qt  "), "video/quicktime", "mov"],
  ["a WebM", webm, "video/webm", "webm"],
] as const)("%s is recognized even if the server sends the wrong content type", async ([, bytes, type, extension]) => {
  const { video } = await opened(sent(bytes, { "content-length": String(bytes.length) }));
  expect(video).toMatchObject({ bytes: bytes.length, type, extension });
  expect((await whole(video.content)).equals(bytes)).toBe(true);
});

test("a video without a declared length is opened with an unknown size", async () => {
  const { video } = await opened((_request, response) => {
    response.writeHead(200).write(mp4(5_000));
    response.end(Buffer.alloc(5_000));
  });
  expect(video.bytes).toBeNull();
  expect(await whole(video.content)).toHaveLength(10_000);
});

test.for([
  ["an HTML page", "<!doctype html><title>film.mp4</title>", {}],
  ["an empty file", "", {}],
  ["a picture", Buffer.from("GIF89a..........................").toString("latin1"), {}],
  ["a gzip-compressed video", mp4(500).toString("latin1"), { "content-encoding": "gzip" }],
] as const)("%s with the content type of a video is refused", async ([, text, more]) => {
  const { opening } = await openFrom(sent(Buffer.from(text, "latin1"), { "content-type": "video/mp4", ...more }));
  expect(await opening).toEqual(refused("not_a_video"));
});

test.for([
  [401, "refused"],
  [403, "refused"],
  [404, "refused"],
  [410, "refused"],
  [206, "unreachable"],
  [304, "unreachable"],
  [503, "unreachable"],
] as const)("a video link that returns HTTP %i counts as %s", async ([status, kind]) => {
  const { opening } = await openFrom((_request, response) => response.writeHead(status).end());
  expect(await opening).toEqual(refused(kind));
});

test.for([
  [
    "the connection is closed in the middle of the file's header",
    "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n\0\0\0\x20ftypisom",
  ],
  [
    "the server switches to another protocol",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
  ],
] as const)("a video link counts as unreachable if %s", async ([, text]) => {
  const { opening } = await openFrom((request) => void request.socket.end(text));
  expect(await opening).toEqual(refused("unreachable"));
});

test("a video at a private address is refused, both directly and after a redirect", async () => {
  const { origin, opening } = await openFrom((_request, response) =>
    response.writeHead(302, { location: "https://10.0.0.1/" }).end("x".repeat(9_000)),
  );
  expect(await opening).toEqual(refused("not_public"));
  const untrusting = openVideos({ trustedOrigins: new Set(), clock: manualClock() });
  expect(await untrusting(`${origin}/video`, never)).toEqual(refused("not_public"));
});

test("reading a video throws an error if the download is cut off", async () => {
  const bytes = mp4(100_000);
  const { video } = await opened((request, response) => {
    response.writeHead(200, { "content-length": 200_000 }).write(bytes, () => request.socket.destroy());
  });
  await expect(whole(video.content)).rejects.toThrow();
});

test("a request for a video is aborted after exactly 15 s without a response", async () => {
  const arrived = deferred();
  const { clock, opening } = await openFrom(() => arrived.resolve());
  await arrived.promise;
  await clock.advance(14_999);
  expect(await Promise.race([opening, "waiting"])).toBe("waiting");
  await clock.advance(1);
  expect(await opening).toEqual(refused("unreachable"));
});

test("the download of a video is aborted after 15 s without data, but not while the reader pauses", async () => {
  const { video, clock } = await opened((_request, response) => void response.writeHead(200).write(mp4(5_000)));
  const parts = video.content[Symbol.asyncIterator]();
  await parts.next();
  await clock.advance(60_000);
  const second = parts.next().then(
    () => "read",
    () => "cut",
  );
  await clock.advance(14_999);
  expect(await Promise.race([second, "waiting"])).toBe("waiting");
  await clock.advance(1);
  expect(await second).toBe("cut");
});

test("reading a video throws an error after two minutes even if data keeps arriving", async () => {
  let more = () => {};
  const { video, clock } = await opened((_request, response) => {
    response.writeHead(200).write(mp4(5_000));
    more = () => void response.write(Buffer.alloc(100));
  });
  const parts = video.content[Symbol.asyncIterator]();
  await parts.next();
  for (let waits = 0; waits < 11; waits += 1) {
    more();
    await parts.next();
    await clock.advance(10_000);
  }
  await clock.advance(10_000);
  more();
  await expect(parts.next()).rejects.toThrow();
});

test.for([
  ["aborts the signal", "signal"],
  ["closes the video", "close"],
  ["stops reading", "return"],
] as const)("the connection to a video is closed if the reader %s", async ([, how]) => {
  const left = deferred();
  const caller = new AbortController();
  const { video } = await opened((request, response) => {
    request.socket.once("close", () => left.resolve());
    response.writeHead(200).write(mp4(5_000));
  }, caller.signal);
  const parts = video.content[Symbol.asyncIterator]();
  await parts.next();
  if (how === "signal") caller.abort();
  else if (how === "close") video.close();
  else await parts.return?.();
  await left.promise;
});

test("the connection to a video is closed if the video is refused", async () => {
  const left = deferred();
  const { opening } = await openFrom((request, response) => {
    request.socket.once("close", () => left.resolve());
    response.writeHead(200).write("no video at all".repeat(1_000));
  });
  expect(await opening).toEqual(refused("not_a_video"));
  await left.promise;
});

test("opening a video with an aborted signal sends no request", async () => {
  const { opening, requests } = await openFrom(sent(mp4(500)), AbortSignal.abort());
  expect(await opening).toEqual(refused("unreachable"));
  expect(requests).toEqual([]);
});

test("a video is downloaded no faster than it is read", async () => {
  let sentBytes = 0;
  const stuck = deferred();
  const total = 60_000_000;
  const { video } = await opened((_request, response) => {
    response.writeHead(200, { "content-length": total }).write(mp4(5_000));
    sentBytes = 5_000;
    const more = () => {
      while (sentBytes < total) {
        const part = Buffer.alloc(Math.min(65_536, total - sentBytes));
        sentBytes += part.length;
        if (response.write(part)) continue;
        response.once("drain", more);
        return stuck.resolve();
      }
      response.end();
    };
    more();
  });
  await stuck.promise;
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  // Only the kernel's loopback buffers were filled. The rest was not written yet.
  expect(sentBytes).toBeLessThan(20_000_000);
  let readBytes = 0;
  for await (const part of video.content) readBytes += part.length;
  expect(readBytes).toBe(total);
});

test("no data of a video is lost if the server closes the connection while the reader is slow", async () => {
  const bytes = mp4(1_000_000);
  const closed = deferred();
  const { video } = await opened((request, response) => {
    request.socket.once("close", () => closed.resolve());
    response.writeHead(200, { connection: "close" }).end(bytes, () => request.socket.destroySoon());
  });
  await Promise.race([closed.promise, new Promise((resolve) => setImmediate(resolve))]);
  expect((await whole(video.content)).equals(bytes)).toBe(true);
});
