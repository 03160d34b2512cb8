import { request as ask, createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { signedOnly } from "../../../src/frontends/slack/signed-only.ts";
import { signed } from "../../../src/sandbox/slack/sign.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";

const secret = "a-signing-secret";
const path = "/slack/events";
const MOST = 2_000_000;

/** What stands before Bolt, on a real server, and what it hands on. */
async function world() {
  const clock = toldClock();
  const log = keptLog();
  const handedOn: string[] = [];
  const listener = signedOnly(
    (request, response) => {
      handedOn.push(String((request as IncomingMessage & { rawBody?: Buffer }).rawBody));
      response.end();
    },
    { signingSecret: secret, clock, log },
  );
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  /** The status that such a body is answered with; where it is cut short, nobody waits for the rest. */
  const send = (body: string, headers: Record<string, string | number> = {}, isWhole = true) =>
    new Promise<number>((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, method: "POST", headers: { ...headers } };
      const asking = ask(options, (answer) => resolve(answer.resume().statusCode ?? 0)).on("error", reject);
      onTestFinished(() => void asking.destroy());
      if (isWhole) asking.end(body);
      else asking.write(body);
    });
  const sign = (body: string, bySecret = secret) => signed(body, { secret: bySecret, at: clock.now() });
  return { clock, log, handedOn, port, send, sign };
}

test("what Slack signed is handed on as it came", async () => {
  const { send, sign, handedOn } = await world();
  expect(await send("text=a%20cat", sign("text=a%20cat"))).toBe(200);
  expect(handedOn).toEqual(["text=a%20cat"]);
});

test("a body that is too long is refused while it comes, signed or not, before anybody looks at it", async () => {
  const { send, sign, handedOn } = await world();
  const long = "x".repeat(MOST + 1);
  const anySignature = { "x-slack-signature": "v0=0", "x-slack-request-timestamp": "1" };
  expect(await send(long, { ...anySignature, "transfer-encoding": "chunked" }, false)).toBe(413);
  expect(await send("", { ...anySignature, "content-length": MOST + 1 }, false)).toBe(413);
  expect(await send("x".repeat(1_001), { "transfer-encoding": "chunked" }, false)).toBe(413);
  expect(handedOn).toEqual([]);
  const most = "x".repeat(MOST);
  expect(await send(most, sign(most))).toBe(200);
});

test("all bodies that are on their way together have one bound, and room comes back with those who leave", async () => {
  const { port, send, sign, handedOn } = await world();
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx-slack-signature: v0=0\r\ncontent-length: ${MOST}\r\n\r\n`;
  const holding = Array.from({ length: 17 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  const full = Promise.race(
    holding.map((socket) => new Promise<string>((resolve) => socket.once("data", (text) => resolve(String(text))))),
  );
  for (const socket of holding) socket.write(head + "x".repeat(MOST - 1));
  expect(await full).toMatch(/^HTTP\/1\.1 503 /);
  for (const socket of holding) socket.destroy();
  while ((await send("a", sign("a"))) === 503);
  expect(handedOn).toEqual(["a"]);
});

test("whoever sends nonsense does not fill the log: the first refusal is told, and each minute how many there were", async () => {
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

test("a check of the certificate is answered without a signature, and nothing that stands beside it is read", async () => {
  const { send, handedOn } = await world();
  expect(await send("ssl_check=1&payload=%7B%22type%22%3A%22block_actions%22%7D")).toBe(200);
  expect(handedOn).toEqual([]);
});
