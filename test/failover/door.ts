import { connect, createServer, type Socket } from "node:net";

export interface Door {
  readonly port: number;
  /** Stops forwarding without closing connections, like a cut cable. */
  cut(): void;
  heal(): void;
  /** Forwards to another server from now on, and closes open connections. */
  moveTo(port: number): void;
  close(): void;
}

interface Lags {
  /** The server's data arrives this much later. If the server dies first, it never arrives. */
  readonly lagMs?: number;
  /** The delay of data sent to a replica. Default: `lagMs`. */
  readonly replicaLagMs?: number;
}

export async function openDoor(to: number, { lagMs = 0, replicaLagMs = lagMs }: Lags = {}): Promise<Door> {
  const sockets = new Set<Socket>();
  let [target, isCut] = [to, false];

  function enter(near: Socket): void {
    sockets.add(near);
    near.on("error", () => {});
    if (isCut) return void near.pause();
    const far = connect(target, "127.0.0.1");
    let isReplica = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("data", (bytes) => {
      if (isCut) return;
      isReplica ||= bytes.includes("PSYNC");
      far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (isCut) return;
      const waitMs = isReplica ? replicaLagMs : lagMs;
      if (waitMs === 0) near.write(bytes);
      else setTimeout(() => near.writable && near.write(bytes), waitMs);
    });
    // Data that is being sent to a replica is lost with the server.
    near.on("close", () => isCut || far.destroy());
    far.on("close", () => isCut || near.destroy());
  }

  const server = createServer(enter);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address && typeof address === "object" ? address.port : 0,
    cut() {
      isCut = true;
    },
    heal() {
      isCut = false;
      cutAll();
    },
    moveTo(port) {
      target = port;
      isCut = false;
      cutAll();
    },
    close() {
      cutAll();
      server.close();
    },
  };
}
