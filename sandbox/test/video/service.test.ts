import { request } from "node:http";
import { expect, test } from "vitest";
import { world } from "./world.ts";

const anyId = expect.stringMatching(/^task_\w+$/);

test("a start answers with the task's id and its price, and charges it", async () => {
  const { service, start, seen } = await world();
  expect(await start()).toEqual({
    status: 200,
    body: { code: 0, data: { success: true, taskId: anyId, creditsUsed: 95, message: expect.any(String) } },
  });
  expect(service.credits()).toBe(4_905);
  expect(service.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  expect(seen("submitted")).toMatchObject([{ place: "video", payload: { taskId: anyId, creditsUsed: 95 } }]);
});

test.for([
  ["480p", 10, 95],
  ["480p", 15, 143],
  ["720p", 10, 205],
  ["720p", 15, 308],
] as const)("%s for %i s costs %i credits", async ([resolution, duration, price]) => {
  const { service, start } = await world();
  const { body } = await start({ resolution, duration });
  expect(body).toMatchObject({ data: { creditsUsed: price } });
  expect(5_000 - service.credits()).toBe(price);
});

test("without duration and resolution a video is 10 s in 480p", async () => {
  const { service, started } = await world();
  await started({ duration: undefined, resolution: undefined });
  expect(service.tasks()).toMatchObject([{ duration: 10, resolution: "480p", creditsUsed: 95 }]);
});

test("a task's progress only grows, and it ends with the address of its video", async () => {
  const { clock, started, look, service } = await world();
  const id = await started();
  const progress: number[] = [];
  for (let second = 0; second < 9; second += 1) {
    const { status, body } = await look(id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { code: 0, msg: "success", data: { id, status: "running", progress: expect.any(Number) } },
    });
    progress.push(Number(body.data?.progress));
    clock.advance(1_000);
  }
  expect(progress[0]).toBe(0);
  expect(progress.every(Number.isInteger)).toBe(true);
  expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
  expect((await look(id)).body).toEqual({
    code: 0,
    msg: "success",
    data: { id, status: "succeeded", progress: 100, videoUrl: `${service.url}/videos/${id}.mp4` },
  });
});

test("a failed task gives its credits back", async () => {
  const { clock, service, started, look, seen } = await world();
  service.nextFate("fails");
  const id = await started();
  clock.advance(4_500);
  const { body } = await look(id);
  expect(body.data).toEqual({ id, status: "failed", progress: expect.any(Number) });
  expect(service.credits()).toBe(5_000);
  expect(service.ledger()).toEqual({ charged: 95, refunded: 95, tasks: 1 });
  expect(seen("settled").map((entry) => entry.payload)).toEqual([
    { taskId: id, status: "failed", creditsUsed: 95, refunded: 95 },
  ]);
});

test.for(["/api/generate-video", "/api/check-video-status"])("%s refuses a missing and a foreign key", async (path) => {
  const { post, service, seen } = await world();
  for (const authorization of ["", "Bearer wrong", service.key, `Bearer ${service.key}x`])
    expect(await post(path, { taskId: "reelay-key-check" }, { authorization })).toMatchObject({ status: 401 });
  expect(service.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
  expect(seen("refused")).toHaveLength(4);
});

test.for<[string, object]>([
  ["no prompt", { prompt: undefined }],
  ["an empty prompt", { prompt: "  " }],
  ["a prompt that is no text", { prompt: 7 }],
  ["no shape", { aspectRatio: undefined }],
  ["another shape", { aspectRatio: "1:1" }],
  ["a duration in between", { duration: 12 }],
  ["a duration as text", { duration: "10" }],
  ["another resolution", { resolution: "1080p" }],
  ["no type", { type: undefined }],
  ["another type", { type: "video2video" }],
  ["a picture's video without a picture", { type: "image2video" }],
  ["a picture that is no address", { type: "image2video", imageUrl: "boat.png" }],
  ["a picture in the body", { type: "image2video", imageUrl: "data:image/png;base64,AAAA" }],
])("a start with %s is a bad request and costs nothing", async ([, changes]) => {
  const { start, service } = await world();
  expect(await start(changes)).toMatchObject({ status: 400, body: { code: 400, msg: expect.any(String) } });
  expect(service.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
});

test("a picture's video takes the picture's address", async () => {
  const { started, service } = await world();
  await started({ type: "image2video", imageUrl: "https://example.org/boat.png" });
  expect(service.tasks()).toMatchObject([{ type: "image2video", imageUrl: "https://example.org/boat.png" }]);
});

test("what is not JSON is a bad request", async () => {
  const { post } = await world();
  expect(await post("/api/generate-video", "{")).toMatchObject({ status: 400 });
  expect(await post("/api/generate-video", "{}", { "content-type": "text/plain" })).toMatchObject({ status: 400 });
  expect(await post("/api/check-video-status", {})).toMatchObject({ status: 400 });
});

test("a task that nobody started is not found", async () => {
  const { look } = await world();
  expect(await look("reelay-key-check")).toMatchObject({ status: 404 });
});

test("an account with too few credits starts nothing", async () => {
  const { start, service } = await world();
  service.setCredits(94);
  expect(await start()).toMatchObject({ status: 402 });
  service.setCredits(95);
  expect(await start()).toMatchObject({ status: 200 });
  expect(service.credits()).toBe(0);
});

test("another method is not allowed, another path not found", async () => {
  const { service } = await world();
  expect((await fetch(`${service.url}/api/generate-video`)).status).toBe(405);
  expect((await fetch(`${service.url}/api/check-video-status`, { method: "PUT" })).status).toBe(405);
  expect((await fetch(`${service.url}/api/other`, { method: "POST" })).status).toBe(404);
});

test("a request that names a foreign host is refused", async () => {
  const { service } = await world();
  const status = await new Promise((resolve, reject) => {
    request(service.url, { headers: { host: "evil.example" } }, (response) => resolve(response.statusCode))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(421);
});

test("the key is in no entry of the journal", async () => {
  const { service, start, look, post, journal } = await world();
  await start();
  await look("nothing");
  await post("/api/generate-video", {}, { authorization: service.key });
  expect(JSON.stringify(journal.since(0))).not.toContain(service.key);
});
