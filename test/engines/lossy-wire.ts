import { connect as connectSocket, createServer, type Socket } from "node:net";

/** A proxy to a Redis that can lose responses. */
export interface LossyWire {
  readonly url: string;
  /** Loses all further responses, and cuts the connections when the next one arrives. */
  loseNextAnswer(): void;
  lost(): number;
  close(): void;
}

export async function lossyWire(url: string): Promise<LossyWire> {
  const target = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let isLosing = false;
  let lost = 0;
  const server = createServer((near) => {
    const far = connectSocket(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far);
    far.on("data", (bytes) => {
      if (!isLosing) return void near.write(bytes);
      isLosing = false;
      lost += 1;
      near.destroy();
      far.destroy();
    });
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return {
    url: `redis://127.0.0.1:${port}`,
    loseNextAnswer() {
      isLosing = true;
    },
    lost: () => lost,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
