import { expect, test } from "vitest";
import { AddressRefused, guardedConnect } from "../../src/images/guarded-fetch.ts";
import { inspector, listener, loopbackNetwork, pictureServer } from "./world.ts";

const notPublic = { ok: false, refusal: { kind: "bad_address", why: "not_public" } };
const unreachable = { ok: false, refusal: { kind: "picture_unreachable" } };

test.for([
  ["loopback", ["127.0.0.1"]],
  ["a private network", ["10.0.0.7"]],
  ["the cloud's metadata", ["169.254.169.254"]],
  ["IPv6 loopback", ["::1"]],
  ["loopback wrapped in IPv6", ["::ffff:127.0.0.1"]],
  ["a public address and a private one", ["93.184.215.14", "192.168.0.1"]],
] as const)("a name that leads to %s is refused before any connection is begun", async ([, addresses]) => {
  const { port, connections } = await listener();
  const { network, begun } = loopbackNetwork({ "rebind.example": addresses }, port);
  const { inspect } = inspector([], network);
  expect(await inspect("https://rebind.example/cat.png")).toEqual(notPublic);
  expect(begun).toEqual([]);
  expect(connections()).toBe(0);
});

test.for(["https://127.0.0.1/", "https://[::1]/", "https://0x7f.1/", "https://localhost/"])(
  "%s is refused before any connection is begun",
  async (address) => {
    const { port, connections } = await listener();
    const { network, begun } = loopbackNetwork({ localhost: ["127.0.0.1"] }, port);
    const { inspect } = inspector([], network);
    expect(await inspect(address)).toEqual(notPublic);
    expect(begun).toEqual([]);
    expect(connections()).toBe(0);
  },
);

test.for(["https://rebind.example/cat.png", "https://93.184.215.14/cat.png"])(
  "%s that ends up at loopback after all hears not a byte",
  async (address) => {
    const { port, connections, heard } = await listener();
    const { network, begun } = loopbackNetwork({ "rebind.example": ["93.184.215.14"] }, port);
    const { inspect } = inspector([], network);
    expect(await inspect(address)).toEqual(notPublic);
    expect(begun).toEqual(["93.184.215.14:443"]);
    expect(connections()).toBe(1);
    expect(heard()).toHaveLength(0);
  },
);

test.for(["127.0.0.1", "::1", "169.254.169.254"])(
  "the connector itself begins no connection to %s, whatever was judged before it",
  async (hostname) => {
    const { port, connections } = await listener();
    const { network, begun } = loopbackNetwork({}, port);
    const connect = guardedConnect({ isTrusted: false, network, onSocket: () => {} });
    const error = await new Promise<Error | null>((tell) => {
      connect({ hostname, protocol: "https:", port: "443" }, (...[failure]) => tell(failure));
    });
    expect(error).toBeInstanceOf(AddressRefused);
    expect(begun).toEqual([]);
    expect(connections()).toBe(0);
  },
);

test("a name that answers differently the second time is judged by the answer that is used", async () => {
  const { port, connections } = await listener();
  const { network } = loopbackNetwork({}, port);
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? "127.0.0.1" : "93.184.215.14", family: 4 }];
  };
  const { inspect } = inspector([], { ...network, resolve });
  expect(await inspect("https://rebind.example/cat.png")).toEqual(notPublic);
  expect(asked).toBe(1);
  expect(connections()).toBe(0);
});

test("a redirect is looked up and judged anew", async () => {
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

test("a name that nobody knows is unreachable", async () => {
  const { port, connections } = await listener();
  const { inspect } = inspector([], loopbackNetwork({ "empty.example": [] }, port).network);
  expect(await inspect("https://nobody.example/cat.png")).toEqual(unreachable);
  expect(await inspect("https://empty.example/cat.png")).toEqual(unreachable);
  expect(connections()).toBe(0);
});

test("a lookup that never answers is left after 10 s, and begins no connection when it does", async () => {
  const { port, connections } = await listener();
  const { network, begun } = loopbackNetwork({}, port);
  let tellAddress = () => {};
  const resolve = () =>
    new Promise<{ address: string; family: number }[]>((tell) => {
      tellAddress = () => tell([{ address: "93.184.215.14", family: 4 }]);
    });
  const { inspect, clock } = inspector([], { ...network, resolve });
  const result = inspect("https://slow.example/cat.png");
  await clock.advance(10_000);
  expect(await result).toEqual(unreachable);
  tellAddress();
  await clock.advance(1);
  expect(connections()).toBe(0);
  expect(begun.length).toBeLessThanOrEqual(1);
});

test("a host that passes is spoken to in TLS alone", async () => {
  const { port, heard } = await listener();
  const { network } = loopbackNetwork({ "pictures.example": ["93.184.215.14"] }, port);
  // Stands in for a public peer: the only thing that is not so on loopback is its address.
  const connect: typeof network.connect = (options) =>
    Object.defineProperty(network.connect(options), "remoteAddress", { value: "93.184.215.14" });
  const { inspect, clock } = inspector([], { ...network, connect });
  const result = inspect("https://pictures.example/cat.png");
  await expect.poll(() => heard().length).toBeGreaterThan(0);
  expect(heard()[0]).toBe(0x16);
  expect(heard().includes("pictures.example")).toBe(true);
  expect(heard().includes("GET")).toBe(false);
  await clock.advance(10_000);
  expect(await result).toEqual(unreachable);
});
