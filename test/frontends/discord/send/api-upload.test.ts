import { expect, onTestFinished, test } from "vitest";
import { listen, reply } from "../../../../sandbox/src/http.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import { discordApi, multipart } from "../../../../src/frontends/discord/out/discord-api.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { aFakeRest, until } from "../fake-rest.ts";
import { later } from "../world.ts";

const edit = { method: "PATCH", route: "/channels/123456789012345678/messages/1" } as const;
const body = { content: "x", allowed_mentions: { parse: [] } };

async function* parts(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

function anUpload(bytes: number | null = 11) {
  const payload = { ...body, content: "Zürich", attachments: [{ id: "0", filename: "video.mp4" }] };
  const file = { bytes, type: "video/mp4", name: "video.mp4", content: parts("a film", " here") };
  return { payload, upload: multipart(payload, file, "a-boundary") };
}

test.for([11, null])("an upload of %s bytes is what a form of files is, and says its whole length", async (bytes) => {
  const { payload, upload } = anUpload(bytes);
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

test("an upload carries the bot's token only where it has to", async () => {
  const { api, asked } = await aFakeRest(() => ({ status: 200, body: { id: "1" } }));
  expect(await api.asBot({ ...edit, upload: anUpload().upload })).toEqual({ ok: true, value: { id: "1" } });
  const route = "/webhooks/123456789012345678/a-token/messages/@original";
  await api.byToken({ ...edit, route, upload: anUpload().upload });
  expect(asked.map(({ authorization }) => authorization)).toEqual(["Bot bot-canary-token", undefined]);
});

test("no other edit of the channel waits for an upload", async () => {
  const { api, asked, clock } = await aFakeRest((_one, count) =>
    count === 1 ? "silence" : { status: 200, body: { id: "1" } },
  );
  const uploaded = api.asBot({ ...edit, upload: anUpload().upload });
  await until(() => asked.length === 1);
  expect(await api.asBot({ ...edit, body })).toMatchObject({ ok: true });
  await clock.advance(119_999);
  expect(await Promise.race([uploaded, Promise.resolve("waiting")])).toBe("waiting");
  await clock.advance(1);
  expect(await uploaded).toMatchObject({ ok: false, refusal: { kind: "unavailable", unclear: true } });
});

test("an upload ends with its caller's signal", async () => {
  const { api, asked } = await aFakeRest(() => "silence");
  const caller = new AbortController();
  const uploaded = api.asBot({ ...edit, upload: anUpload().upload, signal: caller.signal });
  await until(() => asked.length === 1);
  caller.abort();
  expect(await uploaded).toMatchObject({ ok: false, refusal: { kind: "unavailable", unclear: true } });
});

test.for([
  [413, { kind: "refused", status: 413, code: 0 }],
  [500, { kind: "unavailable", unclear: true, detail: "status 500" }],
] as const)("an upload answered %i without JSON has that as its answer, after one try", async ([status, refusal]) => {
  const { api, asked } = await aFakeRest(() => ({ status }));
  expect(await api.asBot({ ...edit, upload: anUpload(null).upload })).toEqual({ ok: false, refusal });
  expect(asked).toHaveLength(1);
});

/** Discord while it reads nothing of a request until it is told to. */
async function aSlowReader() {
  const mayRead = later<void>();
  const server = await listen(async (request, response) => {
    await mayRead.promise;
    let bytes = 0;
    for await (const part of request) bytes += part.length;
    reply(response, 200, { id: "1", bytes });
  });
  onTestFinished(() => server.close());
  const clock = toldClock();
  const ask = { clock, log: keptLog(), fetchWhole: fetchWhole(clock) };
  const api = discordApi({ ...ask, apiUrl: `${server.origin}/api/`, token: "bot-canary-token" });
  return { api, mayRead };
}

test("an upload flows no faster than Discord reads it, so a large video does not lie in memory", async () => {
  const { api, mayRead } = await aSlowReader();
  const [part, count] = [Buffer.alloc(65_536), 640];
  let taken = 0;
  async function* content() {
    for (; taken < count; taken += 1) yield part;
  }
  const file = { bytes: part.length * count, type: "video/mp4", name: "video.mp4", content: content() };
  const payload = { ...body, attachments: [{ id: "0", filename: "video.mp4" }] };
  const uploaded = api.asBot({ ...edit, upload: multipart(payload, file, "a-boundary") });
  await until(() => taken > 0);
  for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  // What lies in the kernel's buffers on loopback, and a little on our side.
  expect(taken).toBeLessThan(count / 2);
  mayRead.come();
  expect(await uploaded).toMatchObject({ ok: true });
  expect(taken).toBe(count);
});
