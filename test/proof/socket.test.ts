import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { at } from "./recorder.ts";
import { openFrames } from "./socket.ts";

/** Both ends of a socket on loopback. */
async function aSocket() {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const come = new Promise<WebSocket>((resolve) => server.once("connection", resolve));
  const { port } = server.address() as AddressInfo;
  const frames = await openFrames(`ws://127.0.0.1:${port}`, 2_000);
  onTestFinished(() => frames.close());
  const there = await come;
  const received = () =>
    new Promise<unknown>((resolve) => there.once("message", (raw) => resolve(JSON.parse(String(raw)))));
  return { frames, there, received, sends: (frame: unknown) => there.send(JSON.stringify(frame)) };
}

const isNumber = (number: number) => (frame: unknown) => at(frame, "number") === number;

test("a WebSocket message is acknowledged automatically if no platform check waits for the message", async () => {
  const { frames, received, sends } = await aSocket();
  const acknowledged = received();
  sends({ envelope_id: "one", number: 1 });
  expect(await acknowledged).toEqual({ envelope_id: "one" });
  const coming = frames.next(isNumber(2), { what: "two" });
  sends({ envelope_id: "two", number: 2 });
  expect(await coming).toEqual({ envelope_id: "two", number: 2 });
  const next = received();
  frames.send({ number: 3 });
  expect(await next).toEqual({ number: 3 });
});

test("an early WebSocket message is stored until a platform check reads or discards the message", async () => {
  const { frames, sends } = await aSocket();
  for (const number of [1, 2, 3]) sends({ number });
  expect(await frames.next(isNumber(3), { what: "three" })).toEqual({ number: 3 });
  expect(await frames.next(isNumber(1), { what: "one" })).toEqual({ number: 1 });
  frames.forget();
  const left = new AbortController();
  const coming = frames.next(isNumber(2), { what: "two", signal: left.signal });
  left.abort(new Error("left out"));
  await expect(coming).rejects.toThrow("left out");
});

test("a platform check that waits for a WebSocket message fails when the socket closes", async () => {
  const { frames, there } = await aSocket();
  const coming = frames.next(isNumber(1), { what: "one" });
  there.close(4_000);
  await expect(coming).rejects.toThrow("closed with 4000");
});
