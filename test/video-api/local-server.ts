import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly text: string;
}

export interface LocalServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly received: readonly Received[];
  /** Resolves when the nth request (from 1) has arrived whole. */
  arrived(count: number): Promise<void>;
  connections(): number;
}

/** A real server on a free port of 127.0.0.1, gone when the test has ended. */
export async function localServer(
  answer: (response: ServerResponse, request: Received, socket: Socket) => void,
): Promise<LocalServer> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly wake: () => void }[] = [];
  let connections = 0;

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const { url = "", headers, socket } = request;
    const arrival = { path: url, headers, text, body: parsed(text) };
    received.push(arrival);
    for (const { count, wake } of waiting) if (received.length >= count) wake();
    answer(response, arrival, socket);
  });
  server.on("connection", () => {
    connections += 1;
  });
  const origin = await started(server, () => server.closeAllConnections());

  return {
    origin,
    received,
    connections: () => connections,
    arrived: (count) =>
      new Promise((wake) => {
        if (received.length >= count) wake();
        else waiting.push({ count, wake });
      }),
  };
}

/** A server below HTTP: the test decides what happens to each connection. */
export async function localTcpServer(onConnection: (socket: Socket) => void): Promise<{ readonly origin: string }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  const origin = await started(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return { origin };
}

/** An address on loopback where nobody listens. */
export async function closedOrigin(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = originOf(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

async function started(server: Server, cut: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  );
  return originOf(server);
}

function originOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
