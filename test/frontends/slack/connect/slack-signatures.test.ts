import { request as ask, createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { signed } from "../../../../sandbox/src/slack/delivery.ts";
import { BODY_MAX_BYTES, signedOnly } from "../../../../src/frontends/slack/connect/slack-signatures.ts";
import { listenUntilEnd } from "../../../fakes/loopback-server.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";

const secret = "a-signing-secret";
const path = "/slack/events";
const MOST = BODY_MAX_BYTES;

/** Waits until data on loopback has arrived. */
async function untilRead(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A real server with our signature check, and the requests that it passes on to Bolt. */
async function world() {
  const clock = manualClock();
  const log = recordingLog();
  const handedOn: string[] = [];
  const listener = signedOnly(
    (request, response) => {
      handedOn.push(String((request as IncomingMessage & { rawBody?: Buffer }).rawBody));
      response.end();
    },
    { signingSecret: secret, clock, log },
  );
  const server = createServer(listener);
  const { port } = await listenUntilEnd(server);
  /**
   * Returns the response status for that body. With `isWhole` false, the body is cut short and the test does not wait for
   * the rest.
   */
  const send = (body: string, headers: Record<string, string | number> = {}, isWhole = true) =>
    new Promise<number>((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, method: "POST", headers: { ...headers } };
      const asking = ask(options, (answer) => resolve(answer.resume().statusCode ?? 0)).on("error", reject);
      onTestFinished(() => void asking.destroy());
      if (isWhole) asking.end(body);
      else asking.write(body);
    });
  const sign = (body: string, bySecret = secret) => ({
    ...signed(body, { secret: bySecret, at: clock.now() }),
    "content-type": "application/x-www-form-urlencoded",
  });
  return { clock, log, handedOn, port, send, sign };
}

test("a request signed by Slack is passed to the handler unchanged", async () => {
  const { send, sign, handedOn } = await world();
  expect(await send("command=a%20cat", sign("command=a%20cat"))).toBe(200);
  expect(handedOn).toEqual(["command=a%20cat"]);
});

/** Headers that only reading the body can prove invalid. */
const madeUp = (at: number) => ({ ...signed("another body", { secret: "not Slack's", at }) });

test("a Slack request that exceeds the size limit gets HTTP 413 before the whole body has arrived", async () => {
  const { clock, send, sign, handedOn } = await world();
  const long = "x".repeat(MOST + 1);
  const chunked = { "transfer-encoding": "chunked" };
  expect(await send(long, { ...madeUp(clock.now()), ...chunked }, false)).toBe(413);
  expect(await send("x".repeat(1_001), chunked, false)).toBe(413);
  expect(handedOn).toEqual([]);
  const most = `command=${"x".repeat(MOST - 8)}`;
  expect(await send(most, sign(most))).toBe(200);
});

test.for<readonly [string, (at: number) => Record<string, string>]>([
  ["an invalid signature", (at) => ({ ...madeUp(at), "x-slack-signature": "v0=0" })],
  ["a signature of another version", (at) => ({ ...madeUp(at), "x-slack-signature": `v1=${"0".repeat(64)}` })],
  ["capital letters in the signature", (at) => ({ ...madeUp(at), "x-slack-signature": `v0=${"A".repeat(64)}` })],
  ["two signatures", (at) => ({ ...madeUp(at), "x-slack-signature": `v0=${"0".repeat(64)}, v0=${"0".repeat(64)}` })],
  ["no timestamp", (at) => ({ "x-slack-signature": madeUp(at)["x-slack-signature"] ?? "" })],
  ["an invalid timestamp", (at) => ({ ...madeUp(at), "x-slack-request-timestamp": "soon" })],
  ["a timestamp with decimals", (at) => ({ ...madeUp(at), "x-slack-request-timestamp": `${at / 1_000}.0` })],
  ["an old timestamp", (at) => madeUp(at - 301_000)],
  ["a future timestamp", (at) => madeUp(at + 301_000)],
])("the body of a Slack request with %s is not read", async ([, headersAt]) => {
  const { clock, send, handedOn } = await world();
  expect(await send("x", { ...headersAt(clock.now()), "content-length": "1000" }, false)).toBe(401);
  expect(handedOn).toEqual([]);
});

test.for(["a wrong", "no"])(
  "a Slack request with %s signature gets HTTP 408 if the body takes 2.5 s to arrive",
  async (signature) => {
    const { clock, send } = await world();
    const headers = signature === "a wrong" ? madeUp(clock.now()) : {};
    let status = 0;
    const waiting = send("x", { ...headers, "content-length": "1000" }, false).then((answered) => {
      status = answered;
    });
    await untilRead();
    await clock.advance(2_499);
    expect(status).toBe(0);
    await clock.advance(1);
    await waiting;
    expect(status).toBe(408);
  },
);

test("a Slack request that arrives in small chunks is passed to the handler as one body", async () => {
  const { port, handedOn, sign } = await world();
  const words = Array.from({ length: 10_000 }, (_, n) => `${n}`).join("");
  const body = `command=${words}`;
  const crumbs = [...body].map((letter) => `1\r\n${letter}\r\n`).join("");
  const headers = Object.entries(sign(body)).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${path} HTTP/1.1`, "host: x", ...headers, "transfer-encoding: chunked"].join("\r\n");
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(`${head}\r\n\r\n${crumbs}0\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  expect(handedOn).toEqual([body]);
});

test("many slow forged requests do not block signed requests from Slack", async () => {
  const { port, clock, send, sign, handedOn, log } = await world();
  const headers = Object.entries(madeUp(clock.now())).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers.join("")}content-length: ${MOST}\r\n\r\n`;
  const answers: string[] = [];
  const attack = () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    const answered = new Promise<void>((resolve) => {
      socket.once("data", (text) => {
        answers.push(String(text).slice(9, 12));
        resolve();
      });
    });
    socket.write(head + "x".repeat(MOST - 1));
    return answered;
  };
  const attackers = Array.from({ length: 20 }, attack);
  // 16 of these use up all available memory for bodies.
  while (answers.length < 4) await Promise.race([untilRead(), send("command=a", sign("command=a"))]);
  expect(new Set(answers)).toEqual(new Set(["503"]));
  const before = handedOn.length;
  for (let n = 0; n < 20; n += 1) expect(await send(`command=${n}`, sign(`command=${n}`))).toBe(200);
  expect(handedOn).toHaveLength(before + 20);
  await clock.advance(2_500);
  await Promise.all(attackers);
  expect(answers.filter((status) => status === "408").length).toBeGreaterThan(0);
  expect(log.lines.every(({ event }) => event === "slack requests refused")).toBe(true);
});

test("the number of refused Slack requests is logged at most once a minute", async () => {
  const { clock, log, send, sign, handedOn } = await world();
  for (let n = 0; n < 5; n += 1) expect(await send("payload={", sign("payload={", "another"))).toBe(401);
  await clock.advance(60_000);
  expect(await send("payload={}")).toBe(401);
  expect(log.lines.map(({ event, fields }) => [event, fields.count])).toEqual([
    ["slack requests refused", 1],
    ["slack requests refused", 5],
  ]);
  expect(handedOn).toEqual([]);
});

test("Slack's unsigned certificate check (ssl_check) gets HTTP 200 and has no other effect", async () => {
  const { send, handedOn } = await world();
  expect(await send("ssl_check=1&payload=%7B%22type%22%3A%22block_actions%22%7D")).toBe(200);
  expect(handedOn).toEqual([]);
});
