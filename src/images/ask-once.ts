import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { AddressRefused, guardedConnect, type Network } from "./guarded-connect.ts";

type Asked =
  /** The head is here; the body flows as it is read, and errs where it ends too soon. */
  | { readonly kind: "answer"; readonly answer: IncomingMessage }
  /** The address is not public; nothing was sent. */
  | { readonly kind: "not_public" }
  | { readonly kind: "unreachable" };

/**
 * Asks for what is at an address, once, on a connection of its own; `signal` ends it at any time, the body too. Node's own
 * client, for undici 7.30.2 ends the process by a failed assertion where the server closes while a reader lags behind.
 */
export function askOnce(
  url: URL,
  options: {
    readonly isTrusted: boolean;
    readonly network: Network;
    readonly accept: string;
    readonly signal: AbortSignal;
  },
): Promise<Asked> {
  const { isTrusted, network, accept, signal } = options;
  return new Promise((resolve) => {
    const fail = (error?: unknown) => resolve({ kind: error instanceof AddressRefused ? "not_public" : "unreachable" });
    if (signal.aborted) return fail();
    const onSocket = (socket: Socket) => {
      const end = () => socket.destroy();
      if (signal.aborted) return end();
      signal.addEventListener("abort", end);
      socket.once("close", () => signal.removeEventListener("abort", end));
    };
    signal.addEventListener("abort", () => fail(), { once: true });

    const connect = guardedConnect({ isTrusted, network, onSocket });
    const { host, protocol, port } = url;
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    connect({ host, hostname, protocol, port }, (error, socket) => {
      if (!socket) return fail(error);
      const asking = request({
        createConnection: () => socket,
        path: `${url.pathname}${url.search}`,
        headers: { host, accept, "accept-encoding": "identity", "user-agent": "Reelay", connection: "close" },
      });
      asking.on("response", (answer) => {
        // The reader hears of it; there may be no reader yet.
        answer.on("error", () => {});
        resolve({ kind: "answer", answer });
      });
      asking.on("error", fail).on("close", () => fail());
      asking.end();
    });
  });
}
