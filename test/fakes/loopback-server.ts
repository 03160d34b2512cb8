import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Lets the server listen on a free port of this machine until the test ends. */
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

/** A server on which all that `handle` does not take is answered 418, and a fault 500. */
export function handledBy(handle: Handle) {
  const server = createServer(async (request, response) => {
    const isOurs = await handle(request, response).catch(() => response.writeHead(500).end());
    if (!isOurs) response.writeHead(418).end();
  });
  return listenUntilEnd(server);
}

/** Returns the first bytes of the answer to a target that no client of URLs would send. */
export function answerTo(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").on("error", reject);
    onTestFinished(() => void socket.destroy());
    socket.once("data", (part) => resolve(String(part)));
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  });
}
