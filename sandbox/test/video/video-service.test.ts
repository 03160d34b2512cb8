import { request } from "node:http";
import { expect, test } from "vitest";
import type { Films } from "../../src/film/films.ts";
import { boat, world } from "./world.ts";

const anyId = expect.stringMatching(/^task_\w+$/);

test("starting a video on the emulated video service returns the task id and charges the returned price", async () => {
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
] as const)(
  "on the emulated video service, a %s video of %i s costs %i credits",
  async ([resolution, duration, price]) => {
    const { service, start } = await world();
    const { body } = await start({ resolution, duration });
    expect(body).toMatchObject({ data: { creditsUsed: price } });
    expect(5_000 - service.credits()).toBe(price);
  },
);

test("the emulated video service makes a 480p video of 10 s for a request with neither a duration nor a resolution", async () => {
  const { service, started } = await world();
  await started({ duration: undefined, resolution: undefined });
  expect(service.tasks()).toMatchObject([{ duration: 10, resolution: "480p", creditsUsed: 95 }]);
});

test("the progress of a task on the emulated video service never decreases", async () => {
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

test("requests with the same idempotency key create one task if the emulated video service supports idempotency keys", async () => {
  const headers = { "idempotency-key": "key-1" };
  for (const [idempotencyHeader, tasks] of [
    ["Idempotency-Key", 1],
    ["X-Other", 2],
  ] as const) {
    const { service, post } = await world({ idempotencyHeader });
    service.nextFate("lost_answer");
    await post("/api/generate-video", boat, headers).catch(() => {});
    const again = await post("/api/generate-video", boat, headers);
    expect(service.ledger()).toEqual({ charged: 95 * tasks, refunded: 0, tasks });
    expect(again.body.data?.taskId).toBe(service.tasks().at(-1)?.id);
    await post("/api/generate-video", boat, { "idempotency-key": "key-2" });
    await post("/api/generate-video", boat);
    expect(service.ledger().tasks).toBe(tasks + 2);
  }
});

test("a price change on the emulated video service affects neither earlier tasks nor their refunds", async () => {
  const { service, started } = await world();
  const id = await started();
  service.setPrice({ resolution: "480p", duration: 10 }, 120);
  await started();
  expect(service.tasks().map(({ creditsUsed }) => creditsUsed)).toEqual([95, 120]);
  service.settle(id, "failed");
  expect(service.ledger()).toEqual({ charged: 215, refunded: 95, tasks: 2 });
  expect(service.prices()).toEqual({ "480p": { 10: 120, 15: 143 }, "720p": { 10: 205, 15: 308 } });
});

test("the emulated video service refunds the credits of a failed task", async () => {
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

test("polling a failed task on the emulated video service returns the reason for the failure", async () => {
  const { clock, service, started, look } = await world();
  service.nextFate("fails_saying");
  const id = await started();
  expect((await look(id)).body.data).not.toHaveProperty("failReason");
  clock.advance(4_500);
  expect((await look(id)).body.data).toMatchObject({
    status: "failed",
    failReason: expect.stringContaining("flagged"),
  });
  const other = await started();
  service.settle(other, "failed", "No faces");
  expect((await look(other)).body.data).toMatchObject({ status: "failed", failReason: "No faces" });
});

test("polling a video task with the simulated outcome “silent” returns a web page until the task succeeds", async () => {
  const { clock, service, started, look } = await world();
  service.nextFate("silent");
  const id = await started();
  const answered = await fetch(`${service.url}/api/check-video-status`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
    body: JSON.stringify({ taskId: id }),
  });
  expect([answered.status, answered.headers.get("content-type")]).toEqual([200, "text/html"]);
  expect(await answered.text()).toContain("<!doctype html>");
  clock.advance(90_000);
  expect((await look(id)).body.data).toMatchObject({ status: "succeeded" });
});

test.for(["/api/generate-video", "/api/check-video-status"])(
  "the emulated video service's route %s refuses a request with a missing or a wrong key",
  async (path) => {
    const { post, service, seen } = await world();
    for (const authorization of ["", "Bearer wrong", service.key, `Bearer ${service.key}x`])
      expect(await post(path, { taskId: "reelay-key-check" }, { authorization })).toMatchObject({ status: 401 });
    expect(service.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
    expect(seen("refused")).toHaveLength(4);
  },
);

test.for<[string, object]>([
  ["no prompt", { prompt: undefined }],
  ["an empty prompt", { prompt: "  " }],
  ["a prompt that is not text", { prompt: 7 }],
  ["no aspect ratio", { aspectRatio: undefined }],
  ["an unsupported aspect ratio", { aspectRatio: "1:1" }],
  ["an unsupported duration", { duration: 12 }],
  ["a duration as text", { duration: "10" }],
  ["an unsupported resolution", { resolution: "1080p" }],
  ["no type", { type: undefined }],
  ["an unknown type", { type: "video2video" }],
  ["the type image2video and no picture", { type: "image2video" }],
  ["a picture that is not a URL", { type: "image2video", imageUrl: "boat.png" }],
  ["a data URL as picture", { type: "image2video", imageUrl: "data:image/png;base64,AAAA" }],
])("a request with %s gets status 400 from the emulated video service and costs nothing", async ([, changes]) => {
  const { start, service } = await world();
  expect(await start(changes)).toMatchObject({ status: 400, body: { code: 400, msg: expect.any(String) } });
  expect(service.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
});

test("the emulated video service accepts a picture URL in an image-to-video request", async () => {
  const { started, service } = await world();
  await started({ type: "image2video", imageUrl: "https://example.org/boat.png" });
  expect(service.tasks()).toMatchObject([{ type: "image2video", imageUrl: "https://example.org/boat.png" }]);
});

test("the emulated video service answers an invalid request body with status 400", async () => {
  const { post } = await world();
  expect(await post("/api/generate-video", "{")).toMatchObject({ status: 400 });
  expect(await post("/api/generate-video", "{}", { "content-type": "text/plain" })).toMatchObject({ status: 400 });
  expect(await post("/api/check-video-status", {})).toMatchObject({ status: 400 });
});

test("polling an unknown task on the emulated video service returns status 404", async () => {
  const { look } = await world();
  expect(await look("reelay-key-check")).toMatchObject({ status: 404 });
});

test("the emulated video service returns status 402 if the account has too few credits for a video", async () => {
  const { start, service } = await world();
  service.setCredits(94);
  expect(await start()).toMatchObject({ status: 402 });
  service.setCredits(95);
  expect(await start()).toMatchObject({ status: 200 });
  expect(service.credits()).toBe(0);
});

test("the emulated video service refuses unsupported methods and unknown paths", async () => {
  const { service } = await world();
  expect((await fetch(`${service.url}/api/generate-video`)).status).toBe(405);
  expect((await fetch(`${service.url}/api/check-video-status`, { method: "PUT" })).status).toBe(405);
  expect((await fetch(`${service.url}/api/other`, { method: "POST" })).status).toBe(404);
});

test("the emulated video service refuses a request with another site's host name", async () => {
  const { service } = await world();
  const status = await new Promise((resolve, reject) => {
    request(service.url, { headers: { host: "evil.example" } }, (response) => resolve(response.statusCode))
      .on("error", reject)
      .end();
  });
  expect(status).toBe(421);
});

test("the sandbox's journal never contains the video service's API key", async () => {
  const { service, start, look, post, journal } = await world();
  await start();
  await look("nothing");
  await post("/api/generate-video", {}, { authorization: service.key });
  expect(JSON.stringify(journal.since(0))).not.toContain(service.key);
});

test.for([
  ["bad_key", 401],
  ["no_credits", 402],
  ["bad_request", 400],
  ["server_error", 500],
] as const)(
  "with the simulated outcome “%s”, only the next video request is refused, with status %i and no charge",
  async ([fate, status]) => {
    const { service, start } = await world();
    service.nextFate(fate);
    expect(await start()).toMatchObject({ status, body: { code: status } });
    expect(service.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });
    expect(await start()).toMatchObject({ status: 200 });
  },
);

test.for([
  ["quick", 1_500],
  ["normal", 9_000],
  ["slow", 45_000],
  ["jumpy", 18_000],
] as const)("a video task with the simulated outcome “%s” finishes after %i ms", async ([fate, ms]) => {
  const { service, started, clock } = await world();
  service.nextFate(fate);
  await started();
  clock.advance(ms - 1);
  expect(service.tasks()).toMatchObject([{ status: "running" }]);
  clock.advance(1);
  expect(service.tasks()).toMatchObject([{ status: "succeeded", progress: 100 }]);
});

test("the progress of a video task with the simulated outcome “jumpy” increases in irregular steps", async () => {
  const { service, started, clock } = await world();
  service.nextFate("jumpy");
  await started();
  const progress: number[] = [];
  for (let ms = 0; ms < 18_000; ms += 100) {
    progress.push(service.tasks()[0]?.progress ?? -1);
    clock.advance(100);
  }
  const steps = progress.slice(1).map((each, index) => each - (progress[index] ?? 0));
  expect(progress.every((each) => Number.isInteger(each) && each < 100)).toBe(true);
  expect(Math.min(...steps)).toBe(0);
  expect(Math.max(...steps)).toBeGreaterThan(30);
  expect(steps.filter((step) => step > 0).length).toBeLessThan(8);
});

test("a video task with the simulated outcome “stuck” runs until a person ends the task", async () => {
  const { service, started, look, clock } = await world();
  service.nextFate("stuck");
  const id = await started();
  clock.advance(1_000);
  expect(service.tasks()).toMatchObject([{ progress: 11, isStuck: false, fate: "stuck" }]);
  clock.advance(24 * 3_600_000);
  expect(service.tasks()).toMatchObject([{ isStuck: true }]);
  expect((await look(id)).body.data).toEqual({ id, status: "running", progress: 63 });
  service.settle(id, "succeeded");
  expect((await look(id)).body.data).toMatchObject({ status: "succeeded", progress: 100 });
  expect(service.tasks()).toMatchObject([{ isStuck: false }]);
});

test("a video request with a lost response is charged, and the task still finishes", async () => {
  const { service, clock, seen } = await world();
  service.nextFate("lost_answer");
  await expect(
    fetch(`${service.url}/api/generate-video`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      body: JSON.stringify(boat),
    }),
  ).rejects.toThrow();
  expect(service.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  expect(seen("submitted")).toHaveLength(1);
  clock.advance(9_000);
  expect(service.tasks()).toMatchObject([{ status: "succeeded" }]);
});

test.for([
  ["accepted_202", 202],
  ["error_with_task", 500],
] as const)(
  "with the simulated outcome “%s”, a video is started and charged, and the response has status %i",
  async ([fate, status]) => {
    const { service, start, clock } = await world();
    service.nextFate(fate);
    const answer = await start();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ code: 0, data: { success: true, creditsUsed: 95 } });
    expect(service.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    clock.advance(9_000);
    expect(service.tasks()).toMatchObject([{ status: "succeeded" }]);
  },
);

test("the simulated outcome for the next video takes precedence over the outcome for all videos", async () => {
  const { service, start } = await world();
  service.everyFate("no_credits");
  service.nextFate("normal");
  const statuses: number[] = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await start()).status);
  service.everyFate("normal");
  statuses.push((await start()).status);
  expect(statuses).toEqual([200, 402, 402, 200]);
});

test("a refused video request does not change the simulated outcome for the next video", async () => {
  const { service, start, post } = await world();
  service.nextFate("server_error");
  await post("/api/generate-video", boat, { authorization: "Bearer wrong" });
  await start({ prompt: "" });
  expect(service.upcomingFate()).toEqual({ fate: "server_error", every: "normal" });
});

test("a task on the emulated video service can be ended only once", async () => {
  const { service, started, clock, seen } = await world();
  const id = await started();
  service.settle(id, "failed");
  expect(() => service.settle(id, "failed")).toThrow("already failed");
  expect(() => service.settle("nothing", "failed")).toThrow("no task");
  clock.advance(60_000);
  expect(seen("settled")).toHaveLength(1);
  expect(service.ledger()).toEqual({ charged: 95, refunded: 95, tasks: 1 });
});

test("the credits on the emulated video service cannot be set to a fraction or a negative number", async () => {
  const { service } = await world();
  expect(() => service.setCredits(-1)).toThrow("whole number");
  expect(() => service.setCredits(0.5)).toThrow("whole number");
});

/** A world with a finished video, and the video's URL. */
async function finished(changes: object = {}) {
  const made = await world();
  const id = await made.started(changes);
  made.clock.advance(9_000);
  return { ...made, address: `${made.service.url}/videos/${id}.mp4` };
}

/** Width and height of the only video track: two 16.16 numbers at the end of its header box. */
function sizeOf(mp4: Buffer) {
  const at = mp4.indexOf("tkhd") - 4;
  const end = at + mp4.readUInt32BE(at);
  return { width: mp4.readUInt16BE(end - 8), height: mp4.readUInt16BE(end - 4) };
}

test.for([
  ["16:9", { width: 640, height: 360 }],
  ["9:16", { width: 360, height: 640 }],
] as const)(
  "the emulated video service serves a finished %s video as a small MP4 file with the right dimensions",
  async ([aspectRatio, size]) => {
    const { address } = await finished({ aspectRatio });
    const response = await fetch(address);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(bytes.includes("avc1")).toBe(true);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(sizeOf(bytes)).toEqual(size);
    expect(bytes.length).toBeLessThan(120_000);
  },
);

test("a HEAD request for a video returns the size without the content", async () => {
  const { address } = await finished();
  const head = await fetch(address, { method: "HEAD" });
  const whole = await (await fetch(address)).arrayBuffer();
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(String(whole.byteLength));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test.for([
  ["bytes=0-99", 0, 100],
  ["bytes=1000-", 1_000, undefined],
  ["bytes=-10", -10, undefined],
  ["bytes=100-99999999", 100, undefined],
] as const)("a request for a video with the range “%s” gets the requested part", async ([range, from, to]) => {
  const { address } = await finished();
  const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
  const response = await fetch(address, { headers: { range } });
  const part = whole.subarray(from, to);
  const first = whole.length - whole.subarray(from).length;
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(`bytes ${first}-${first + part.length - 1}/${whole.length}`);
  expect(Buffer.from(await response.arrayBuffer()).equals(part)).toBe(true);
});

test.for([
  ["bytes=99999999-", 416],
  ["bytes=-0", 416],
  ["bytes=9-1", 200],
  ["lines=1-2", 200],
] as const)("a request for a video with the unusable range “%s” gets status %i", async ([range, status]) => {
  const { address } = await finished();
  const response = await fetch(address, { headers: { range } });
  await response.arrayBuffer();
  expect(response.status).toBe(status);
});

test("a video can be downloaded for exactly two hours after its task has finished", async () => {
  const { address, clock, started, service } = await finished();
  const running = await started();
  expect((await fetch(`${service.url}/videos/${running}.mp4`)).status).toBe(404);
  clock.advance(2 * 3_600_000 - 1);
  expect((await fetch(address, { method: "HEAD" })).status).toBe(200);
  clock.advance(1);
  expect((await fetch(address)).status).toBe(404);
});

test("while broken video links are simulated, every video download gets status 404", async () => {
  const { address, service } = await finished();
  service.killLinks(true);
  expect((await fetch(address)).status).toBe(404);
  service.killLinks(false);
  expect((await fetch(address, { method: "HEAD" })).status).toBe(200);
});

test.for(["landscape.png", "portrait.png"])(
  "the emulated video service serves the sample picture %s as a small PNG",
  async (name) => {
    const { service } = await world();
    const response = await fetch(`${service.url}/samples/${name}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(name === "portrait.png" ? [360, 640] : [640, 360]);
    expect(bytes.length).toBeLessThan(60_000);
  },
);

test.for(["/samples/README.md", "/samples/..%2Fservice.ts", "/videos/other.mp4", "/"])(
  "the emulated video service answers the path %s with status 404",
  async (path) => {
    const { service } = await world();
    expect((await fetch(`${service.url}${path}`)).status).toBe(404);
  },
);

/** Returns the prompt's letters as the video, and records each request. */
function letters({ draws = true } = {}): Films & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    begin: ({ prompt, imageUrl }) => asked.push(`begin ${prompt} with ${imageUrl}`),
    of: async ({ prompt }) => {
      asked.push(`draw ${prompt}`);
      return draws ? Buffer.from(`the film of ${prompt}`) : null;
    },
    isPackageMissing: () => !draws,
    stop: () => asked.push("stop"),
  };
}

const picture = { type: "image2video", imageUrl: "http://127.0.0.1:1/frame.png" };

test("the sandbox draws a video when the video is downloaded, not when its task starts", async () => {
  const films = letters();
  const { service, started, clock } = await world({ films });
  const ids = [await started({ prompt: "one" }), await started({ prompt: "two", ...picture })];
  clock.advance(9_000);
  expect(films.asked).toEqual(["begin two with http://127.0.0.1:1/frame.png"]);
  const [one, two] = ids.map((id) => `${service.url}/videos/${id}.mp4`);
  expect(await (await fetch(one ?? "")).text()).toBe("the film of one");
  const part = await fetch(two ?? "", { headers: { range: "bytes=4-7" } });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, "bytes 4-7/15", "film"]);
  expect(part.headers.get("content-type")).toBe("video/mp4");
  expect(films.asked.slice(1)).toEqual(["draw one", "draw two"]);
});

test("downloading an unfinished video returns status 404 and draws nothing", async () => {
  const films = letters();
  const { service, started } = await world({ films });
  const id = await started();
  expect((await fetch(`${service.url}/videos/${id}.mp4`)).status).toBe(404);
  expect(films.asked).toEqual([]);
});

test("if the sandbox cannot draw videos, the emulated video service serves a sample video", async () => {
  const { service, started, clock } = await world({ films: letters({ draws: false }) });
  const plain = await world();
  const ids = [await started(), await plain.started()];
  clock.advance(9_000);
  plain.clock.advance(9_000);
  const [drawn, canned] = await Promise.all(
    [`${service.url}/videos/${ids[0]}.mp4`, `${plain.service.url}/videos/${ids[1]}.mp4`].map(async (address) =>
      Buffer.from(await (await fetch(address)).arrayBuffer()),
    ),
  );
  expect(drawn?.equals(canned ?? Buffer.alloc(0))).toBe(true);
  expect(drawn?.includes("avc1")).toBe(true);
  expect([service.lacksFilms(), plain.service.lacksFilms()]).toEqual([true, false]);
});
