import { expect, test } from "vitest";
import { world } from "./world.ts";

/** A finished video's address, and what its world offers. */
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
] as const)("a finished %s video has that shape, plays in any browser and is small", async ([aspectRatio, size]) => {
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
});

test("HEAD tells the size and sends nothing", async () => {
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
] as const)("%s is answered with that part", async ([range, from, to]) => {
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
] as const)("%s is answered with %i", async ([range, status]) => {
  const { address } = await finished();
  const response = await fetch(address, { headers: { range } });
  await response.arrayBuffer();
  expect(response.status).toBe(status);
});

test("a video is there for two hours after it was done, not before and not after", async () => {
  const { address, clock, started, service } = await finished();
  const running = await started();
  expect((await fetch(`${service.url}/videos/${running}.mp4`)).status).toBe(404);
  clock.advance(2 * 3_600_000 - 1);
  expect((await fetch(address, { method: "HEAD" })).status).toBe(200);
  clock.advance(1);
  expect((await fetch(address)).status).toBe(404);
});

test.for(["landscape.png", "portrait.png"])("the sample %s is a small PNG", async (name) => {
  const { service } = await world();
  const response = await fetch(`${service.url}/samples/${name}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(name === "portrait.png" ? [360, 640] : [640, 360]);
  expect(bytes.length).toBeLessThan(60_000);
});

test.for(["/samples/README.md", "/samples/..%2Fservice.ts", "/videos/other.mp4", "/"])(
  "%s is not found",
  async (path) => {
    const { service } = await world();
    expect((await fetch(`${service.url}${path}`)).status).toBe(404);
  },
);
