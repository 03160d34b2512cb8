import dns from "node:dns";
import { createServer, type Server, type Socket } from "node:net";
import type { Clock } from "../../src/core/clock.ts";
import { type Fault, goodBytes, type Service, type Step } from "./faults.ts";

/** A TCP server on 127.0.0.1 that speaks HTTP correctly, except on the connection for which a fault is armed. */
export interface FaultServer {
  readonly port: number;
  /** Causes this fault on the next connection. */
  arm(fault: Fault, isCarriedOut: boolean): void;
  /** How often a fault was caused. */
  met(): number;
  /** True if nothing more is sent until time passes. */
  isStalled(): boolean;
  /** The maximum number of bytes that one connection accepted. */
  bytesTaken(): number;
  /** Closes the port until `back`. */
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export async function faultServer(options: {
  readonly service: Service;
  readonly clock: Clock;
  readonly elsewhere: string;
}): Promise<FaultServer> {
  const { service, clock, elsewhere } = options;
  const open = new Set<Socket>();
  let armed: { readonly fault: Fault; readonly isCarriedOut: boolean } | null = null;
  let met = 0;
  let stalled = 0;
  let bytesTaken = 0;

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket.setMaxListeners(0));
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    const struck = armed;
    armed = null;
    if (struck) met += 1;
    void serve(socket, struck);
  });

  async function serve(socket: Socket, struck: typeof armed): Promise<void> {
    if (struck?.fault.strike.kind === "reset unread") {
      // Waits until the request was sent, because a reset during the connection is another fault.
      await turns(4);
      socket.resetAndDestroy();
      return;
    }
    const request = await wholeRequest(socket);
    if (request === null) return;
    const answer = await service(request, struck?.isCarriedOut ?? true);
    const strike = struck?.fault.strike;
    if (strike?.kind !== "answer") socket.end(goodBytes(answer));
    else await play(socket, strike.script(answer, elsewhere));
  }

  async function play(socket: Socket, steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      if (socket.destroyed) return;
      await take(socket, step);
      bytesTaken = Math.max(bytesTaken, socket.bytesWritten - socket.writableLength);
    }
  }

  async function take(socket: Socket, step: Step): Promise<void> {
    if (step === "close") socket.end();
    else if (step === "reset") socket.resetAndDestroy();
    else if (step === "silence") await stalling(closed(socket));
    else if (Buffer.isBuffer(step)) await write(socket, step);
    else if (step.kind === "flood")
      for (let time = 0; time < step.times && !socket.destroyed; time += 1) await write(socket, step.chunk);
    else
      for (const byte of step.bytes) {
        await stalling(Promise.race([closed(socket), new Promise<void>((resolve) => clock.after(1_000, resolve))]));
        if (socket.destroyed) return;
        await write(socket, Buffer.from([byte]));
      }
  }

  async function stalling(wait: Promise<void>): Promise<void> {
    stalled += 1;
    await wait;
    stalled -= 1;
  }

  await listen(server, 0);
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  const { port } = address;
  const away = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });

  return {
    port,
    arm(fault, isCarriedOut) {
      armed = { fault, isCarriedOut };
    },
    met: () => met,
    isStalled: () => stalled > 0,
    bytesTaken: () => bytesTaken,
    async away() {
      met += 1;
      await away();
    },
    back: () => listen(server, port),
    close: away,
  };
}

/** A server of ours that counts its visitors. */
export async function elsewhere(): Promise<{ readonly origin: string; visits(): number; close(): Promise<void> }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on("error", () => {}).destroy();
  });
  await listen(server, 0);
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    visits: () => visits,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Null: the connection ended before the request was complete. */
function wholeRequest(socket: Socket): Promise<WireRequest | null> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    socket.on("close", () => resolve(null));
    socket.on("data", (part) => {
      bytes = Buffer.concat([bytes, Buffer.from(part)]);
      const request = readRequest(bytes);
      if (request) resolve(request);
    });
    socket.resume();
  });
}

/** Resolves when the bytes were sent and the other side had time to read them. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.write(bytes)) {
    await Promise.race([closed(socket), new Promise<void>((resolve) => socket.once("drain", resolve))]);
  }
  await turns(2);
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once("close", () => resolve());
  });
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A request as received. Header names are in lower case. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Parses a request, or returns null if it is incomplete. It must have a Content-Length, because our clients do not send
 * chunks.
 */
function readRequest(bytes: Buffer): WireRequest | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const [requestLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = new Map(lines.map(readHeader));
  if (headers.has("transfer-encoding")) throw new Error("the reader does not support chunked requests");
  const length = Number(headers.get("content-length") ?? 0);
  const body = bytes.subarray(headEnd + 4);
  if (body.length < length) return null;
  const [method = "", path = ""] = requestLine.split(" ");
  return { method, path, headers, body: body.subarray(0, length).toString("utf8") };
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

type Callback = (error: Error | null, address?: unknown, family?: number) => void;

/**
 * Resolves names below .test to 127.0.0.1, or to nothing while `isKnown` is false. Replaces `lookup` of node:dns, which
 * net.connect uses, until `end`.
 */
export function fakeDns(): { isKnown: boolean; end(): void } {
  const before = dns.lookup;
  const names = {
    isKnown: true,
    end: () => void Object.assign(dns, { lookup: before }),
  };
  const lookup = (name: string, options: { readonly all?: boolean }, callback: Callback) => {
    if (!name.endsWith(".test")) throw new Error(`unexpected host name: ${name}`);
    setImmediate(() => {
      if (!names.isKnown) return callback(Object.assign(new Error("not found"), { code: "ENOTFOUND" }));
      if (options.all) return callback(null, [{ address: "127.0.0.1", family: 4 }]);
      callback(null, "127.0.0.1", 4);
    });
  };
  Object.assign(dns, { lookup });
  return names;
}
