import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { fetchWhole } from "../../src/app/fetch-whole.ts";
import type { FetchInit } from "../../src/core/http-client.ts";
import { deferred } from "../fakes/deferred.ts";
import { listenUntilEnd } from "../fakes/loopback-server.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { closedOrigin, localServer, localTcpServer, sendJson } from "../video-api/local-server.ts";

function aFetch() {
  const clock = manualClock();
  const ask = fetchWhole(clock);
  return { clock, fetchOnce: (address: string | URL, init: FetchInit = {}) => ask(address, init, 10_000) };
}

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && "code" in error.cause ? error.cause.code : error;

test("an HTTP request is sent unchanged, and its response has the server's status, headers and body", async () => {
  // A redirect is returned like any other response.
  const server = await localServer((response) => sendJson(response, 307, { id: 7 }, { location: "/elsewhere" }));
  const { fetchOnce } = aFetch();
  const headers = { authorization: "Bot x", "content-type": "application/json" };
  const response = await fetchOnce(`${server.origin}/a?b=c`, { method: "PATCH", headers, body: '{"d":1}' });
  expect([response.status, response.headers.get("location"), await response.json()]).toEqual([
    307,
    "/elsewhere",
    { id: 7 },
  ]);
  expect(server.received).toMatchObject([
    { path: "/a?b=c", body: { d: 1 }, headers: { ...headers, "accept-encoding": "identity" } },
  ]);
});

test("a response body can be read several times, as text, JSON and bytes", async () => {
  const server = await localServer((response) => response.end('\ufeff{"a":"é"}'));
  const response = await aFetch().fetchOnce(server.origin);
  expect(await response.text()).toBe('{"a":"é"}');
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\ufeff{"a":"é"}');
  expect(await response.json()).toEqual({ a: "é" });
});

test("a response of more than 1 MB is an error", async () => {
  const large = await localServer((response) => response.end("x".repeat(1_000_001)));
  expect(await aFetch().fetchOnce(large.origin).catch(causeOf)).toBe("ANSWER_TOO_LARGE");
});

test("a response with the invalid HTTP status 799 is an error", async () => {
  const odd = await localTcpServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 799 Odd\r\n\r\n")));
  await expect(aFetch().fetchOnce(odd.origin)).rejects.toThrow("fetch failed");
});

test("a response without a Content-Length is complete when the server closes the connection", async () => {
  const body = "x".repeat(900_000);
  const head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
  const server = await localTcpServer((socket) => socket.once("data", () => socket.end(head + body)));
  expect(await (await aFetch().fetchOnce(server.origin)).text()).toBe(body);
});

/** A server whose handler decides when to read the body. */
async function reader(onRequest: RequestListener): Promise<string> {
  return (await listenUntilEnd(createServer(onRequest))).origin;
}

/**
 * A body of `count` chunks of 50 kB. `taken` counts the chunks that were read, and `ended` resolves when reading stops.
 */
function flow(count: number, failAfter = count) {
  let taken = 0;
  const ended = deferred();
  async function* parts() {
    try {
      for (; taken < count; taken += 1) {
        if (taken === failAfter) throw Object.assign(new Error("cut"), { code: "CUT" });
        yield Buffer.alloc(50_000, taken);
      }
    } finally {
      ended.resolve();
    }
  }
  return { body: parts(), taken: () => taken, ended: ended.promise };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("a streamed request body of unknown length arrives complete", async () => {
  const server = await localServer((response) => response.end());
  await aFetch().fetchOnce(server.origin, { method: "PATCH", body: flow(10).body });
  expect(server.received[0]?.text).toHaveLength(500_000);
  expect(server.received[0]?.headers).not.toHaveProperty("content-length");
});

test("a 60 MB request body is read only as fast as the server accepts the body", async () => {
  let read = () => {};
  let receivedBytes = 0;
  const origin = await reader((request, response) => {
    request.on("data", (part: Buffer) => {
      receivedBytes += part.length;
    });
    request.on("end", () => response.end("{}"));
    read = () => void request.resume();
    request.pause();
  });
  const { body, taken } = flow(1_200);
  const answer = aFetch().fetchOnce(origin, { method: "PATCH", headers: { "content-length": "60000000" }, body });
  let before = -1;
  while (before !== taken() || before === 0) {
    before = taken();
    await turns(100);
  }
  // At most what fits into the kernel's loopback buffers has been read from the body.
  expect(taken() * 50_000).toBeLessThan(20_000_000);
  read();
  expect((await answer).status).toBe(200);
  expect(receivedBytes).toBe(60_000_000);
});

test("a request body that fails or ends too early does not affect the next request", async () => {
  let whole = 0;
  const origin = await reader((request, response) => {
    request.resume().on("error", () => {});
    request.on("end", () => {
      whole += 1;
      response.end();
    });
  });
  const headers = { "content-length": "500000" };
  const { fetchOnce } = aFetch();
  const sent = (body: AsyncIterable<Uint8Array>) =>
    fetchOnce(origin, { method: "PATCH", headers, body }).catch(causeOf);
  expect(await sent(flow(10, 3).body)).toBe("CUT");
  expect(await sent(flow(4).body)).toBe("UND_ERR_REQ_CONTENT_LENGTH_MISMATCH");
  expect(whole).toBe(0);
  expect((await fetchOnce(origin)).status).toBe(200);
});

test("an upload is stopped if the response arrives before the upload is complete", async () => {
  const origin = await reader((_request, response) => sendJson(response, 413, { code: 40005 }));
  const { body, taken, ended } = flow(1_200);
  const answer = await aFetch().fetchOnce(origin, { method: "PATCH", headers: { "content-length": "60000000" }, body });
  expect([answer.status, await answer.json()]).toEqual([413, { code: 40005 }]);
  await ended;
  expect(taken()).toBeLessThan(1_200);
});

test.for(["a timeout", "an abort signal", "a closed port"] as const)(
  "%s ends a request with an error that names the cause",
  async (why) => {
    const origin = why === "a closed port" ? await closedOrigin() : await reader((request) => request.pause());
    const { clock, fetchOnce } = aFetch();
    const caller = new AbortController();
    const { body, ended, taken } = flow(1_200);
    const answer = fetchOnce(origin, { method: "PATCH", body, signal: caller.signal }).catch(causeOf);
    while (why !== "a closed port" && taken() === 0) await turns(1);
    if (why === "a timeout") await clock.advance(10_000);
    if (why === "an abort signal") caller.abort();
    expect(await answer).toBe(
      { "a timeout": "TIMED_OUT", "an abort signal": "ABORTED", "a closed port": "ECONNREFUSED" }[why],
    );
    if (why !== "a closed port") await ended;
    if (why === "an abort signal")
      expect(await fetchOnce(origin, { signal: caller.signal }).catch(causeOf), "given up before").toBe("ABORTED");
  },
);
