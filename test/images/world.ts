import type { LookupAddress } from "node:dns";
import { createServer, type RequestListener } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import type { Network } from "../../src/images/guarded-fetch.ts";
import { pictureInspector } from "../../src/images/inspect-picture.ts";
import { listenUntilEnd } from "../fakes/loopback-server.ts";
import { manualClock } from "../fakes/manual-clock.ts";

/** A real server on a free port of 127.0.0.1, stopped at the end of the test. */
export async function pictureServer(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  return { ...(await listenUntilEnd(server)), requests };
}

/** A TCP server that records what each connection sent. */
export async function listener() {
  const received: Buffer[] = [];
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on("data", (bytes) => received.push(bytes));
  });
  const { port } = await listenUntilEnd(server);
  return { port, connections: () => connections, received: () => Buffer.concat(received) };
}

/**
 * A network that never leaves this machine. `names` maps host names to addresses. Every connection goes to 127.0.0.1 at
 * `port`, and `begun` records its intended destination.
 */
export function loopbackNetwork(names: Record<string, readonly string[]>, port: number) {
  const begun: string[] = [];
  const network: Network = {
    async resolve(hostname): Promise<readonly LookupAddress[]> {
      const addresses = names[hostname];
      if (!addresses) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
    connect({ host = "", port: meant, lookup, signal }) {
      // Node calls `lookup` as for the real host name. The connection goes to 127.0.0.1.
      const socket = connect({
        host: "to.be.resolved",
        port,
        signal,
        lookup: (_host, options, callback) => {
          const goTo = (address: string) => {
            begun.push(`${address}:${meant}`);
            if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
            else callback(null, "127.0.0.1", 4);
          };
          if (!lookup || /^[\d.]+$|:/.test(host)) return goTo(host);
          lookup(host, options, (error, addresses) => {
            if (error) return callback(error, []);
            goTo(typeof addresses === "string" ? addresses : (addresses[0]?.address ?? ""));
          });
        },
      });
      return socket;
    },
  };
  return { network, begun };
}

/** The inspector with a clock that does not advance. */
export function inspector(trustedOrigins: readonly string[], network?: Network) {
  const clock = manualClock();
  const inspect = pictureInspector({
    trustedOrigins: new Set(trustedOrigins),
    clock,
    ...(network ? { network } : {}),
  });
  return { inspect, clock };
}
