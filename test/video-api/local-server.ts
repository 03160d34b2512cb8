import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { listenUntilEnd } from "../fakes/loopback-server.ts";

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
  /** Resolves when the nth request (from 1) has arrived completely. */
  arrived(count: number): Promise<void>;
  connections(): number;
}

/** A real server on a free port of 127.0.0.1, stopped at the end of the test. */
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
  const { origin } = await listenUntilEnd(server);

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

/** A TCP server. The test decides what happens to each connection. */
export function localTcpServer(onConnection: (socket: Socket) => void) {
  return listenUntilEnd(createTcpServer(onConnection));
}

/** A loopback URL where no server listens. */
export async function closedOrigin(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
