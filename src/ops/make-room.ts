import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Holds `most` connections of a server at once. Where one more comes, the oldest is ended on which no whole request waits for
 * its answer, so that nobody keeps others out by connections that ask for nothing; where all are being answered, the new one.
 */
export function makeRoom(server: Server, most: number): void {
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
