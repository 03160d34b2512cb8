import type { AddressInfo, Server, Socket } from "node:net";
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
