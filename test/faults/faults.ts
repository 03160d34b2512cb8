import { STATUS_CODES } from "node:http";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { WireRequest } from "./fault-server.ts";

export interface ServiceAnswer {
  /** Default: 200. */
  readonly status?: string;
  readonly json: unknown;
  /** The id of the task or message in the response. */
  readonly id: string;
  /** The response about another person's task, if more than the id differs. */
  readonly foreign?: unknown;
  readonly no: { readonly status: number; readonly json: unknown };
}

const answered = z.object({ data: z.object({ taskId: z.string().optional(), id: z.string().optional() }).optional() });

/** The response of the sandbox's video service. Without a task, the id is "none". */
export function videoAnswer(status: number, json: unknown): ServiceAnswer {
  const { data } = answered.parse(json);
  return {
    status: `${status} ${STATUS_CODES[status]}`,
    json,
    id: data?.taskId ?? data?.id ?? "none",
    foreign: { code: 0, data: { id: "task-of-another", status: "failed" } },
    no: { status: 200, json: { code: 1_001, message: "no" } },
  };
}

/** A service without a connection: answers a request, and carries it out if `isCarriedOut`. */
export type Service = (request: WireRequest, isCarriedOut: boolean) => ServiceAnswer | Promise<ServiceAnswer>;

export function goodBytes({ status = "200 OK", json }: ServiceAnswer): Buffer {
  return answerBytes(status, JSON.stringify(json));
}

/** Makes a response with that body. Without `headers` it is JSON with its length. */
function answerBytes(status: string, body: Buffer | string, headers?: readonly string[]): Buffer {
  const bytes = Buffer.from(body);
  const lines = headers ?? ["Content-Type: application/json", `Content-Length: ${bytes.length}`];
  const head = [`HTTP/1.1 ${status}`, ...lines, "Connection: close", "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), bytes]);
}

/** Where a response breaks off. `keep` returns the number of bytes that arrive. */
const places: readonly { readonly name: string; readonly keep: (bytes: Buffer, answer: ServiceAnswer) => number }[] = [
  { name: "before the response", keep: () => 0 },
  { name: "in the status line", keep: () => "HTTP/1.1 20".length },
  { name: "after the status line", keep: (bytes) => bytes.indexOf("\r\n") + 2 },
  { name: "in the headers", keep: (bytes) => bytes.indexOf("Content-Length") + 4 },
  { name: "after the headers", keep: bodyAt },
  { name: "in the body before the end of the id", keep: (bytes, { id }) => bytes.indexOf(id, bodyAt(bytes)) + 1 },
  { name: "one byte before the end", keep: (bytes) => bytes.length - 1 },
];

const ends: readonly { readonly name: string; readonly step: Step }[] = [
  { name: "reset", step: "reset" },
  { name: "closed", step: "close" },
  { name: "silence", step: "silence" },
];

/** A reset, an end or a silence at each place of a response. */
const cuts: readonly Fault[] = ends.flatMap(({ name: end, step }) =>
  places.map(({ name: place, keep }): Fault => {
    const start: StartFate = place === "one byte before the end" ? "started" : "cannot tell";
    const script = (answer: ServiceAnswer): readonly Step[] => {
      const bytes = goodBytes(answer);
      const part = bytes.subarray(0, keep(bytes, answer));
      return part.length === 0 ? [step] : [part, step];
    };
    return { name: `${end} ${place}`, strike: { kind: "answer", script }, start, chat: "unclear" };
  }),
);

function bodyAt(bytes: Buffer): number {
  return bytes.indexOf("\r\n\r\n") + 4;
}

const JSON_TYPE = "Content-Type: application/json";
const MB = 1_000_000;

/** A gzip file of a few hundred kilobytes that inflates to 300 MB. Concatenated gzip members are one file. */
const BOMB = Buffer.concat(Array<Buffer>(300).fill(gzipSync(Buffer.alloc(MB, " "))));

const bodyOf = ({ json }: ServiceAnswer) => JSON.stringify(json);
const sends = (bytes: (answer: ServiceAnswer) => Buffer) => (answer: ServiceAnswer) =>
  [bytes(answer), "close"] as const;
const flood = (head: readonly string[], chunk: Buffer): readonly Step[] => [
  answerBytes("200 OK", "", [JSON_TYPE, ...head]),
  { kind: "flood", chunk, times: (64 * MB) / chunk.length },
  "close",
];
const interim = (line: string) => Buffer.from(`HTTP/1.1 ${line}\r\n\r\n`);
const withLength = (answer: ServiceAnswer, by: number) =>
  answerBytes("200 OK", bodyOf(answer), [JSON_TYPE, `Content-Length: ${Buffer.byteLength(bodyOf(answer)) + by}`]);

interface BadHttp extends Omit<Fault, "strike" | "start" | "chat">, Partial<Pick<Fault, "start" | "chat">> {
  readonly script: (answer: ServiceAnswer) => readonly Step[];
}

const badHttpRows: readonly BadHttp[] = [
  { name: "one byte a second", script: (answer) => [{ kind: "dribble", bytes: goodBytes(answer) }, "close"] },
  {
    name: "64 MB with a Content-Length",
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
  { name: "text that is not HTTP", script: sends(() => Buffer.from("SSH-2.0-OpenSSH_9.2\r\n\r\n")) },
  { name: "a body without headers", script: sends((answer) => Buffer.from(bodyOf(answer))) },
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

/** Responses that are invalid HTTP, or extreme but valid HTTP. */
const badHttp: readonly Fault[] = badHttpRows.map(({ name, script, start, chat, isLarge }) => ({
  name,
  strike: { kind: "answer", script },
  start: start ?? "cannot tell",
  chat: chat ?? "unclear",
  ...(isLarge ? { isLarge } : {}),
}));

function interims(line: string, times: number, answer: ServiceAnswer): readonly Step[] {
  return [Buffer.concat(Array.from({ length: times }, () => interim(line))), goodBytes(answer), "close"];
}

const rows: readonly (readonly [status: string, StartFate, ChatFate])[] = [
  ["204 No Content", "cannot tell", "unclear"],
  ["400 Bad Request", "no", "no by status"],
  ["401 Unauthorized", "no", "no by status"],
  ["402 Payment Required", "no", "no by status"],
  ["403 Forbidden", "no", "no by status"],
  ["404 Not Found", "no", "no by status"],
  ["408 Request Timeout", "cannot tell", "unclear"],
  ["409 Conflict", "cannot tell", "unclear"],
  ["413 Content Too Large", "no", "no by status"],
  ["425 Too Early", "later", "no by status"],
  ["429 Too Many Requests", "later", "later"],
  ["500 Internal Server Error", "cannot tell", "unclear"],
  ["502 Bad Gateway", "cannot tell", "unclear"],
  ["503 Service Unavailable", "cannot tell", "unclear"],
  ["504 Gateway Timeout", "cannot tell", "unclear"],
];

/** Makes a complete response of which only the status matters. */
function saying(status: string, ...headers: readonly string[]): Buffer {
  if (status.startsWith("204")) return answerBytes(status, "", headers);
  const body = "<html><body>oops</body></html>";
  return answerBytes(status, body, ["Content-Type: text/html", `Content-Length: ${body.length}`, ...headers]);
}

/** The body of a 200 response with another status. The task was started, and its id is in the body. */
const answers: readonly (readonly [status: string, ChatFate])[] = [
  ["201 Created", "done"],
  ["202 Accepted", "done"],
  ["409 Conflict", "unclear"],
  ["500 Internal Server Error", "unclear"],
  ["503 Service Unavailable", "unclear"],
];

function withAnswer(status: string, json: unknown, ...headers: readonly string[]): Buffer {
  const body = JSON.stringify(json);
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return answerBytes(status, body, ["Content-Type: application/json", length, ...headers]);
}

const redirects = ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"];

/** Faults of status codes, including redirects to a forbidden address. */
const statuses: readonly Fault[] = [
  ...redirects.map(
    (status): Fault => ({
      name: `${status} to another origin`,
      strike: { kind: "answer", script: (_, elsewhere) => [saying(status, `Location: ${elsewhere}/x`), "close"] },
      start: "cannot tell",
      chat: "unclear",
    }),
  ),
  ...rows.map(
    ([status, start, chat]): Fault => ({
      name: status,
      strike: { kind: "answer", script: () => [saying(status), "close"] },
      start,
      chat,
    }),
  ),
  ...answers.map(
    ([status, chat]): Fault => ({
      name: `${status} with the usual response body`,
      strike: { kind: "answer", script: ({ json }) => [withAnswer(status, json), "close"] },
      start: "started",
      chat,
    }),
  ),
  {
    name: "307 Temporary Redirect to another origin with the usual response body",
    strike: {
      kind: "answer",
      script: ({ json }, elsewhere) => [
        withAnswer("307 Temporary Redirect", json, `Location: ${elsewhere}/x`),
        "close",
      ],
    },
    start: "started",
    chat: "unclear",
  },
  {
    name: "429 with Retry-After: 7",
    strike: { kind: "answer", script: () => [saying("429 Too Many Requests", "Retry-After: 7"), "close"] },
    start: "later",
    chat: "later",
  },
];

type Bytes = (answer: ServiceAnswer) => Buffer;

const bodyFault = (name: string, bytes: Bytes, [start, chat]: readonly [StartFate, ChatFate]): Fault => ({
  name,
  strike: { kind: "answer", script: (answer) => [bytes(answer), "close"] },
  start,
  chat,
});
const ok = (value: unknown) => answerBytes("200 OK", JSON.stringify(value));
const cannotTell = ["cannot tell", "unclear"] as const;

/** A 200 response with an unexpected body. */
const oddBodies: readonly Fault[] = [
  bodyFault("200 with an empty body", () => answerBytes("200 OK", ""), cannotTell),
  bodyFault(
    "200 with HTML",
    () => answerBytes("200 OK", "<html>login</html>", ["Content-Type: text/html", "Content-Length: 18"]),
    cannotTell,
  ),
  bodyFault("200 with plain text", () => answerBytes("200 OK", "maintenance"), cannotTell),
  bodyFault("200 with incomplete JSON", ({ json: whole, id }) => cutBefore(JSON.stringify(whole), id), cannotTell),
  bodyFault("200 with {}", () => ok({}), cannotTell),
  bodyFault("200 with null", () => ok(null), cannotTell),
  bodyFault("200 with a list", () => ok([{ hello: "world" }]), cannotTell),
  bodyFault("an explicit refusal", ({ no }) => answerBytes(`${no.status} No`, JSON.stringify(no.json)), ["no", "no"]),
  bodyFault("the id of another object", ofAnother, ["lost", "misattributed"]),
  bodyFault("invalid UTF-8 in the id", ({ json: whole, id }) => withBadByte(JSON.stringify(whole), id), [
    "lost",
    "misattributed",
  ]),
];

function cutBefore(text: string, id: string): Buffer {
  return answerBytes("200 OK", text.slice(0, text.indexOf(id)));
}

function ofAnother({ json: whole, id, foreign }: ServiceAnswer): Buffer {
  return foreign === undefined
    ? answerBytes("200 OK", JSON.stringify(whole).replaceAll(`"${id}"`, `"${otherId(id)}"`))
    : ok(foreign);
}

/** Returns a different id of the same format, with the last digit increased. */
function otherId(id: string): string {
  return id.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

function withBadByte(text: string, id: string): Buffer {
  const at = text.indexOf(id) + id.length;
  const bytes = Buffer.from(text);
  return answerBytes("200 OK", Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]));
}

/** One way in which a request fails, and the results that the bot may then report. */
export interface Fault {
  readonly name: string;
  readonly strike: Strike;
  readonly start: StartFate;
  readonly chat: ChatFate;
  /** It sends far more than a response may contain. The accepted bytes and the memory must stay limited. */
  readonly isLarge?: boolean;
}

type Strike =
  | { readonly kind: "no name" }
  | { readonly kind: "nobody listens" }
  /** The connection is accepted and reset before the request is read. */
  | { readonly kind: "reset unread" }
  /** The whole request has arrived. `elsewhere` is an origin that must not be visited. */
  | { readonly kind: "answer"; readonly script: (answer: ServiceAnswer, elsewhere: string) => readonly Step[] };

/** One step of a response: bytes, or a fault of the connection. The last step ends the connection, or never ends. */
export type Step =
  | Buffer
  | { readonly kind: "dribble"; readonly bytes: Buffer }
  | { readonly kind: "flood"; readonly chunk: Buffer; readonly times: number }
  | "close"
  | "reset"
  | "silence";

/** The result of the paid call. Only "no", "later" and "unsent" certainly cause no charge. */
export type StartFate =
  | "unsent"
  | "no"
  | "later"
  /** The response contains the task's id. */
  | "started"
  /** The response contains an id, but not that of our task. */
  | "lost"
  | "cannot tell";

/** The result of an edit or a post. */
export type ChatFate =
  | "unsent"
  /** The platform's own refusal. */
  | "no"
  /** A refusal by its status code alone, which Slack does not use. */
  | "no by status"
  | "later"
  /** It may have been carried out. */
  | "unclear"
  /** The response confirms it, but for another message. */
  | "misattributed"
  | "done";

const beforeTheRequest: readonly Fault[] = [
  { name: "name not resolved", strike: { kind: "no name" }, start: "unsent", chat: "unsent" },
  { name: "connection refused", strike: { kind: "nobody listens" }, start: "unsent", chat: "unsent" },
  {
    name: "connection reset before the request is read",
    strike: { kind: "reset unread" },
    start: "cannot tell",
    chat: "unclear",
  },
];

export const faults: readonly Fault[] = [...beforeTheRequest, ...cuts, ...badHttp, ...statuses, ...oddBodies];

export function faultNamed(name: string): Fault {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(`there is no fault “${name}”`);
  return fault;
}
