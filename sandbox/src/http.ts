import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const BODY_MAX_BYTES = 30_000_000;

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface Listening {
  readonly origin: string;
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * Serves on loopback only, at the first free port; 0 means any. Refuses a request that names a foreign host or comes from a
 * foreign page.
 */
export async function listen(handler: Handler, ...[port = 0, ...others]: readonly number[]): Promise<Listening> {
  const server = createServer((request, response) => {
    if (!isLocal(request)) return reply(response, 421, { message: "this sandbox answers only to loopback" });
    if (!isPlain(request)) return reply(response, 404, { message: "no such address" });
    Promise.resolve(handler(request, response)).catch((error: unknown) => {
      if (!response.headersSent) reply(response, 500, { message: String(error) });
      else response.destroy();
    });
  });
  const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once("error", resolve);
    server.listen(port, "127.0.0.1", () => resolve(null));
  });
  if (problem?.code === "EADDRINUSE" && others.length > 0) return listen(handler, ...others);
  if (problem) throw problem;
  const address = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${address.port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function pathOf({ url = "" }: Pick<IncomingMessage, "url">): string {
  return url.split("?", 1)[0] ?? "";
}

/** True if parsing the path as a URL leaves it unchanged. */
function isPlain(request: IncomingMessage): boolean {
  const base = "http://127.0.0.1";
  const { url = "" } = request;
  return URL.canParse(url, base) && new URL(url, base).pathname === pathOf(request);
}

const LOOPBACK = String.raw`(127\.0\.0\.1|localhost|\[::1\])(:\d+)?`;
const localHost = new RegExp(`^${LOOPBACK}$`);
const localOrigin = new RegExp(`^http://${LOOPBACK}$`);

/**
 * DNS rebinding: a foreign page may point its own name at loopback, but it cannot change the Host header, nor the Origin
 * header that browsers send.
 */
export function isLocal({ headers: { host, origin } }: Pick<IncomingMessage, "headers">): boolean {
  return host !== undefined && localHost.test(host) && (origin === undefined || localOrigin.test(origin));
}

/** Undefined if the body is too large. The rest is still read, because the client must receive the refusal. */
export async function readUpTo(maxBytes: number, request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for await (const part of request) {
    const bytes = part as Buffer;
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes) parts.length = 0;
    else parts.push(bytes);
  }
  return sizeBytes > maxBytes ? undefined : Buffer.concat(parts);
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const body = await readUpTo(BODY_MAX_BYTES, request);
  if (!body) throw new Error("body too large");
  return body;
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  return jsonOf((await readBody(request)).toString("utf8"));
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
    .end(JSON.stringify(body));
}

export function servePart(
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  file: { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> },
): void {
  const { bytes } = file;
  const headers = { ...file.headers, "accept-ranges": "bytes" };
  const range = readRange(request.headers.range, bytes.length);
  if (range === "unsatisfiable") {
    response.writeHead(416, { ...headers, "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    ...headers,
    "content-length": part.length,
    ...(range ? { "content-range": `bytes ${range.first}-${range.last}/${bytes.length}` } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : part);
}

/** Undefined if there is no range or one that may be ignored (RFC 9110, 14.2). */
function readRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | undefined | "unsatisfiable" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const isEnd = from === "";
  if (!isEnd && to !== "" && Number(to) < Number(from)) return undefined;
  const first = isEnd ? Math.max(0, size - Number(to)) : Number(from);
  const last = isEnd || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size ? "unsatisfiable" : { first, last };
}
