import { gzipSync } from "node:zlib";
import { answerBytes, type DeskAnswer, goodBytes } from "./answer.ts";
import type { Fault, Step } from "./fault.ts";

const JSON_TYPE = "Content-Type: application/json";
const MB = 1_000_000;

/** A gzip file of a few hundred kilobytes that inflates to 300 MB: members in a row are one file. */
const BOMB = Buffer.concat(Array<Buffer>(300).fill(gzipSync(Buffer.alloc(MB, " "))));

const bodyOf = ({ json }: DeskAnswer) => JSON.stringify(json);
const sends = (bytes: (answer: DeskAnswer) => Buffer) => (answer: DeskAnswer) => [bytes(answer), "close"] as const;
const flood = (head: readonly string[], chunk: Buffer): readonly Step[] => [
  answerBytes("200 OK", "", [JSON_TYPE, ...head]),
  { kind: "flood", chunk, times: (64 * MB) / chunk.length },
  "close",
];
const interim = (line: string) => Buffer.from(`HTTP/1.1 ${line}\r\n\r\n`);
const withLength = (answer: DeskAnswer, by: number) =>
  answerBytes("200 OK", bodyOf(answer), [JSON_TYPE, `Content-Length: ${Buffer.byteLength(bodyOf(answer)) + by}`]);

interface BadHttp extends Omit<Fault, "strike" | "start" | "chat">, Partial<Pick<Fault, "start" | "chat">> {
  readonly script: (answer: DeskAnswer) => readonly Step[];
}

const list: readonly BadHttp[] = [
  { name: "one byte a second", script: (answer) => [{ kind: "dribble", bytes: goodBytes(answer) }, "close"] },
  {
    name: "64 MB, their length said",
    script: () => flood([`Content-Length: ${64 * MB}`], Buffer.alloc(64_000, " ")),
    isLarge: true,
  },
  {
    name: "64 MB in chunks",
    script: () => flood(["Transfer-Encoding: chunked"], Buffer.from(`f9f2\r\n${" ".repeat(0xf9f2)}\r\n`)),
    isLarge: true,
  },
  {
    name: "a bad chunk size",
    script: sends(() => answerBytes("200 OK", "zz\r\n{}\r\n0\r\n\r\n", [JSON_TYPE, "Transfer-Encoding: chunked"])),
  },
  { name: "a Content-Length too long by 9", script: sends((answer) => withLength(answer, 9)), start: "started" },
  { name: "a Content-Length too short by 9", script: sends((answer) => withLength(answer, -9)), start: "started" },
  {
    name: "a gzip bomb",
    script: sends(() => answerBytes("200 OK", BOMB, [JSON_TYPE, "Content-Encoding: gzip"])),
    isLarge: true,
  },
  {
    name: "a gzip bomb as application/gzip",
    script: sends(() => answerBytes("200 OK", BOMB, ["Content-Type: application/gzip"])),
    isLarge: true,
  },
  {
    name: "invalid gzip",
    script: sends(() => answerBytes("200 OK", "\u001f no gzip", [JSON_TYPE, "Content-Encoding: gzip"])),
  },
  { name: "100 Continue, a thousand times", script: (answer) => interims("100 Continue", 1_000, answer) },
  {
    name: "102 Processing first",
    script: (answer) => interims("102 Processing", 1, answer),
    start: "started",
    chat: "done",
  },
  {
    name: "103 Early Hints, a thousand times",
    script: (answer) => interims("103 Early Hints", 1_000, answer),
    start: "started",
    chat: "done",
  },
  { name: "101 Switching Protocols", script: sends(() => interim("101 Switching Protocols\r\nUpgrade: x")) },
  { name: "words that are no HTTP", script: sends(() => Buffer.from("SSH-2.0-OpenSSH_9.2\r\n\r\n")) },
  { name: "a body without a head", script: sends((answer) => Buffer.from(bodyOf(answer))) },
  {
    name: "two Content-Lengths",
    script: sends((answer) =>
      answerBytes("200 OK", bodyOf(answer), [JSON_TYPE, "Content-Length: 5", "Content-Length: 50"]),
    ),
  },
  {
    name: "a header of 100 KB",
    script: sends((answer) => answerBytes("200 OK", bodyOf(answer), [JSON_TYPE, `X-Long: ${"x".repeat(100_000)}`])),
  },
];

/** Answers that are bad HTTP, or HTTP at its worst. */
export const badHttp: readonly Fault[] = list.map(({ name, script, start, chat, isLarge }) => ({
  name,
  strike: { kind: "answer", script },
  start: start ?? "cannot tell",
  chat: chat ?? "unclear",
  ...(isLarge ? { isLarge } : {}),
}));

function interims(line: string, times: number, answer: DeskAnswer): readonly Step[] {
  return [Buffer.concat(Array.from({ length: times }, () => interim(line))), goodBytes(answer), "close"];
}
