import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Makes the server listen on a free loopback port until the test ends. */
export async function listenUntilEnd(server: Server): Promise<{ readonly port: number; readonly origin: string }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Responds with 418 if `handle` returns false, and with 500 if it fails. */
export function handledBy(handle: Handle) {
  const server = createServer(async (request, response) => {
    const isOurs = await handle(request, response).catch(() => response.writeHead(500).end());
    if (!isOurs) response.writeHead(418).end();
  });
  return listenUntilEnd(server);
}

/** Returns the start of the response to a request target that a URL parser would change or reject. */
export function answerTo(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").on("error", reject);
    onTestFinished(() => void socket.destroy());
    socket.once("data", (part) => resolve(String(part)));
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  });
}
