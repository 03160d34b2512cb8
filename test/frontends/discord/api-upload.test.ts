import { RequestMethod } from "discord.js";
import { expect, test } from "vitest";
import { multipart } from "../../../src/frontends/discord/multipart.ts";
import { aFakeRest, until } from "./fake-rest.ts";

const edit = { method: RequestMethod.Patch, route: "/channels/123456789012345678/messages/1" } as const;
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
  expect(upload.sizeBytes).toBe(bytes === null ? null : whole.length);
  const form = await new Response(whole, { headers: { "content-type": upload.contentType } }).formData();
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
