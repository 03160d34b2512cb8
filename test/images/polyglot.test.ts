import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { judgePicture } from "../../src/images/judge-picture.ts";
import { gif, jpeg, png, webp } from "./pictures.ts";

const zip = Buffer.from("PK\x03\x04\x14\0\0\0\x08\0", "latin1");
const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** A picture with these bytes in the place of its own. */
function put(picture: Buffer, at: number, text: string): Buffer {
  const copy = Buffer.from(picture);
  copy.write(text, at, "latin1");
  return copy;
}

test.for<[what: string, picture: Buffer, found: string]>([
  ["a GIF and a page", joined(gif(4, 3), "<ScRipt src=//evil.example>"), "text/html"],
  ["a PNG with a page in its text", put(png(4, 3, 100), 60, "<!DOCTYPE html><p>"), "text/html"],
  ["a JPEG with a program in its profile", put(jpeg(4, 3, 1, 1), 600, "<?php system(1);"), "application/x-php"],
  ["a GIF and a Java archive", joined(gif(4, 3), zip, "META-INF/"), "application/zip"],
  ["a JPEG and an archive's end", joined(jpeg(4, 3), emptyZip), "application/zip"],
  ["a WebP and another archive", joined(webp(4, 3), "Rar!\x1a\x07\x01\0"), "application/vnd.rar"],
  [
    "a PNG and a third one",
    joined(png(4, 3), Buffer.from("7z\xbc\xaf\x27\x1c", "latin1")),
    "application/x-7z-compressed",
  ],
  ["a JPEG with a document in it", put(jpeg(4, 3, 1, 1), 200, "%PDF-1.7\n"), "application/pdf"],
  ["a GIF that is a script", joined(put(gif(4, 3), 6, "/*"), "*/=1;alert(1)"), "text/javascript"],
  ["a GIF that is a short script", joined(put(gif(4, 3), 6, "=1"), ";alert(1)"), "text/javascript"],
  ["a WebP that is a script", put(webp(4, 3), 4, "/*"), "text/javascript"],
])("%s at once is refused as what else it is", async ([, picture, found]) => {
  expect(await judgePicture(picture, false)).toEqual({ ok: false, refusal: { kind: "not_a_picture", found } });
});

test("a picture with any other bytes behind it, such as a camera's film, is one", async () => {
  for (const picture of [png(4, 3), jpeg(4, 3), gif(61, 3), webp(4, 3)]) {
    const whole = joined(picture, "\0\0\0\x18ftypmp42 PK <b>bold</b> <x:xmpmeta>", randomBytes(500_000));
    expect(await judgePicture(whole, true)).toMatchObject({ ok: true });
  }
});
