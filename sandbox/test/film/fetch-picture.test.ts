import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { fetchPicture } from "../../src/film/read-picture.ts";

async function server(answer: RequestListener, host = "127.0.0.1"): Promise<{ at: string; asked(): number }> {
  let asked = 0;
  const one = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  one.listen(0, host);
  await once(one, "listening");
  onTestFinished(() => {
    one.closeAllConnections();
    one.close();
  });
  return { at: `http://${host}:${(one.address() as AddressInfo).port}/picture.png`, asked: () => asked };
}

const never = new AbortController().signal;

/** The addresses that are fetched during the test. */
function fetchedAddresses(): readonly string[] {
  const fetched: string[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    fetched.push(address);
    return real(address, init);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return fetched;
}

test("the sandbox fetches a picture from this machine, even through a redirect to this machine", async () => {
  const { at } = await server((_, response) => response.end("a picture"));
  const { at: before } = await server((_, response) => response.writeHead(302, { location: at }).end());
  expect(Buffer.from((await fetchPicture(at, never)) ?? "").toString()).toBe("a picture");
  expect(Buffer.from((await fetchPicture(before, never)) ?? "").toString()).toBe("a picture");
});

test.for([
  // An address on loopback other than 127.0.0.1, in place of another machine.
  ["another machine", (port: string) => `http://127.0.0.2:${port}/picture.png`],
  ["a host name other than localhost", (port: string) => `http://127.0.0.2.nip.example:${port}/picture.png`],
  ["an https: URL", (port: string) => `https://127.0.0.1:${port}/picture.png`],
  ["a file: URL", () => "file:///etc/hostname"],
] as const)("the sandbox fetches no picture from %s, directly or through a redirect", async ([, address]) => {
  const elsewhere = await server((_, response) => response.end("a picture"), "127.0.0.2");
  const target = address(new URL(elsewhere.at).port);
  const redirecting = await server((_, response) => response.writeHead(302, { location: target }).end());
  const fetched = fetchedAddresses();
  expect(await fetchPicture(target, never)).toBeNull();
  expect(await fetchPicture(redirecting.at, never)).toBeNull();
  expect(fetched).toEqual([redirecting.at]);
  expect([redirecting.asked(), elsewhere.asked()]).toEqual([1, 0]);
});

test("the sandbox follows at most three redirects to a picture", async () => {
  const { at, asked } = await server((request, response) => response.writeHead(302, { location: request.url }).end());
  expect(await fetchPicture(at, never)).toBeNull();
  expect(asked()).toBe(4);
});

test("the sandbox ignores a picture above 5 MB and a picture with status 404", async () => {
  const { at } = await server((request, response) => {
    if (request.url?.endsWith("none.png")) response.writeHead(404).end("none");
    else response.end(Buffer.alloc(5_000_001));
  });
  expect(await fetchPicture(at, never)).toBeNull();
  expect(await fetchPicture(at.replace("picture", "none"), never)).toBeNull();
});

test("stopping the sandbox aborts an unanswered request for a picture", async () => {
  const { at, asked } = await server(() => {});
  const stopped = new AbortController();
  const fetched = fetchPicture(at, stopped.signal);
  await expect.poll(asked).toBe(1);
  stopped.abort();
  expect(await fetched).toBeNull();
});
