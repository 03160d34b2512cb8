import { expect, onTestFinished, test } from "vitest";
import { openHttp } from "../../src/ops/http.ts";
import { aServer, bare, nextConnection } from "./http-world.ts";

const get = async (url: string) => {
  const response = await fetch(url);
  return [response.status, await response.text()] as const;
};

test("it lives, is ready, and counts", async () => {
  const origin = await aServer();
  expect(await get(`${origin}/healthz`)).toEqual([200, "ok\n"]);
  expect(await get(`${origin}/readyz`)).toEqual([200, "ready\nvideo service: clear\n"]);
  expect(await get(`${origin}/metrics`)).toEqual([200, "reelay_jobs_open 0\n"]);
});

test("what is not ready says why, and still lives", async () => {
  const origin = await aServer({ troubles: () => ["Discord: not connected", "Slack: not connected"] });
  expect(await get(`${origin}/readyz`)).toEqual([
    503,
    "Discord: not connected\nSlack: not connected\nvideo service: clear\n",
  ]);
  expect((await get(`${origin}/healthz`))[0]).toBe(200);
});

test("a path of nobody's is not found, one of the mounted page's is the page's", async () => {
  const origin = await aServer({
    more: async (request, response) => {
      if (request.url !== "/") return false;
      response.end("page");
      return true;
    },
  });
  expect(await get(`${origin}/`)).toEqual([200, "page"]);
  expect((await get(`${origin}/other`))[0]).toBe(404);
});

test("Slack's requests go to Slack's listener alone", async () => {
  const origin = await aServer({ slackListener: (_request, response) => response.end("slack") });
  expect((await fetch(`${origin}/slack/events`, { method: "POST" })).status).toBe(200);
  expect((await fetch(`${origin}/healthz`, { method: "POST" })).status).toBe(404);
});

test("a page that breaks is an answer, not the end of the process", async () => {
  const origin = await aServer({ more: () => Promise.reject(new Error("secret detail")) });
  expect(await get(`${origin}/x`)).toEqual([500, "internal error\n"]);
});

test("a port that is taken is refused with its number and the cure", async () => {
  const port = Number(new URL(await aServer()).port);
  const second = await openHttp({
    host: "127.0.0.1",
    ports: [port],
    slackListener: null,
    more: async () => false,
    troubles: () => [],
    notes: () => [],
    metrics: { contentType: "text/plain", text: async () => "" },
  });
  expect(second).toEqual({
    ok: false,
    refusal: expect.stringMatching(new RegExp(`PORT ${port} is taken.*Set|set PORT`)),
  });
});

test("where nobody chose the port, the next one that is free is taken", async () => {
  const taken = Number(new URL(await aServer()).port);
  const second = await openHttp({
    host: "127.0.0.1",
    ports: [taken, 0],
    slackListener: null,
    more: async () => false,
    troubles: () => [],
    notes: () => [],
    metrics: { contentType: "text/plain", text: async () => "" },
  });
  if (!second.ok) throw new Error(second.refusal);
  onTestFinished(() => second.value.close());
  expect(await get(`${second.value.origin}/healthz`)).toEqual([200, "ok\n"]);
  expect(Number(new URL(second.value.origin).port)).not.toBe(taken);
});

/** Ways to write a path that a URL reader turns into another one, or that a proxy may read differently. */
const tricks = [
  ...[
    "/slack/../metrics",
    "/slack/%2e%2e/metrics",
    "/slack/.%2e/metrics",
    "/x/..\\metrics",
    "/./metrics",
    "/%2e/metrics",
  ],
  ...["//x/metrics", "///x/metrics", "/\\x/metrics", "\\\\x\\metrics", "//x\\..\\metrics", "//metrics", "/metrics/"],
  ...["/slack%2f..%2fmetrics", "/%6detrics", "/metrics%00", "/metrics;x", "/metrics#x", "/metrics%3fx", "/METRICS"],
  ...[
    "http://x/metrics",
    "http:metrics",
    "https://127.0.0.1/metrics",
    "x:/metrics",
    "metrics",
    "?/metrics",
    "/?/metrics",
  ],
  ...["//", "/\\[", "http://[/metrics", "*", "/%", "/metrics/../%2e%2e/", "/healthz/../metrics", "/x?/../metrics"],
];

test.for(tricks)("a path that is not written as itself (%s) is nobody's", async (target) => {
  const origin = await aServer({ slackListener: (_request, response) => response.writeHead(404).end() });
  // 400: Node itself does not take it for a target.
  expect(await bare(origin, `GET ${target} HTTP/1.1\r\nhost: x\r\n${nextConnection}`)).toMatch(/^HTTP\/1\.1 40[04] /);
  for (const path of ["/healthz", "/readyz", "/metrics", "/metrics?name=x", "/healthz?/slack/"])
    expect([path, (await get(`${origin}${path}`))[0]]).toEqual([path, 200]);
});

test.for([
  "/x/../slack/events",
  "//x/slack/events",
  "/%73lack/events",
  "http://x/slack/events",
  "/x/%2e%2e/slack/events",
])("Slack's listener hears nothing of %s", async (target) => {
  const heard: (string | undefined)[] = [];
  const origin = await aServer({
    slackListener: ({ url }, response) => {
      heard.push(url);
      response.end();
    },
  });
  expect(await bare(origin, `GET ${target} HTTP/1.1\r\nhost: x\r\n${nextConnection}`)).toMatch(/^HTTP\/1\.1 404 /);
  expect(heard).toEqual([]);
});

test("a body that nobody asked for is not read", async () => {
  const origin = await aServer();
  const sent = "POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nx";
  expect(await bare(origin, sent)).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: close/i);
});

test("health and readiness are answered without a body where only the head is asked for", async () => {
  const origin = await aServer();
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const response = await fetch(`${origin}${path}`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
});
