import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { judgePicture } from "../../src/images/judge-picture.ts";
import { deferred } from "../fakes/deferred.ts";
import { apng, describedPng, gif, jpeg, png, turnedPng, turnedWebp, webp } from "./pictures.ts";
import { inspector, pictureServer } from "./world.ts";

/** Inspects the response of a trusted server on loopback. */
async function inspectFrom(answer: RequestListener) {
  const server = await pictureServer(answer);
  const { inspect, clock } = inspector([server.origin]);
  return { ...server, clock, result: inspect(`${server.origin}/picture`) };
}
const sent =
  (bytes: Buffer | string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    const length = Buffer.byteLength(bytes);
    response.writeHead(200, { "content-type": "text/plain", "content-length": length, ...headers }).end(bytes);
  };
/** Sends a body in pieces without a Content-Length, until the client disconnects. */
const streamed =
  (begin: Buffer, sizeBytes: number, onSent: (bytes: number) => void = () => {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200);
    response.write(begin);
    let left = sizeBytes - begin.length;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        const size = Math.min(left, 60_000);
        left -= size;
        onSent(sizeBytes - left);
        if (!response.write(Buffer.alloc(size))) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  };

const passed = (aspectRatio: string | null) => ({ ok: true, value: { aspectRatio } });
const refused = (refusal: object) => ({ ok: false, refusal });
const unreachable = refused({ kind: "picture_unreachable" });
const away = refused({ kind: "picture_away" });

test.for([
  ["a tall PNG", "9:16", png(200, 300)],
  ["a square PNG", "16:9", png(200, 200)],
  ["a tall animated PNG", "9:16", apng(200, 300)],
  ["a tall JPEG", "9:16", jpeg(200, 300)],
  ["a JPEG rotated to portrait by EXIF", "9:16", jpeg(300, 200, 6)],
  ["a JPEG rotated to landscape by EXIF", "16:9", jpeg(200, 300, 8)],
  ["a PNG rotated to portrait", "9:16", turnedPng(300, 200, 6)],
  ["a PNG rotated by 180 degrees", "16:9", turnedPng(300, 200, 3)],
  ["a WebP rotated to portrait by data after its pixels", "9:16", turnedWebp(300, 200, 8)],
  ["a WebP of 2 MB rotated to portrait", "9:16", turnedWebp(300, 200, 5, 2_000_000)],
  ["a WebP with EXIF data but no rotation", "16:9", turnedWebp(300, 200, 1)],
  ["a tall GIF", "9:16", gif(200, 300)],
  ["a tall WebP", "9:16", webp(200, 300)],
  ["a tall PNG with 400 kB of text", "9:16", png(200, 300, 400_000)],
  ["a tall JPEG with 480 kB of colour profiles before its dimensions", "9:16", jpeg(200, 300, 1, 8)],
  ["a tall JPEG with 540 kB of colour profiles before its dimensions", "9:16", jpeg(200, 300, 1, 9)],
] as const)("despite a wrong content type, %s gets the aspect ratio %s", async ([, ratio, bytes]) => {
  const { result } = await inspectFrom(sent(bytes));
  expect(await result).toEqual(passed(ratio));
});

test.for([
  ["an HTML page", "<!doctype html><title>cat.png</title>"],
  ["a PDF", "%PDF-1.7\n%"],
  ["a gzip file", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
] as const)("%s with the content type of a PNG is refused", async ([, bytes]) => {
  const { result } = await inspectFrom(sent(Buffer.from(bytes), { "content-type": "image/png" }));
  expect(await result).toEqual(refused({ kind: "not_a_picture" }));
});

test.for([
  ["a picture of 0 bytes", Buffer.alloc(0), "picture_empty"],
  ["a JPEG that ends before its width and height", jpeg(200, 300).subarray(0, 30), "picture_unreadable"],
  ["a PNG cut off after its first bytes", png(200, 300).subarray(0, 20), "picture_unreadable"],
  ["a PNG with a width of zero", png(0, 300), "picture_unreadable"],
] as const)("%s is refused", async ([, bytes, kind]) => {
  const { result } = await inspectFrom(sent(bytes));
  expect(await result).toEqual(refused({ kind }));
});

test("a picture of exactly 5 MB is accepted before the whole file is downloaded", async () => {
  let sentBytes = 0;
  const { result } = await inspectFrom((request, response) => {
    response.setHeader("content-length", 5_000_000);
    streamed(png(200, 300), 5_000_000, (bytes) => {
      sentBytes = bytes;
    })(request, response);
  });
  expect(await result).toEqual(passed("9:16"));
  expect(sentBytes).toBeLessThan(5_000_000);
});

test("a picture with a declared size of more than 5 MB is refused", async () => {
  const over = await inspectFrom((_request, response) => {
    response.writeHead(200, { "content-length": 5_000_001 }).write(png(2, 3));
  });
  expect(await over.result).toEqual(refused({ kind: "picture_too_large", sizeBytes: 5_000_001 }));
});

test("a picture with a declared size of more than 100 megapixels is refused", async () => {
  const inspected = (width: number, height: number) =>
    inspectFrom((_request, response) => void response.end(png(width, height))).then(({ result }) => result);
  expect(await inspected(10_000, 10_000)).toEqual(passed("16:9"));
  const tooMany = { kind: "picture_too_many_pixels", width: 10_000, height: 10_001 };
  expect(await inspected(10_000, 10_001)).toEqual(refused(tooMany));
});

test("a picture without a declared length is accepted up to 5 MB", async () => {
  const exact = await inspectFrom(streamed(png(200, 300), 5_000_000));
  expect(await exact.result).toEqual(passed("9:16"));
  const over = await inspectFrom(streamed(png(200, 300), 5_000_001));
  expect(await over.result).toEqual(refused({ kind: "picture_too_large", sizeBytes: null }));
});

test("the download of an endless picture is aborted before 50 MB have been sent", async () => {
  let sentBytes = 0;
  const endless = streamed(png(2, 3), 1_000_000_000, (bytes) => {
    sentBytes = bytes;
  });
  expect((await (await inspectFrom(endless)).result).ok).toBe(false);
  expect(sentBytes).toBeLessThan(50_000_000);
});

test.for([
  [300, "unreachable", unreachable],
  [304, "unreachable", unreachable],
  [403, "unreachable", unreachable],
  [404, "unreachable", unreachable],
  [408, "temporarily unavailable", away],
  [429, "temporarily unavailable", away],
  [500, "temporarily unavailable", away],
  [503, "temporarily unavailable", away],
] as const)("a picture whose server responds with HTTP %i is reported as %s", async ([status, , seen]) => {
  const { result } = await inspectFrom((_request, response) => response.writeHead(status).end());
  expect(await result).toEqual(seen);
});

test.for([
  ["temporarily unavailable", "the connection is reset", "", away],
  [
    "temporarily unavailable",
    "the connection is closed in the middle of the headers",
    "HTTP/1.1 200 OK\r\nConte",
    away,
  ],
  [
    "temporarily unavailable",
    "the connection is closed in the middle of the body",
    "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nGIF89a",
    away,
  ],
  ["unreachable", "the response is not HTTP", "220 mail.example ESMTP\r\n", unreachable],
] as const)("a picture is reported as %s if %s", async ([, , text, seen]) => {
  const { result } = await inspectFrom((request) => {
    if (text === "") request.socket.resetAndDestroy();
    else request.socket.end(text);
  });
  expect(await result).toEqual(seen);
});

test.for(["sends nothing", "sends only a few bytes"])(
  "a request to a picture server that %s is aborted after exactly 10 s",
  async (kind) => {
    const [arrived, left] = [deferred(), deferred()];
    const { result, clock } = await inspectFrom((request, response) => {
      request.socket.once("close", () => left.resolve());
      if (kind === "sends only a few bytes") response.writeHead(200).write("GIF89a");
      arrived.resolve();
    });
    await arrived.promise;
    await clock.advance(9_999);
    expect(await Promise.race([result, "waiting"])).toBe("waiting");
    await clock.advance(1);
    expect(await result).toEqual(away);
    await left.promise;
  },
);

test.for([301, 302, 303, 307, 308])(
  "a redirect of a picture request with the status %i is followed",
  async (status) => {
    const { result, requests } = await inspectFrom((request, response) => {
      if (request.url === "/there?a=b") sent(png(2, 3))(request, response);
      else response.writeHead(status, { location: "there?a=b" }).end();
    });
    expect(await result).toEqual(passed("9:16"));
    expect(requests).toEqual(["/picture", "/there?a=b"]);
  },
);

test("at most three redirects of a picture request are followed", async () => {
  const server = await pictureServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) sent(gif(3, 2))(request, response);
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const { inspect } = inspector([server.origin]);
  expect(await inspect(`${server.origin}/3`)).toEqual(passed("16:9"));
  expect(await inspect(`${server.origin}/4`)).toEqual(unreachable);
  expect(server.requests).toEqual(["/3", "/2", "/1", "/0", "/4", "/3", "/2", "/1"]);
});

test.for([
  ["without an address", undefined],
  ["to an invalid address", "https://[broken/"],
] as const)("a picture is reported as unreachable after a redirect %s", async ([, location]) => {
  const { result } = await inspectFrom((_request, response) =>
    response.writeHead(302, location === undefined ? {} : { location }).end(),
  );
  expect(await result).toEqual(unreachable);
});

test("a picture request contains no cookie, key or referrer", async () => {
  let headers: Readonly<Record<string, unknown>> = {};
  const { result } = await inspectFrom((request, response) => {
    headers = request.headers;
    sent(png(3, 2))(request, response);
  });
  await result;
  expect(Object.keys(headers).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  // The client does not accept AVIF, so a server must not send it.
  expect(headers.accept).toBe("image/png, image/jpeg, image/webp, image/gif");
});

const zip = Buffer.from("PK\x03\x04\x14\0\0\0\x08\0", "latin1");
const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** A copy of the picture with this text at that offset. */
function put(picture: Buffer, at: number, text: string): Buffer {
  const copy = Buffer.from(picture);
  copy.write(text, at, "latin1");
  return copy;
}

test.for<[what: string, picture: Buffer]>([
  ["a GIF and a Java archive", joined(gif(4, 3), zip, "META-INF/")],
  ["a JPEG and an empty ZIP archive", joined(jpeg(4, 3), emptyZip)],
  ["a WebP and a RAR archive", joined(webp(4, 3), "Rar!\x1a\x07\x01\0")],
  ["a PNG and a 7z archive", joined(png(4, 3), Buffer.from("7z\xbc\xaf\x27\x1c", "latin1"))],
  ["a JPEG and a PDF document", put(jpeg(4, 3, 1, 1), 200, "%PDF-1.7\n1 0 obj\n")],
  ["a GIF and a script", joined(put(gif(4, 3), 6, "/*"), "*/=1;alert(1)")],
  ["a WebP and a script", put(webp(4, 3), 4, "/*")],
])("a file that is both %s is refused", async ([, picture]) => {
  expect(await judgePicture(picture, false)).toEqual(refused({ kind: "not_a_picture" }));
});

test.for<[what: string, picture: Buffer]>([
  ["a PNG with markup in its description", describedPng(4, 3, "<html><script>alert(1)</script></html>")],
  ["a PNG with the start of a PDF file in its description", describedPng(4, 3, "%PDF-1.7, page 3")],
  ["a JPEG with PHP code in an APP2 segment", put(jpeg(4, 3, 1, 1), 600, "<?php system(1);")],
  ["a GIF with markup after its end", joined(gif(4, 3), "<ScRipt src=//evil.example>")],
])("%s is accepted", async ([, picture]) => {
  expect(await judgePicture(picture, true)).toMatchObject({ ok: true });
});

test.for<[what: string, picture: Buffer]>([
  ["no entries", turnedPng(9, 3, 6).subarray(0, 70)],
  ["a truncated entry", turnedPng(9, 3, 6).subarray(0, 85)],
  ["an invalid byte order", put(turnedPng(9, 3, 6), 53, "XX")],
  ["entries beyond the end of the data", put(turnedPng(9, 3, 6), 57, "\xff\xff\xff\xff")],
  ["an orientation that is not a number", put(turnedPng(9, 3, 6), 77, "\0\x02")],
  ["an orientation that does not exist", turnedPng(9, 3, 0)],
  ["chunks of excessive length", put(turnedWebp(9, 3, 6), 34, "\xff\xff\xff\xff")],
])("EXIF data with %s is ignored", async ([, picture]) => {
  expect(await judgePicture(picture, true)).toMatchObject({ ok: true, value: { aspectRatio: "16:9" } });
});

test("a picture followed by other data, such as a camera's video, is accepted", async () => {
  for (const picture of [png(4, 3), jpeg(4, 3), gif(61, 3), webp(4, 3)]) {
    const whole = joined(picture, "\0\0\0\x18ftypmp42 PK <b>bold</b> <x:xmpmeta>", randomBytes(500_000));
    expect(await judgePicture(whole, true)).toMatchObject({ ok: true });
  }
});
