import { createServer, request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { mounted } from "./mounted.ts";

test("GET /sandbox/ledger returns only the charged credits, the refunded credits and the number of tasks", async () => {
  const { get } = await mounted();
  expect(await (await get("/sandbox/ledger")).json()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
});

test("GET /sandbox/state returns people, channels, credits and each person's messages", async () => {
  const { get, sandbox } = await mounted();
  const state = await (await get("/sandbox/state")).json();
  const seen = { dmChannelId: expect.any(String), messages: [], forms: [] };
  expect(state).toMatchObject({
    people: [{ id: "ada" }, { id: "ben" }, { id: "cleo" }],
    video: { url: sandbox.video.url, credits: 5_000, tasks: [], fate: "normal" },
    discord: { isConnected: false, commands: [], people: { ada: seen, ben: seen, cleo: seen } },
    slack: { isConnected: false, people: { ada: seen, ben: seen, cleo: seen } },
  });
});

test("the sandbox answers only requests for its own paths", async () => {
  const { get } = await mounted();
  expect((await get("/healthz")).status).toBe(418);
  expect((await get("/sandbox/nothing")).status).toBe(404);
  expect((await get("/page/nothing.css")).status).toBe(404);
  expect((await get("/")).headers.get("content-type")).toContain("text/html");
});

test("the sandbox refuses a cross-site request that needs no CORS preflight", async () => {
  const { post, get, sandbox, origin } = await mounted();
  const body = { fate: "fails" };
  expect((await post("/sandbox/video/fate", body, "text/plain")).status).toBe(415);
  expect((await post("/sandbox/video/fate", body, "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await get("/sandbox/video/fate")).status).toBe(405);
  const preflight = await fetch(`${origin}/sandbox/video/fate`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([405, null]);
  expect(sandbox.video.upcomingFate().fate).toBe("normal");
});

test.for<readonly [string, Record<string, string>, number]>([
  ["another site's host name", { host: "evil.example" }, 421],
  ["the host name 127.0.0.1.evil.example", { host: "127.0.0.1.evil.example" }, 421],
  ["another site's origin", { origin: "https://evil.example" }, 421],
  ["an opaque origin", { origin: "null" }, 421],
  ["the page's own origin", { origin: "http://localhost:3000" }, 200],
])("a request with %s gets status $2 from the sandbox", async ([, headers, status]) => {
  const { sandbox } = await mounted();
  const server = createServer((incoming, response) => void sandbox.handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const ask = (of: number, path: string) =>
    new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: of, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
  expect(await ask(port, "/sandbox/state")).toBe(status);
  expect(await ask(Number(new URL(sandbox.video.url).port), "/samples/landscape.png")).toBe(status);
});

test.for<readonly [string, string, Record<string, string>, RegExp]>([
  ["with another site's host name", "is refused with 401", { host: "evil.example" }, /response: 401/],
  ["with another site's origin", "is refused with 401", { origin: "https://evil.example" }, /response: 401/],
  ["without an origin", "is accepted", {}, /^open$/],
])("a WebSocket request %s %s by the emulators", async ([, , headers, outcome]) => {
  const { sandbox } = await mounted();
  const { slack, discord } = sandbox;
  const opened = z.object({ url: z.string() });
  const init = { method: "POST", headers: { authorization: `Bearer ${slack.appToken}` } };
  const { url } = opened.parse(await (await fetch(`${slack.apiUrl}apps.connections.open`, init)).json());
  for (const address of [url, new URL(discord.apiUrl).origin.replace("http", "ws")]) {
    const socket = new WebSocket(address, { headers });
    const seen = await new Promise<string>((resolve) => {
      socket.on("open", () => resolve("open")).on("error", (error) => resolve(error.message));
    });
    socket.terminate();
    expect(seen).toMatch(outcome);
  }
});

test("an invalid request URL gets an error response without stopping an emulator", async () => {
  const { sandbox } = await mounted();
  const { slack, discord, video } = sandbox;
  for (const place of [slack.apiUrl, discord.apiUrl, video.url]) {
    for (const upgrade of ["", "connection: upgrade\r\nupgrade: websocket\r\n"]) {
      const socket = connect(Number(new URL(place).port), "127.0.0.1");
      socket.write(`GET // HTTP/1.1\r\nhost: localhost\r\n${upgrade}\r\n`);
      const text = await new Promise<string>((resolve) => socket.once("data", (part) => resolve(String(part))));
      socket.destroy();
      expect(text).toMatch(/^HTTP\/1\.1 40[014] /);
    }
  }
});

test.for<[what: string, path: string, body: unknown]>([
  ["an unknown simulated outcome", "/sandbox/video/fate", { fate: "lucky" }],
  ["a request to end an unknown task", "/sandbox/video/settle", { taskId: "nothing", status: "failed" }],
  ["negative credits", "/sandbox/video/credits", { credits: -1 }],
  ["an empty price", "/sandbox/video/price", { resolution: "480p", duration: 10, price: null }],
  ["a price for an unsupported duration", "/sandbox/video/price", { resolution: "480p", duration: 12, price: 9 }],
  ["an unknown scene", "/sandbox/scene", { scene: "discord-fog" }],
  [
    "a button press on an unknown Discord message",
    "/sandbox/discord/press",
    { person: "ada", messageId: "1", customId: "again" },
  ],
  ["an unknown Discord form", "/sandbox/discord/submit", { person: "ada", formId: "1", values: {} }],
  ["a Discord command from an unknown person", "/sandbox/discord/command", { person: "eve", name: "video" }],
  [
    "a button press on an unknown Slack message",
    "/sandbox/slack/press",
    { person: "ada", messageTs: "1.0", actionId: "again" },
  ],
  ["an unknown Slack form", "/sandbox/slack/submit", { person: "ada", viewId: "V1", values: {} }],
  ["a request to close an unknown Slack form", "/sandbox/slack/close", { person: "ada", viewId: "V1" }],
  ["a Slack command that is not an object", "/sandbox/slack/command", "not an object"],
])("the sandbox refuses %s and returns the reason", async ([, path, body]) => {
  const { post } = await mounted();
  expect(await post(path, body)).toEqual({ status: 400, body: { message: expect.stringMatching(/\w+ \w+/) } });
});

test("the sandbox page receives a refusal with status 200, so that browsers log no error", async () => {
  const { origin } = await mounted();
  const headers = { "content-type": "application/json", prefer: "refusals=answers" };
  const put = (body: string) => fetch(`${origin}/sandbox/video/credits`, { method: "POST", headers, body });
  const refused = await put('{"credits":-1}');
  expect(refused.status).toBe(200);
  expect(await refused.json()).toEqual({ refused: expect.stringMatching(/^Not understood: credits/) });
  expect(await (await put('{"credits":7}')).json()).toEqual({ credits: 7 });
});

test("the video service's simulated outcome, credits and prices can be set with POST requests", async () => {
  const { post, sandbox } = await mounted();
  expect(await post("/sandbox/video/fate", { fate: "slow", every: true })).toEqual({
    status: 200,
    body: { fate: "slow", every: "slow" },
  });
  expect(await post("/sandbox/video/fate", { fate: "quick" })).toMatchObject({
    body: { fate: "quick", every: "slow" },
  });
  expect(await post("/sandbox/video/fate", { fate: "quick", every: false })).toMatchObject({
    body: { fate: "quick", every: "normal" },
  });
  await post("/sandbox/video/credits", { credits: 94 });
  expect(sandbox.video.credits()).toBe(94);
  await post("/sandbox/video/price", { resolution: "720p", duration: 15, price: 400 });
  expect(sandbox.video.prices()).toMatchObject({ "480p": { 15: 143 }, "720p": { 15: 400 } });
});

test("the sandbox's scene “slack-down” simulates an outage of Slack and not of Discord", async () => {
  const { get, post, sandbox } = await mounted();
  const state = async () => (await get("/sandbox/state")).json();
  expect(await state()).toMatchObject({
    discord: { condition: "clear" },
    slack: { condition: "clear" },
  });
  expect(await post("/sandbox/scene", { scene: "slack-down" })).toMatchObject({ status: 200 });
  expect(await state()).toMatchObject({
    discord: { condition: "clear" },
    slack: { condition: "down" },
  });
  expect(sandbox.journal.since(0)).toMatchObject([
    { place: "slack", kind: "condition", payload: { condition: "down" } },
  ]);
});

test("a simulated person can post pictures, stickers, URLs and forwarded messages on Discord", async () => {
  const { post, sandbox } = await mounted();
  const file = { name: "a.png", contentType: "image/png", base64: "AQ==", width: 3, height: 4 };
  const link = { url: "https://cats.example/a.png", width: 3, height: 4 };
  const posted = async (body: object) => {
    const { body: message } = await post("/sandbox/discord/post", { person: "ben", content: "", ...body });
    return String(Object(message).id);
  };
  const one = await posted({ picture: file });
  await posted({ picture: [file, file] });
  await posted({ sticker: "apng" });
  await posted({ link });
  await posted({ forwards: one });
  expect(sandbox.discord.messages("ada")).toMatchObject([
    { attachments: [{ filename: "a.png" }] },
    { attachments: [{}, {}] },
    { stickers: [{ format_type: 2 }] },
    { embeds: [{ type: "image", thumbnail: { url: link.url } }] },
    { forwarded: { id: one, attachments: [{}] } },
  ]);
  const refused = await post("/sandbox/discord/post", { person: "ben", content: "", forwards: "1" });
  expect(refused.status).toBe(400);
});

test("a simulated person can post files on Slack but cannot post an empty message", async () => {
  const { post, get } = await mounted();
  const picture = { name: "a.png", contentType: "image/png", base64: "AQ==", width: 3, height: 4 };
  const text = { ...picture, name: "a.txt", contentType: "text/plain" };
  expect((await post("/sandbox/slack/say", { person: "ada", picture: [picture, text] })).status).toBe(200);
  expect((await post("/sandbox/slack/say", { person: "ada", text: " " })).status).toBe(400);
  const shape = z.object({
    slack: z.object({ people: z.object({ ben: z.object({ messages: z.array(z.looseObject({})) }) }) }),
  });
  const seen = shape.parse(await (await get("/sandbox/state")).json()).slack.people.ben.messages;
  const shown = { name: "a.png", contentType: "image/png", sizeBytes: 1, width: 3, height: 4, url: expect.any(String) };
  expect(seen).toMatchObject([{ files: [shown, { name: "a.txt" }] }]);
  const [[first, second] = []] = seen.map(({ files }) => z.array(z.object({ url: z.url().optional() })).parse(files));
  expect(second?.url).toBeUndefined();
  const fetched = await fetch(first?.url ?? "");
  expect([fetched.headers.get("content-type"), await fetched.arrayBuffer()]).toEqual([
    "image/png",
    Uint8Array.of(1).buffer,
  ]);
});

test("GET /sandbox/state returns the commands and shortcuts of the Slack app", async () => {
  const slackFeatures = {
    slash_commands: [{ command: "/go", description: "Go", usage_hint: "far" }],
    shortcuts: [{ name: "Go", type: "global" as const, callback_id: "go", description: "Go" }],
  };
  const { get } = await mounted({ slackFeatures });
  const { slash_commands: commands, shortcuts } = slackFeatures;
  expect(await (await get("/sandbox/state")).json()).toMatchObject({ slack: { commands, shortcuts } });
});

test("the sandbox's event stream returns all journal entries after a given entry, including entries added later", async () => {
  const { sandbox, origin } = await mounted();
  const add = (kind: "polled" | "settled") => sandbox.journal.add({ place: "video", kind, payload: {} });
  add("polled");
  add("polled");
  const response = await fetch(`${origin}/sandbox/events?after=1`);
  add("settled");
  let stream = "";
  for await (const part of response.body ?? []) {
    stream += Buffer.from(part).toString();
    if (stream.includes("settled")) break;
  }
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect([...stream.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(["2", "3"]);
});
