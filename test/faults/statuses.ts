import { answerBytes } from "./answer.ts";
import type { ChatFate, Fault, StartFate } from "./fault.ts";

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

/** A whole answer whose status is the whole news: its body is nobody's own. */
function saying(status: string, ...headers: readonly string[]): Buffer {
  if (status.startsWith("204")) return answerBytes(status, "", headers);
  const body = "<html><body>oops</body></html>";
  return answerBytes(status, body, ["Content-Type: text/html", `Content-Length: ${body.length}`, ...headers]);
}

/** The answer of a 200 under another status: a task is begun, and its id is there. */
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
export const statuses: readonly Fault[] = [
  ...redirects.map(
    (status): Fault => ({
      name: `${status}, to elsewhere`,
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
      name: `${status}, with the answer in it`,
      strike: { kind: "answer", script: ({ json }) => [withAnswer(status, json), "close"] },
      start: "started",
      chat,
    }),
  ),
  {
    name: "307 Temporary Redirect, to elsewhere, with the answer in it",
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
