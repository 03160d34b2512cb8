import { expect, onTestFinished, test } from "vitest";
import { type HttpOptions, openHttp } from "../../src/ops/http.ts";

async function aServer(over: Partial<HttpOptions> = {}) {
  const opened = await openHttp({
    ...{ host: "127.0.0.1", port: 0, slackListener: null, more: null, troubles: () => [] },
    metrics: { contentType: "text/plain", text: async () => "reelay_jobs_open 0\n" },
    ...over,
  });
  if (!opened.ok) throw new Error(opened.refusal);
  onTestFinished(() => opened.value.close());
  return opened.value.origin;
}

const get = async (url: string) => {
  const response = await fetch(url);
  return [response.status, await response.text()] as const;
};

test("it lives, is ready, and counts", async () => {
  const origin = await aServer();
  expect(await get(`${origin}/healthz`)).toEqual([200, "ok\n"]);
  expect(await get(`${origin}/readyz`)).toEqual([200, "ready\n"]);
  expect(await get(`${origin}/metrics`)).toEqual([200, "reelay_jobs_open 0\n"]);
});

test("what is not ready says why, and still lives", async () => {
  const origin = await aServer({ troubles: () => ["Discord: not connected", "Slack: not connected"] });
  expect(await get(`${origin}/readyz`)).toEqual([503, "Discord: not connected\nSlack: not connected\n"]);
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
    ...{ host: "127.0.0.1", port, slackListener: null, more: null, troubles: () => [] },
    metrics: { contentType: "text/plain", text: async () => "" },
  });
  expect(second).toEqual({
    ok: false,
    refusal: expect.stringMatching(new RegExp(`PORT ${port} is taken.*Set|set PORT`)),
  });
});
