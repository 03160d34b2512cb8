import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type HttpOptions, httpLimits, openHttp } from "../../src/ops/http.ts";
import { valueIn } from "../fakes/value-in.ts";

const get = async (url: string) => {
  const response = await fetch(url);
  return [response.status, await response.text()] as const;
};

test("the HTTP server answers GET and HEAD requests for /healthz, /readyz and /metrics", async () => {
  const origin = await aServer();
  expect(await get(`${origin}/healthz`)).toEqual([200, "ok\n"]);
  expect(await get(`${origin}/readyz`)).toEqual([200, "ready\nvideo service: clear\n"]);
  expect(await get(`${origin}/metrics?name=x`)).toEqual([200, "reelay_jobs_open 0\n"]);
  expect((await get(`${origin}/healthz?/slack/`))[0]).toBe(200);
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const head = await fetch(`${origin}${path}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  }
});

test("/readyz lists why the bot is not ready, while /healthz still returns 200", async () => {
  const origin = await aServer({ troubles: () => ["Discord: not connected", "Slack: not connected"] });
  expect(await get(`${origin}/readyz`)).toEqual([
    503,
    "Discord: not connected\nSlack: not connected\nvideo service: clear\n",
  ]);
  expect((await get(`${origin}/healthz`))[0]).toBe(200);
});

test("a request is passed from handler to handler until a handler answers, and gets 404 if no handler answers", async () => {
  const asked: (string | undefined)[] = [];
  const origin = await aServer({
    more: [
      null,
      async () => false,
      async (request, response) => {
        if (request.url !== "/") return false;
        response.end("page");
        return true;
      },
      async ({ url }) => {
        asked.push(url);
        return false;
      },
    ],
  });
  expect(await get(`${origin}/`)).toEqual([200, "page"]);
  expect((await get(`${origin}/other`))[0]).toBe(404);
  expect(asked).toEqual(["/other"]);
});

test("a POST request below /discord/ or /slack/ reaches that platform's listener", async () => {
  const listeners = {
    "/discord/": (_: unknown, response: ServerResponse) => void response.end("discord"),
    "/slack/": (_: unknown, response: ServerResponse) => void response.end("slack"),
  };
  const origin = await aServer({ listeners });
  for (const platform of ["discord", "slack"]) {
    const answer = await fetch(`${origin}/${platform}/events`, { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([200, platform]);
  }
  expect((await fetch(`${origin}/healthz`, { method: "POST" })).status).toBe(404);
});

test("a request whose handler fails gets the status 500 without the error's details", async () => {
  const origin = await aServer({ more: [() => Promise.reject(new Error("secret detail"))] });
  expect(await get(`${origin}/x`)).toEqual([500, "internal error\n"]);
});

test("a port that is in use causes an error that names the port and says how to fix the problem", async () => {
  const port = Number(new URL(await aServer()).port);
  const second = await openHttp({ ...options, ports: [port] });
  expect(second).toEqual({
    ok: false,
    refusal: expect.stringMatching(new RegExp(`^PORT ${port} is used .*set PORT to a free port`)),
  });
});

test("the HTTP server uses the next port of its list if the first port is in use", async () => {
  const taken = Number(new URL(await aServer()).port);
  const origin = await aServer({ ports: [taken, 0] });
  expect(await get(`${origin}/healthz`)).toEqual([200, "ok\n"]);
  expect(Number(new URL(origin).port)).not.toBe(taken);
});

/** Variants of `/PAGE` that a URL parser normalizes to it, or that a proxy may interpret differently. */
const tricks = [
  ...["/slack/../PAGE", "/slack/%2e%2e/PAGE", "/x/..\\PAGE", "/./PAGE", "//x/PAGE", "/\\x/PAGE", "//PAGE", "/PAGE/"],
  ...["/slack%2f..%2fPAGE", "/PAGE%00", "/PAGE;x", "/PAGE#x", "/PAGE%3fx", "http://x/PAGE", "x:/PAGE", "PAGE"],
  ...["?/PAGE", "/?/PAGE", "/healthz/../PAGE", "/x?/../PAGE", "http://[/PAGE"],
];

test("a path in an unusual spelling gets the status 400 or 404 and is not normalized into another path", async () => {
  const received: (string | undefined)[] = [];
  const origin = await aServer({
    listeners: {
      "/slack/": ({ url }, response) => {
        received.push(url);
        response.writeHead(404).end();
      },
    },
  });
  const targets = ["metrics", "slack/events"].flatMap((page) => tricks.map((trick) => trick.replace("PAGE", page)));
  // 400 means that Node itself rejects the target.
  for (const target of [...targets, "/%6detrics", "/%73lack/events", "/METRICS", "/\\[", "*", "/%"])
    expect(await bare(origin, `GET ${target} HTTP/1.1\r\nhost: x\r\n${nextConnection}`), target).toMatch(
      /^HTTP\/1\.1 40[04] /,
    );
  expect(received.filter((url) => !url?.startsWith("/slack"))).toEqual([]);
});

test("a POST request to /healthz with an incomplete body gets 404, and the connection is closed", async () => {
  const origin = await aServer();
  const sent = "POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nx";
  expect(await bare(origin, sent)).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: close/i);
});

const options: HttpOptions = {
  host: "127.0.0.1",
  ports: [0],
  listeners: {},
  more: [],
  troubles: () => [],
  notes: () => ["video service: clear"],
  metrics: { contentType: "text/plain", text: async () => "reelay_jobs_open 0\n" },
};

/** The bot's own server, closed at the end of the test. */
async function aServer(over: Partial<HttpOptions> = {}) {
  const opened = valueIn(await openHttp({ ...options, ...over }));
  onTestFinished(() => opened.close());
  return opened.origin;
}

/** Sends `sent` on a plain connection. Returns everything received until the server closes it. */
async function bare(origin: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write(sent);
  let text = "";
  socket.on("data", (part) => {
    text += part;
  });
  await new Promise<void>((resolve) => socket.once("close", resolve).on("error", () => resolve()));
  return text;
}

const nextConnection = "connection: close\r\n\r\n";

test("a request with headers that are too long gets status 431", async () => {
  const long = `x: ${"y".repeat(httpLimits.headerBytes)}\r\n`;
  const answer = await bare(await aServer(), `GET / HTTP/1.1\r\nhost: x\r\n${long}${nextConnection}`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

/** Newer versions of Node reject such a request. */
test("a request with 500 headers gets status 431 or reaches the handler with only the first headers", async () => {
  const seen: number[] = [];
  const origin = await aServer({
    more: [
      async (request) => {
        seen.push(Object.keys(request.headers).length);
        return false;
      },
    ],
  });
  const many = Array.from({ length: 500 }, (_, n) => `x${n}: y\r\n`).join("");
  const answer = await bare(origin, `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${many}\r\n`);
  expect(seen).toEqual(answer.startsWith("HTTP/1.1 431 ") ? [] : [httpLimits.headers]);
});

test("the HTTP server closes a connection that is idle or too slow", async () => {
  const limits = { ...httpLimits, headersMs: 50, requestMs: 100, lookEveryMs: 10, idleMs: 200 };
  const origin = await aServer({
    limits,
    listeners: { "/slack/": (request) => void request.on("error", () => {}).resume() },
    more: [() => new Promise(() => {})],
  });
  expect(await bare(origin, "GET /healthz HTTP/1.1\r\nhost:")).toMatch(/^HTTP\/1\.1 408 /);
  const slow = "POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nx";
  expect(await bare(origin, slow)).toMatch(/^HTTP\/1\.1 408 /);
  expect(await bare(origin, "GET /never HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
});

/** An open connection, and whether the server has closed it. */
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

test("at the connection limit, a new connection replaces the oldest connection without a complete request", async () => {
  const slow = "POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nx";
  let received = 0;
  const origin = await aServer({
    limits: { ...httpLimits, connections: 3 },
    listeners: {
      "/slack/": (request) => {
        received += 1;
        request.on("error", () => {}).resume();
      },
    },
  });
  const held = [];
  for (const sent of [slow, "GET /hea", slow, slow, "", slow, slow]) held.push(await heldOpen(origin, sent));
  for (let n = 0; n < 5; n += 1) expect(await bare(origin, health)).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toBe(5);
  expect(held.slice(0, 4).map(({ isEnded }) => isEnded)).toEqual([true, true, true, true]);
  expect(held.at(-1)?.isEnded).toBe(false);
});

test("a connection whose request is being answered is never closed to make room for a new connection", async () => {
  let asked = 0;
  const origin = await aServer({
    limits: { ...httpLimits, connections: 2 },
    more: [
      () => {
        asked += 1;
        return new Promise(() => {});
      },
    ],
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

test("at the connection limit, an unused connection is closed rather than an older connection that sent a request", async () => {
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
