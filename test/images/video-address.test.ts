import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { openVideos } from "../../src/images/open-video.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { mp4 } from "./videos.ts";
import { listener, loopbackNetwork, pictureServer } from "./world.ts";

const never = new AbortController().signal;
const refused = (kind: string) => ({ ok: false, refusal: { kind } });
const film: RequestListener = (_request, response) => response.writeHead(200).end(mp4(500));

test("redirects are followed three times, and each is judged", async () => {
  const server = await pictureServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) film(request, response);
    else
      response.writeHead(307, { location: left === 9 ? "https://10.0.0.1/" : `/${left - 1}` }).end("x".repeat(9_000));
  });
  const open = openVideos({ trustedOrigins: new Set([server.origin]), clock: toldClock() });
  expect(await open(`${server.origin}/3`, never)).toMatchObject({ ok: true });
  expect(await open(`${server.origin}/4`, never)).toEqual(refused("unreachable"));
  expect(await open(`${server.origin}/9`, never)).toEqual(refused("not_public"));
  expect(server.requests).toEqual(["/3", "/2", "/1", "/0", "/4", "/3", "/2", "/1", "/9"]);
});

test.for([
  ["https://127.0.0.1/", []],
  ["https://[::1]/", []],
  ["https://169.254.169.254/", []],
  ["http://videos.example/", []],
  ["https://rebind.example/", ["10.0.0.7"]],
  ["https://rebind.example/", ["93.184.215.14", "127.0.0.1"]],
] as const)("no connection to %s is begun where it leads to %j", async ([address, addresses]) => {
  const { port, connections } = await listener();
  const { network, begun } = loopbackNetwork({ "rebind.example": addresses }, port);
  const open = openVideos({ trustedOrigins: new Set(), clock: toldClock(), network });
  expect(await open(address, never)).toEqual(refused("not_public"));
  expect(begun).toEqual([]);
  expect(connections()).toBe(0);
});

test("a name that ends up at loopback after all hears not a byte", async () => {
  const { port, connections, heard } = await listener();
  const { network } = loopbackNetwork({ "rebind.example": ["93.184.215.14"] }, port);
  const open = openVideos({ trustedOrigins: new Set(), clock: toldClock(), network });
  expect(await open("https://rebind.example/", never)).toEqual(refused("not_public"));
  expect(connections()).toBe(1);
  expect(heard()).toHaveLength(0);
});

test("a redirect to a name of a private address begins no connection", async () => {
  const server = await pictureServer((_request, response) =>
    response.writeHead(302, { location: "https://rebind.example/" }).end(),
  );
  const { network, begun } = loopbackNetwork({ "rebind.example": ["127.0.0.1"] }, server.port);
  const open = openVideos({ trustedOrigins: new Set([server.origin]), clock: toldClock(), network });
  expect(await open(`${server.origin}/`, never)).toEqual(refused("not_public"));
  expect(begun).toEqual([`127.0.0.1:${server.port}`]);
});

test("nothing of ours goes along: no cookie, no key, no referrer", async () => {
  let names: string[] = [];
  const server = await pictureServer((request, response) => {
    names = Object.keys(request.headers).sort();
    film(request, response);
  });
  const open = openVideos({ trustedOrigins: new Set([server.origin]), clock: toldClock() });
  expect(await open(`${server.origin}/`, never)).toMatchObject({ ok: true });
  expect(names).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
});
