import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ok, refuse } from "../core/result.ts";
import { requestPath } from "../core/text/parse-url.ts";

export const httpLimits = {
  connections: 1_000,
  headerBytes: 16_384,
  headers: 100,
  headersMs: 10_000,
  requestMs: 15_000,
  lookEveryMs: 1_000,
  /** An idle connection is closed after this. The page's event stream sends something every 15 s. */
  idleMs: 60_000,
};

/** Returns false if it does not serve the path. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface HttpOptions {
  readonly host: string;
  /** The first free port is used; 0 means any free one. */
  readonly ports: readonly [number, ...number[]];
  troubles(): readonly string[];
  notes(): readonly string[];
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** By path prefix, such as `/slack/`. */
  readonly listeners: Readonly<Record<string, RequestListener | null>>;
  readonly more: readonly (HttpHandler | null)[];
  readonly limits?: typeof httpLimits;
}

export async function openHttp(options: HttpOptions) {
  const server = limitedServer(options.limits ?? httpLimits, (request, response) => {
    serve(options, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, 500, "internal error\n");
    });
  });

  const problem = await listenAtOneOf(options.ports, server, options.host);
  if (problem) return refuse(describe(problem, options));

  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.ports[0];
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return ok({
    origin: `http://${host}:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function listenAtOneOf(
  [port, ...others]: readonly number[],
  server: Server,
  host: string,
): Promise<NodeJS.ErrnoException | null> {
  const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once("error", resolve);
    server.listen(port, host, () => {
      server.off("error", resolve);
      resolve(null);
    });
  });
  return problem?.code === "EADDRINUSE" && others.length > 0 ? listenAtOneOf(others, server, host) : problem;
}

function limitedServer(limits: typeof httpLimits, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.lookEveryMs,
    },
    listener,
  );
  limitConnections(server, limits.connections);
  server.maxHeadersCount = limits.headers;
  server.timeout = limits.idleMs;
  return server;
}

async function serve(options: HttpOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = requestPath(request);
  for (const [beginning, listener] of Object.entries(options.listeners))
    if (listener && path.startsWith(beginning)) return void listener(request, response);
  if (request.method === "GET" || request.method === "HEAD") {
    if (path === "/healthz") return send(response, 200, "ok\n");
    if (path === "/readyz") {
      const troubles = options.troubles();
      const lines = [...(troubles.length === 0 ? ["ready"] : troubles), ...options.notes()];
      return send(response, troubles.length === 0 ? 200 : 503, `${lines.join("\n")}\n`);
    }
    if (path === "/metrics") return send(response, 200, await options.metrics.text(), options.metrics.contentType);
  }
  for (const handle of options.more) if (await handle?.(request, response)) return;
  send(response, 404, "not found\n");
}

function send(response: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  // Do not read the rest of an unwanted body.
  if (status >= 400) response.shouldKeepAlive = false;
  response.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff" }).end(text);
}

function describe(problem: NodeJS.ErrnoException, { host, ports: [port, ...others] }: HttpOptions): string {
  switch (problem.code) {
    case "EADDRINUSE":
      return others.length === 0
        ? `PORT ${port} is used by another program. Stop that program, or set PORT to a free port.`
        : `The ports ${port} to ${others.at(-1)} are used by other programs. Set PORT to a free port.`;
    case "EACCES":
      return `PORT ${port} needs more rights than this process has. Set PORT to 1024 or more.`;
    default:
      return `HOST ${host} cannot be listened on (${problem.code}). Set HOST to 127.0.0.1, or to an address of this machine.`;
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A new connection beyond `most` replaces the oldest that has no request waiting for an answer, so idle connections never
 * block others.
 */
function limitConnections(server: Server, most: number): void {
  /** In the order in which they were opened or began their last request. */
  const open = new Map<Socket, Exchange | null>();

  server.on("connection", (socket: Socket) => {
    if (open.size >= most) {
      const [oldest] = [...open].find(([, exchange]) => !isBeingAnswered(exchange)) ?? [];
      (oldest ?? socket).destroy();
      if (!oldest) return;
      open.delete(oldest);
    }
    open.set(socket, null);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!open.delete(socket)) return;
    open.set(socket, { request, response });
  });
}

function isBeingAnswered(exchange: Exchange | null): boolean {
  return exchange?.request.complete === true && !exchange.response.writableFinished;
}
