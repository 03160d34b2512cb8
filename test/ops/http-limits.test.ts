import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { httpLimits } from "../../src/ops/http.ts";
import { aServer, bare, nextConnection } from "./http-world.ts";

test("a head that is too long is refused, and of too many headers only the first are read, or none by newer Nodes", async () => {
  const seen: number[] = [];
  const origin = await aServer({
    more: async (request) => {
      seen.push(Object.keys(request.headers).length);
      return false;
    },
  });
  const long = `x: ${"y".repeat(httpLimits.headerBytes)}\r\n`;
  expect(await bare(origin, `GET / HTTP/1.1\r\nhost: x\r\n${long}${nextConnection}`)).toMatch(/^HTTP\/1\.1 431 /);
  const many = Array.from({ length: 500 }, (_, n) => `x${n}: y\r\n`).join("");
  const answer = await bare(origin, `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${many}\r\n`);
  expect(seen).toEqual(answer.startsWith("HTTP/1.1 431 ") ? [] : [httpLimits.headers]);
});

test("a head or a body that comes too slowly ends, and so does a connection on which nothing moves", async () => {
  const limits = { ...httpLimits, headersMs: 50, requestMs: 100, lookEveryMs: 10, idleMs: 200 };
  const origin = await aServer({
    limits,
    slackListener: (request) => void request.on("error", () => {}).resume(),
    more: () => new Promise(() => {}),
  });
  expect(await bare(origin, "GET /healthz HTTP/1.1\r\nhost:")).toMatch(/^HTTP\/1\.1 408 /);
  const slow = "POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nx";
  expect(await bare(origin, slow)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await bare(origin, "GET /never HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
});

/** A connection that holds what it has, and whether the server has ended it. */
async function heldOpen(origin: string, sent: string) {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const held = { socket, isEnded: false };
  socket
    .on("error", () => {})
    .on("close", () => {
      held.isEnded = true;
    });
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
  return held;
}

const health = `GET /healthz HTTP/1.1\r\nhost: x\r\n${nextConnection}`;

test("so many connections and no more are held at once: the oldest that has asked for nothing whole makes room", async () => {
  const slow = "POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nx";
  let heard = 0;
  const origin = await aServer({
    limits: { ...httpLimits, connections: 3 },
    slackListener: (request) => {
      heard += 1;
      request.on("error", () => {}).resume();
    },
  });
  const held = [];
  for (const sent of [slow, "GET /hea", slow, slow, "", slow, slow]) held.push(await heldOpen(origin, sent));
  for (let n = 0; n < 5; n += 1) expect(await bare(origin, health)).toMatch(/^HTTP\/1\.1 200 /);
  expect(heard).toBe(5);
  expect(held.slice(0, 4).map(({ isEnded }) => isEnded)).toEqual([true, true, true, true]);
  expect(held.at(-1)?.isEnded).toBe(false);
});

test("a connection that is being answered is never ended for another one", async () => {
  let asked = 0;
  const origin = await aServer({
    limits: { ...httpLimits, connections: 2 },
    more() {
      asked += 1;
      return new Promise(() => {});
    },
  });
  const isAsked = async (times: number) => {
    while (asked < times) await new Promise((resolve) => setImmediate(resolve));
  };
  const slow = "GET /slow HTTP/1.1\r\nhost: x\r\n\r\n";
  const first = await heldOpen(origin, slow);
  await isAsked(1);
  expect(await bare(origin, health)).toMatch(/^HTTP\/1\.1 200 /);
  const second = await heldOpen(origin, slow);
  await isAsked(2);
  expect(await bare(origin, health)).toBe("");
  expect([first.isEnded, second.isEnded]).toEqual([false, false]);
  first.socket.destroy();
  while (!(await bare(origin, health)).includes("200"));
});

test("a connection that begins its next request is no longer the oldest", async () => {
  const origin = await aServer({ limits: { ...httpLimits, connections: 2 } });
  const keptAlive = await heldOpen(origin, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  await new Promise((resolve) => keptAlive.socket.once("data", resolve));
  const idle = await heldOpen(origin, "");
  const next = new Promise((resolve) => keptAlive.socket.once("data", resolve));
  keptAlive.socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
  await next;
  expect(await bare(origin, health)).toMatch(/^HTTP\/1\.1 200 /);
  expect([keptAlive.isEnded, idle.isEnded]).toEqual([false, true]);
});
