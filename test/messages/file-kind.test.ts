import { expect, test } from "vitest";
import { LOCALES } from "../../src/core/text/locale.ts";
import { pictureProblemText } from "../../src/messages/ask/draft-problems.ts";
import { fileKindOf } from "../../src/messages/file-kind.ts";
import { wordsIn } from "../../src/messages/words.ts";

test.for([
  ["image/svg+xml", "picture"],
  ["image/heic", "picture"],
  ["video/mp4", "video"],
  ["audio/mpeg", "sound"],
  ["text/html", "page"],
  ["text/javascript", "program"],
  ["application/x-php", "program"],
  ["text/plain", "text"],
  ["application/json", "text"],
  ["application/pdf", "pdf"],
  ["application/zip", "archive"],
  ["application/vnd.rar", "archive"],
  ["application/x-7z-compressed", "archive"],
  ["application/msword", "document"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document"],
  ["application/vnd.oasis.opendocument.text", "document"],
  ["application/octet-stream", null],
  ["", null],
  ["anything somebody typed", null],
] as const)("a file of type %j is called %s", ([type, kind]) => {
  expect(fileKindOf(type)).toBe(kind);
});

test.for(LOCALES)("in %s a file that is no picture is named in words, and never by its MIME type", (locale) => {
  const words = wordsIn(locale);
  for (const found of ["video/mp4", "text/html", "application/pdf", "application/octet-stream", "x/<@U1>", null])
    expect(pictureProblemText({ kind: "not_a_picture", found }, words)).not.toMatch(/\w\/|octet|U1/);
});
