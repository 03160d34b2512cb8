import { describe, expect, it, onTestFinished, test } from "vitest";
import { listen, reply } from "../../../../sandbox/src/http.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import { discordApi, multipart } from "../../../../src/frontends/discord/out/discord-api.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { aFakeRest, type Reaction, until } from "../fake-rest.ts";

const body = { content: "x", allowed_mentions: { parse: [] } };
const post = { method: "POST", route: "/channels/1/messages", body } as const;
const followUp = { ...post, route: "/webhooks/1/a-token" } as const;

describe("a request to Discord", () => {
  it("contains the bot's token only on routes that need the token", async () => {
    const { api, asked } = await aFakeRest(() => ({ status: 200, body: { id: "1" } }));
    expect(await api.asBot(post)).toEqual({ ok: true, value: { id: "1" } });
    await api.byToken(followUp);
    expect(asked.map(({ authorization }) => authorization)).toEqual(["Bot bot-canary-token", undefined]);
    expect(asked.map(({ path }) => path)).toEqual(["/channels/1/messages", "/webhooks/1/a-token"]);
  });

  const limited = (headers: Record<string, string>): Reaction => ({ status: 429, body: { retry_after: 2 }, headers });
  test.for<readonly [string, Reaction, object]>([
    [
      "a refusal with Discord's error code after HTTP 404",
      { status: 404, body: { code: 10008, message: "Unknown Message" } },
      { kind: "refused", status: 404, code: 10008 },
    ],
    [
      "a refusal without an error code after HTTP 403",
      { status: 403, body: { message: "no" } },
      { kind: "refused", status: 403, code: 0 },
    ],
    [
      "a refusal without an error code after an empty response",
      { status: 413 },
      { kind: "refused", status: 413, code: 0 },
    ],
    [
      "a rate limit with the delay in retry-after",
      limited({ "retry-after": "2" }),
      { kind: "rate_limited", retryAfterMs: 2_050 },
    ],
    [
      "a global rate limit with the delay in retry-after",
      limited({ "retry-after": "1", "x-ratelimit-global": "true", "x-ratelimit-scope": "global" }),
      { kind: "rate_limited", retryAfterMs: 1_050, isGlobal: true },
    ],
    [
      "a rate limit with the default delay if retry-after is missing",
      limited({}),
      { kind: "rate_limited", retryAfterMs: 30_000 },
    ],
    [
      "an unclear result after HTTP 500",
      { status: 500, body: {} },
      { kind: "unavailable", unclear: true, detail: "status 500" },
    ],
    ["an unclear result after HTTP 408", { status: 408, body: { code: 0 } }, { kind: "unavailable", unclear: true }],
    [
      "an unclear result after a redirect",
      { status: 307, headers: { location: "/x" } },
      { kind: "unavailable", unclear: true },
    ],
    ["an unclear result after a connection reset", "reset", { kind: "unavailable", unclear: true }],
  ])("is sent only once and returns %s", async ([, reaction, refusal]) => {
    const { api, asked } = await aFakeRest(() => reaction);
    for (const result of [await api.asBot(post), await api.byToken(followUp)]) {
      expect(result).toMatchObject({ ok: false, refusal });
      expect(JSON.stringify(result)).not.toContain("canary");
    }
    expect(asked).toHaveLength(2);
  });

  it("has an unclear result if no response arrives before the deadline", async () => {
    const { api, asked, clock } = await aFakeRest(() => "silence");
    const work = api.byToken({ ...followUp, deadlineMs: 2_500 });
    await until(() => asked.length === 1);
    await clock.advance(2_500);
    expect(await work).toMatchObject({ ok: false, refusal: { kind: "unavailable", unclear: true } });
  });

  it("is not sent while the route's rate limit is exhausted", async () => {
    const left = { "x-ratelimit-limit": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "60" };
    const headers = { ...left, "x-ratelimit-bucket": "abcd" };
    const { api, asked, clock } = await aFakeRest(() => ({ status: 200, body: {}, headers }));
    await api.asBot(post);
    expect(await api.asBot(post)).toMatchObject({ ok: false, refusal: { kind: "rate_limited", isUnsent: true } });
    expect(asked).toHaveLength(1);
    await clock.advance(60_000);
    expect(await api.asBot(post)).toMatchObject({ ok: true });
  });

  it("causes a log line if Discord rejects the bot's token", async () => {
    const { api, log } = await aFakeRest(() => ({ status: 401, body: { code: 0, message: "401" } }));
    expect(await api.asBot(post)).toMatchObject({ ok: false, refusal: { kind: "refused", status: 401 } });
    expect(log.lines.map(({ event }) => event)).toEqual(["discord token refused"]);
  });
});

describe("uploading a file to Discord", () => {
  const edit = { method: "PATCH", route: "/channels/123456789012345678/messages/1" } as const;
  const payload = { ...body, content: "Zürich", attachments: [{ id: "0", filename: "video.mp4" }] };
  const film = { type: "video/mp4", name: "video.mp4" };
  const small = { ...film, bytes: 11, content: [Buffer.from("a film"), Buffer.from(" here")] };

  test.for([
    ["with", "known", 11],
    ["without", "unknown", null],
  ] as const)("sends form data %s a Content-Length header if the file's size is %s", async ([, , bytes]) => {
    const upload = multipart(payload, { ...small, bytes });
    const sent: Uint8Array[] = [];
    for await (const part of upload.body) sent.push(part);
    const whole = new Uint8Array(Buffer.concat(sent));
    expect(upload.headers["content-length"]).toBe(bytes === null ? undefined : String(whole.length));
    const form = await new Response(whole, { headers: upload.headers }).formData();
    expect([...form.keys()]).toEqual(["payload_json", "files[0]"]);
    expect(JSON.parse(String(form.get("payload_json")))).toEqual(payload);
    const file = form.get("files[0]");
    if (typeof file !== "object" || file === null) throw new Error("no file");
    expect([file.name, file.type, await file.text()]).toEqual(["video.mp4", "video/mp4", "a film here"]);
  });

  test("does not delay other edits in the same channel", async () => {
    const { api, asked, clock } = await aFakeRest((_one, count) =>
      count === 1 ? "silence" : { status: 200, body: { id: "1" } },
    );
    const uploaded = api.asBot({ ...edit, body: payload, file: small });
    await until(() => asked.length === 1);
    expect(await api.asBot({ ...edit, body })).toMatchObject({ ok: true });
    await clock.advance(119_999);
    expect(await Promise.race([uploaded, Promise.resolve("waiting")])).toBe("waiting");
    await clock.advance(1);
    expect(await uploaded).toMatchObject({ ok: false, refusal: { kind: "unavailable", unclear: true } });
  });

  /** A server that does not read a request until the test allows it. */
  async function aSlowReader() {
    const mayRead = deferred();
    const server = await listen(async (request, response) => {
      await mayRead.promise;
      let bytes = 0;
      for await (const part of request) bytes += part.length;
      reply(response, 200, { id: "1", bytes });
    });
    onTestFinished(() => server.close());
    const clock = manualClock();
    const ask = { clock, log: recordingLog(), fetchWhole: fetchWhole(clock) };
    const api = discordApi({ ...ask, apiUrl: `${server.origin}/api/`, token: "bot-canary-token" });
    return { api, mayRead };
  }

  test("reads the video no faster than Discord receives the data", async () => {
    const { api, mayRead } = await aSlowReader();
    const [part, count] = [Buffer.alloc(65_536), 640];
    let taken = 0;
    async function* content() {
      for (; taken < count; taken += 1) yield part;
    }
    const file = { ...film, bytes: part.length * count, content: content() };
    const uploaded = api.asBot({ ...edit, body: payload, file });
    await until(() => taken > 0);
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // Only the kernel's loopback buffers and a small buffer of ours were filled.
    expect(taken).toBeLessThan(count / 2);
    mayRead.resolve();
    expect(await uploaded).toMatchObject({ ok: true });
    expect(taken).toBe(count);
  });
});
