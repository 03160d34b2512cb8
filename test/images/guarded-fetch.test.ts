import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeAddress, type Network } from "../../src/images/guarded-fetch.ts";
import { anyText } from "../fakes/any-text.ts";
import { anyUrl } from "../fakes/any-url.ts";
import { runs } from "../fakes/how-many.ts";
import { inspector, listener, loopbackNetwork, pictureServer } from "./world.ts";

const judge = judgeAddress(new Set(["http://127.0.0.1:4000", "https://proxy.internal"]));
const bad = (why: string) => ({ kind: "bad_address", why });

test.for([
  "https://pictures.example:8443/cat.png?w=1#x",
  "https://bücher.example/ü.png",
  "https://93.184.215.14/cat.png",
  "https://[2606:4700::1]/cat.png",
  "https://localhost.example/cat.png",
])("the public address %s may be fetched", (address) => {
  expect(judge(address)).toBeNull();
});

test.for(["http://127.0.0.1:4000/cat.png", "https://proxy.internal/cat.png"])(
  "the private address %s may be fetched if the bot trusts the address's origin",
  (address) => {
    expect(judge(address)).toBeNull();
  },
);

test.for([
  ["cat.png", "not a URL", "not_a_url"],
  ["//pictures.example/cat.png", "not a URL", "not_a_url"],
  ["https://pictures.example/a b.png", "not a URL", "not_a_url"],
  ["https:\\\\pictures.example\\cat.png", "not a URL", "not_a_url"],
  ["https://1.2.3.4.5/", "not a URL", "not_a_url"],
  ["http://pictures.example/cat.png", "not using HTTPS", "not_https"],
  ["file:///etc/passwd", "not using HTTPS", "not_https"],
  ["https://user:pass@pictures.example/cat.png", "containing a login", "has_login"],
  ["http://user@127.0.0.1:4000/cat.png", "containing a login", "has_login"],
  ["http://127.0.0.1:4001/cat.png", "not using HTTPS", "not_https"],
] as const)("the address %j is refused as %s", ([address, , why]) => {
  expect(judge(address)).toEqual(bad(why));
});

test("the address of a picture may have at most 2,048 characters", () => {
  const address = `https://pictures.example/${"a".repeat(2_023)}`;
  expect([judge(address), judge(`${address}a`)]).toEqual([null, bad("too_long")]);
});

/** Every kind of address outside the public internet: plain, embedded in IPv6, or as a host name. */
const NOT_PUBLIC = `127.0.0.1 0177.0.0.1 127.0.0.1. １２７.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 169.254.169.254 100.64.0.1 224.0.0.1
  [::1] [::ffff:7f00:1] [::ffff:169.254.169.254] [64:ff9b::7f00:1] [2002:7f00:1::] [2001::1] [::7f00:1] [4000::1] [fe80::1]
  [fc00::1] [2001:db8::1] localhost localhost. ⓛocalhost printer.local metadata.google.internal redis`;

test.for(NOT_PUBLIC.split(/\s+/))("the host “%s” is refused as not public", (host) => {
  expect(judge(`https://${host}/cat.png`)).toEqual(bad("not_public"));
});

test("the address check accepts only HTTPS addresses and never throws on random text", () => {
  const text = fc.oneof(anyText(), anyUrl(["http", "https", "ftp"]));
  fc.assert(
    fc.property(text, (address) => {
      if (judge(address) === null) expect(new URL(address).protocol).toBe("https:");
    }),
    { numRuns: runs(2_000) },
  );
});

test("every IPv4 address in 127.0.0.0/8 and 10.0.0.0/8 is refused in every notation", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.constantFrom(10, 127), octet, octet, octet, (a, b, c, d) => {
      const number = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
      const forms = [`${a}.${b}.${c}.${d}`, `${number}`, `0x${number.toString(16)}`, `[::ffff:${a}.${b}.${c}.${d}]`];
      for (const form of forms) expect(judge(`https://${form}/`)).toEqual(bad("not_public"));
    }),
  );
});

/** The inspector on a network in which a TCP server accepts every connection. `names` maps host names to addresses. */
async function onNetwork(names: Record<string, readonly string[]>, changed: Partial<Network> = {}) {
  const server = await listener();
  const { network, begun } = loopbackNetwork(names, server.port);
  return { ...server, begun, network, ...inspector([], { ...network, ...changed }) };
}

const notPublic = { ok: false, refusal: { kind: "bad_address", why: "not_public" } };
const unreachable = { ok: false, refusal: { kind: "picture_unreachable" } };
const away = { ok: false, refusal: { kind: "picture_away" } };

test.for([
  ["a loopback IP address", "https://[::1]/", []],
  ["a host name that resolves to a loopback address", "https://rebind.example/cat.png", ["127.0.0.1"]],
  [
    "a host name that resolves to a loopback address in IPv6 notation",
    "https://rebind.example/cat.png",
    ["::ffff:127.0.0.1"],
  ],
  [
    "a host name that resolves to a public and a private address",
    "https://rebind.example/cat.png",
    ["93.184.215.14", "192.168.0.1"],
  ],
] as const)("%s is refused before a connection is opened", async ([, address, addresses]) => {
  const { inspect, begun, connections } = await onNetwork({ "rebind.example": addresses });
  expect(await inspect(address)).toEqual(notPublic);
  expect(begun).toEqual([]);
  expect(connections()).toBe(0);
});

test.for(["https://rebind.example/cat.png", "https://93.184.215.14/cat.png"])(
  "no data is sent for %s if the connection leads to a loopback address",
  async (address) => {
    const { inspect, begun, connections, received } = await onNetwork({ "rebind.example": ["93.184.215.14"] });
    expect(await inspect(address)).toEqual(notPublic);
    expect(begun).toEqual(["93.184.215.14:443"]);
    expect(connections()).toBe(1);
    expect(received()).toHaveLength(0);
  },
);

test("a host name is resolved only once, so a second DNS answer cannot bypass the check", async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? "127.0.0.1" : "93.184.215.14", family: 4 }];
  };
  const { inspect, connections } = await onNetwork({}, { resolve });
  expect(await inspect("https://rebind.example/cat.png")).toEqual(notPublic);
  expect(asked).toBe(1);
  expect(connections()).toBe(0);
});

test("a redirect to a host name that resolves to a loopback address is not followed", async () => {
  const { port, connections } = await listener();
  const server = await pictureServer((_request, response) =>
    response.writeHead(302, { location: `https://rebind.example:${port}/` }).end(),
  );
  const { network, begun } = loopbackNetwork({ "rebind.example": ["127.0.0.1"] }, server.port);
  const { inspect } = inspector([server.origin], network);
  expect(await inspect(`${server.origin}/`)).toEqual(notPublic);
  expect(begun).toEqual([`127.0.0.1:${server.port}`]);
  expect(connections()).toBe(0);
});

test("a picture counts as unreachable if the host name in its address does not resolve", async () => {
  const { inspect, connections } = await onNetwork({ "empty.example": [] });
  expect(await inspect("https://nobody.example/cat.png")).toEqual(unreachable);
  expect(await inspect("https://empty.example/cat.png")).toEqual(unreachable);
  expect(connections()).toBe(0);
});

test("a DNS lookup without a response is aborted after 10 s", async () => {
  let tellAddress = () => {};
  const resolve = () =>
    new Promise<{ address: string; family: number }[]>((tell) => {
      tellAddress = () => tell([{ address: "93.184.215.14", family: 4 }]);
    });
  const { inspect, clock, begun, connections } = await onNetwork({}, { resolve });
  const result = inspect("https://slow.example/cat.png");
  await clock.advance(10_000);
  expect(await result).toEqual(away);
  tellAddress();
  await clock.advance(1);
  expect(connections()).toBe(0);
  expect(begun.length).toBeLessThanOrEqual(1);
});

test("the host of a picture is contacted only over TLS", async () => {
  const { port, received } = await listener();
  const { network } = loopbackNetwork({ "pictures.example": ["93.184.215.14"] }, port);
  // Simulates a public peer, because the real address is on loopback.
  const connect: typeof network.connect = (options) =>
    Object.defineProperty(network.connect(options), "remoteAddress", { value: "93.184.215.14" });
  const { inspect, clock } = inspector([], { ...network, connect });
  const result = inspect("https://pictures.example/cat.png");
  await expect.poll(() => received().length).toBeGreaterThan(0);
  expect(received()[0]).toBe(0x16);
  expect(received().includes("pictures.example")).toBe(true);
  expect(received().includes("GET")).toBe(false);
  await clock.advance(10_000);
  expect(await result).toEqual(away);
});
