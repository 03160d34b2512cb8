import { expect, test } from "vitest";
import { fetchWhole } from "../../src/app/fetch-whole.ts";
import type { FetchInit } from "../../src/core/ports.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { closedOrigin, localServer, localTcpServer, sendJson } from "../video-api/local-server.ts";

function aFetch() {
  const clock = toldClock();
  const ask = fetchWhole(clock);
  return { clock, fetchOnce: (address: string | URL, init: FetchInit = {}) => ask(address, init, 10_000) };
}

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && "code" in error.cause ? error.cause.code : error;

test("what is asked arrives as it was given, and the answer comes as fetch would give it", async () => {
  const server = await localServer((response) => sendJson(response, 201, { id: 7 }, { "x-word": "yes" }));
  const { fetchOnce } = aFetch();
  const headers = { authorization: "Bot x", "content-type": "application/json" };
  const response = await fetchOnce(`${server.origin}/a?b=c`, { method: "PATCH", headers, body: '{"d":1}' });
  expect([response.status, response.headers.get("x-word"), await response.json()]).toEqual([201, "yes", { id: 7 }]);
  expect(server.received).toMatchObject([
    { path: "/a?b=c", body: { d: 1 }, headers: { ...headers, "accept-encoding": "identity" } },
  ]);
});

test("a redirect is an answer like any other", async () => {
  const server = await localServer((response) => sendJson(response, 307, "", { location: "/elsewhere" }));
  expect((await aFetch().fetchOnce(server.origin, { method: "POST", body: "{}" })).status).toBe(307);
  expect(server.received).toHaveLength(1);
});

test("a limit, a caller's signal and a closed port are told apart", async () => {
  const server = await localServer(() => {});
  const { clock, fetchOnce } = aFetch();
  const late = fetchOnce(server.origin).catch(causeOf);
  await server.arrived(1);
  await clock.advance(10_000);
  expect(await late).toBe("TIMED_OUT");

  const caller = new AbortController();
  const aborted = fetchOnce(server.origin, { signal: caller.signal }).catch(causeOf);
  await server.arrived(2);
  caller.abort();
  expect(await aborted).toBe("ABORTED");
  expect(await fetchOnce(server.origin, { signal: caller.signal }).catch(causeOf)).toBe("ABORTED");
  expect(server.received).toHaveLength(2);

  expect(await fetchOnce(await closedOrigin()).catch(causeOf)).toBe("ECONNREFUSED");
});

test("an answer of more than 1 MB is none, and neither is a status that nobody has", async () => {
  const large = await localServer((response) => response.end("x".repeat(1_000_001)));
  expect(await aFetch().fetchOnce(large.origin).catch(causeOf)).toBe("ANSWER_TOO_LARGE");
  const odd = await localTcpServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 799 Odd\r\n\r\n")));
  await expect(aFetch().fetchOnce(odd.origin)).rejects.toThrow("fetch failed");
});

test("an answer that ends with its connection is whole, however long it is", async () => {
  const body = "x".repeat(900_000);
  const head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
  const server = await localTcpServer((socket) => socket.once("data", () => socket.end(head + body)));
  expect(await (await aFetch().fetchOnce(server.origin)).text()).toBe(body);
});
