import { channel } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { deferred } from "../fakes/deferred.ts";
import { keepNothing } from "../fakes/video-api.ts";
import { closedOrigin, localServer, localTcpServer, sendJson } from "./local-server.ts";
import { against, apiAt, boat, key } from "./world.ts";

const whole = JSON.stringify({ code: 0, data: { success: true, taskId: "task_1", creditsUsed: 95 } });
const unavailable = (sent: boolean, detail: unknown) => ({ ok: false, refusal: { kind: "unavailable", sent, detail } });

test("a paid call is reported as not sent if the connection is refused", async () => {
  const { api } = apiAt(await closedOrigin());
  expect(await api.submit(key, boat, keepNothing)).toEqual(unavailable(false, "connection refused"));
});

test("a paid call is reported as not sent if the server does not support TLS", async () => {
  const server = await localServer((response) => sendJson(response, 200, whole));
  const { api } = apiAt(server.origin.replace("http:", "https:"));
  expect(await api.submit(key, boat, keepNothing)).toEqual(
    unavailable(false, expect.stringMatching(/^tls failure, ERR_SSL_/)),
  );
  expect(server.received).toEqual([]);
});

test("a paid call is reported as not sent if the connection is reset during the TLS handshake", async () => {
  let connections = 0;
  const { origin } = await localTcpServer((socket) => {
    connections += 1;
    socket.once("data", () => socket.resetAndDestroy());
  });
  const { api } = apiAt(origin.replace("http:", "https:"));
  expect(await api.submit(key, boat, keepNothing)).toMatchObject(unavailable(false, expect.any(String)));
  expect(connections).toBe(1);
});

test("a paid call is reported as not sent if the connection is not ready within 60 s", async () => {
  const connected = deferred();
  const { origin } = await localTcpServer(() => connected.resolve());
  const { api, clock } = apiAt(origin.replace("http:", "https:"));
  const result = api.submit(key, boat, keepNothing);
  await connected.promise;
  await clock.advance(60_000);
  expect(await result).toEqual(unavailable(false, "timed out"));
});

/** The complete request has arrived, and then the response fails. */
const lostAnswers: readonly (readonly [string, string, (response: ServerResponse, socket: Socket) => void])[] = [
  ["a connection reset", "connection reset", (_, socket) => socket.resetAndDestroy()],
  ["a connection that closes without a response", "connection closed", (_, socket) => socket.end()],
  [
    "a response that ends inside the headers",
    "connection closed",
    (_, socket) => socket.end("HTTP/1.1 200 OK\r\nContent-"),
  ],
  ["a response that ends inside the body", "connection closed", (_, socket) => socket.end(head(50, '{"code":0,"da'))],
  ["a response body that is longer than announced", "answer not in shape", (_, socket) => socket.end(head(5, whole))],
  ["a response that is not HTTP", "answer is not http", (_, socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n")],
  [
    "a response with nothing but “100 Continue”",
    "connection closed",
    (_, socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n"),
  ],
  [
    "a response that switches the protocol",
    "connection closed",
    (_, socket) => socket.end("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
  ],
  [
    "a response of more than 1 MB",
    "answer too large",
    (response) => response.writeHead(200).end("x".repeat(1_000_001)),
  ],
  [
    "an unexpectedly compressed response",
    "answer not in shape",
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.from([0x1f, 0x8b, 8, 0, 0])),
  ],
];
const head = (length: number, body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${body}`;

test.for(lostAnswers)("a paid call is reported as possibly charged after %s", async ([, detail, answer]) => {
  const { api, received } = await against((response, _request, socket) => answer(response, socket));
  expect(await api.submit(key, boat, keepNothing)).toEqual(unavailable(true, detail));
  expect(received).toHaveLength(1);
});

test("a paid call is reported as possibly charged after exactly 60 s without a response", async () => {
  const { api, clock, arrived } = await against(() => {});
  const result = api.submit(key, boat, keepNothing);
  await arrived(1);
  await clock.advance(59_999);
  expect(await Promise.race([result, "waiting"])).toBe("waiting");
  await clock.advance(1);
  expect(await result).toEqual(unavailable(true, "timed out"));
});

test("a paid call is reported as possibly charged if its response has not ended after 60 s", async () => {
  const { api, clock, arrived } = await against((response) => void response.writeHead(200).write('{"code":0,'));
  const result = api.submit(key, boat, keepNothing);
  await arrived(1);
  await clock.advance(60_000);
  expect(await result).toEqual(unavailable(true, "timed out"));
});

test("a truncated response to a paid call is reported as a started task if the response contains the complete task id", async () => {
  const { api } = await against((_response, _request, socket) => socket.end(head(500, whole)));
  const value = { taskId: "task_1", credits: null, problem: "connection closed" };
  expect(await api.submit(key, boat, keepNothing)).toEqual({ ok: true, value });
});

test("a paid call is reported as possibly charged after a truncated response with a refusal", async () => {
  const { api } = await against((_response, _request, socket) => socket.end(head(500, '{"code":9,"data":null}')));
  expect(await api.submit(key, boat, keepNothing)).toEqual(unavailable(true, "connection closed"));
});

test("an HTTP 402 response to a paid call is reported as missing credits even if the body is truncated", async () => {
  const cut = "HTTP/1.1 402 Payment Required\r\nContent-Length: 50\r\n\r\n{";
  const { api } = await against((_response, _request, socket) => socket.end(cut));
  expect(await api.submit(key, boat, keepNothing)).toEqual({ ok: false, refusal: { kind: "no_credits" } });
});

test("an HTTP 103 response before the final response to a paid call is ignored", async () => {
  const hints = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
  const { api } = await against((_response, _request, socket) => socket.end(hints + head(whole.length, whole)));
  expect(await api.submit(key, boat, keepNothing)).toEqual({ ok: true, value: { taskId: "task_1", credits: 95 } });
});

test("a paid call with a refused connection is reported as not sent, even if other paid calls succeed at the same time", async () => {
  const server = await localServer((response) => sendJson(response, 200, whole));
  const live = apiAt(server.origin);
  const dead = apiAt(await closedOrigin());
  const calls = Array.from({ length: 40 }, async (_, index) => {
    const api = index % 2 === 0 ? live.api : dead.api;
    return api.submit(key, boat, keepNothing);
  });
  const results = await Promise.all(calls);
  for (const [index, result] of results.entries()) {
    if (index % 2 === 0) expect(result.ok).toBe(true);
    else expect(result).toEqual(unavailable(false, "connection refused"));
  }
});

test("a paid call that reached the server is never reported as not sent", async () => {
  const seen: boolean[] = [];
  const { origin } = await localTcpServer((socket) => {
    const index = seen.push(false) - 1;
    socket.on("data", () => {
      seen[index] = true;
    });
    // Resets come before, during or after the request.
    let turns = index % 4;
    const turn = () => {
      turns -= 1;
      if (turns < 0) socket.resetAndDestroy();
      else setImmediate(turn);
    };
    turn();
  });
  const { api } = apiAt(origin);
  for (let call = 0; call < 100; call += 1) {
    const result = await api.submit(key, boat, keepNothing);
    expect(result).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
    const isReportedUnsent = !result.ok && result.refusal.kind === "unavailable" && !result.refusal.sent;
    if (isReportedUnsent) expect(seen.at(-1)).toBe(false);
  }
  expect(seen.length).toBeLessThanOrEqual(100);
});

test("no undici diagnostics channel has a subscriber after all paid calls have ended", async () => {
  const { api } = await against((response) => sendJson(response, 200, whole));
  await Promise.all([api.submit(key, boat, keepNothing), api.submit(key, boat, keepNothing)]);
  expect(channel("undici:client:sendHeaders").hasSubscribers).toBe(false);
  expect(channel("undici:request:create").hasSubscribers).toBe(false);
});
