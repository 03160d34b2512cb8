import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { connect, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { isPublicIp } from "./address.ts";

/** The host is, or leads to, an address that is not public. */
export class AddressRefused extends Error {}

/** The calls that touch the network; a test brings its own. */
export interface Network {
  /** Every address of a name; rejects where there is none. */
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
  /** Begins a TCP connection. */
  connect(options: TcpNetConnectOpts): Socket;
}

export const machineNetwork: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  connect,
};

/**
 * Connects once, for one request. Unless `isTrusted`, it begins no connection to an address that is not public, and
 * looks again at the address it reached before a byte is sent, TLS included; it then fails with `AddressRefused`.
 * `onSocket` is handed the socket at its birth, so that a caller that gives up can end it.
 */
export function guardedConnect(options: {
  readonly isTrusted: boolean;
  readonly network: Network;
  readonly onSocket: (socket: Socket) => void;
}): buildConnector.connector {
  const { isTrusted, network, onSocket } = options;
  const isAllowed = (address: string) => isTrusted || isPublicIp(address);
  const makeTls = buildConnector({ allowH2: false, timeout: 0 });
  let isUsed = false;

  return (target, callback) => {
    const { hostname, protocol } = target;
    if (isUsed) return callback(new Error("one connection a request"), null);
    isUsed = true;
    // No name is looked up for a number, so it is judged here.
    if (ipaddr.isValid(hostname) && !isAllowed(hostname)) return callback(new AddressRefused(), null);

    const port = Number(target.port) || (protocol === "https:" ? 443 : 80);
    const socket = network.connect({ host: hostname, port, lookup: allowedLookup(network, isAllowed) });
    onSocket(socket);
    const fail = (error: Error) => callback(error, null);
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.off("error", fail);
      if (!isAllowed(socket.remoteAddress ?? "")) {
        socket.on("error", () => {}).destroy();
        return callback(new AddressRefused(), null);
      }
      if (protocol === "https:") makeTls({ ...target, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
}

/** One address that is not public spoils the name: there is no honest reason to mix them in. */
function allowedLookup(network: Network, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    network.resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new Error("no address"), []);
        else if (!addresses.every(({ address }) => isAllowed(address))) callback(new AddressRefused(), []);
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
