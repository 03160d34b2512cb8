import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { connect as connectTls } from "node:tls";
import ipaddr from "ipaddr.js";
import { errorCode } from "../core/error-code.ts";
import type { JudgeAddress, PictureProblem } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { parseUrl } from "../core/text/parse-url.ts";

/** Each redirect is checked like the first address. */
const REDIRECTS_MAX = 3;

/** Source: RFC 9110, section 15.4 (read 2026-11-21). 300 and 304 name no single place to go. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** `isAway`: the server does not answer, but the address may be right. */
type FetchProblem = PictureProblem | { readonly kind: "unreachable"; readonly isAway: boolean };

/** Failures of a server or network. Any other, such as an unknown name or bad certificate, is the address's fault. */
const AWAY: ReadonlySet<string> = new Set(
  "ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE EAI_AGAIN EHOSTUNREACH ENETUNREACH ABORT_ERR".split(" "),
);

/** Resolves with the answer's head, whatever its status. The body is streamed. */
export type GuardedFetch = (
  address: string,
  how: { readonly accept: string; readonly signal: AbortSignal },
) => Promise<Result<IncomingMessage, FetchProblem>>;

/**
 * Sends nothing to an address that is not public, unless its origin is in `trustedOrigins`. `signal` also ends the
 * body.
 */
export function guardedFetch({
  trustedOrigins,
  network = machineNetwork,
}: {
  readonly trustedOrigins: ReadonlySet<string>;
  readonly network?: Network | undefined;
}): GuardedFetch {
  const judge = judgeAddress(trustedOrigins);

  return async (given, { accept, signal }) => {
    let address = given;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const problem = judge(address);
      if (problem !== null) return refuse(problem);
      const url = new URL(address);
      const isTrusted = trustedOrigins.has(url.origin);
      const asked = await askOnce(url, { isTrusted, network, accept, signal });
      if (!asked.ok || !REDIRECTS.has(asked.value.statusCode ?? 0)) return asked;
      const { location } = asked.value.headers;
      asked.value.destroy();
      const next = location === undefined ? null : parseUrl(location, url.href);
      if (!next) break;
      address = next.href;
    }
    return refuse({ kind: "unreachable", isAway: false });
  };
}

class AddressRefused extends Error {}

/** Uses Node's own client: undici 7.30.2 crashes the process if the server closes while a reader lags behind. */
async function askOnce(
  url: URL,
  how: {
    readonly isTrusted: boolean;
    readonly network: Network;
    readonly accept: string;
    readonly signal: AbortSignal;
  },
): Promise<Result<IncomingMessage, FetchProblem>> {
  try {
    const socket = await guardedSocket(url, how);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request({
        createConnection: () => socket,
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          accept: how.accept,
          "accept-encoding": "identity",
          "user-agent": "Reelay",
          connection: "close",
        },
      });
      asking.on("response", resolve).on("error", reject).on("close", reject).end();
    });
    // The reader receives the error, but there may be no reader yet.
    answer.on("error", () => {});
    return ok(answer);
  } catch (error) {
    if (error instanceof AddressRefused) return refuse(NOT_PUBLIC);
    return refuse({ kind: "unreachable", isAway: AWAY.has(errorCode(error) ?? "") });
  }
}

export interface Network {
  resolve(hostname: string): Promise<readonly LookupAddress[]>;
  connect(options: TcpNetConnectOpts & { readonly signal: AbortSignal }): Socket;
}

export const machineNetwork: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  connect,
};

/** Checks a name's addresses before connecting, and the connected address before any byte is sent, TLS included. */
async function guardedSocket(
  { hostname, protocol, port }: URL,
  {
    isTrusted,
    network,
    signal,
  }: { readonly isTrusted: boolean; readonly network: Network; readonly signal: AbortSignal },
): Promise<Socket> {
  const isAllowed = (address: string) => isTrusted || isPublicIp(address);
  const isTls = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = network.connect({
    host,
    port: Number(port) || (isTls ? 443 : 80),
    lookup: allowedLookup(network, isAllowed),
    signal,
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  if (!isAllowed(socket.remoteAddress ?? "")) {
    socket.destroy();
    throw new AddressRefused();
  }
  if (!isTls) return socket;
  return connectTls({ socket, host, servername: isIP(host) ? "" : host, ALPNProtocols: ["http/1.1"] });
}

/** Refuses a name with both public and private addresses: there is no honest reason for that. */
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

/** We also chose this limit for a video's address. */
const ADDRESS_MAX = 2_048;

const NOT_PUBLIC = { kind: "bad_address", why: "not_public" } as const;

/** Source: RFC 6761, RFC 6762, ICANN's .internal (read 2026-11-21). */
const LOCAL_NAMES = ["localhost", "local", "internal"];

/** Checks only the form: a name is resolved at the fetch. An origin in `trustedOrigins` may be http and private. */
export function judgeAddress(trustedOrigins: ReadonlySet<string>): JudgeAddress {
  return (address): PictureProblem | null => {
    if (address.length > ADDRESS_MAX) return { kind: "bad_address", why: "too_long" };
    // URL would silently drop or correct these, and other programs may read them differently.
    const url = /[\p{Cc}\s\\]/u.test(address) ? null : parseUrl(address);
    if (!url) return { kind: "bad_address", why: "not_a_url" };
    const isTrusted = trustedOrigins.has(url.origin);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isTrusted))
      return { kind: "bad_address", why: "not_https" };
    if (url.username !== "" || url.password !== "") return { kind: "bad_address", why: "has_login" };
    if (!isTrusted && !isPublicHost(url.hostname)) return NOT_PUBLIC;
    return null;
  };
}

/** `hostname` must be as URL gives it: lower case, any number as a dotted address, IPv6 in brackets. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return isPublicIp(host);
  const labels = host.replace(/\.$/, "").split(".");
  // A single-label name belongs to this network.
  return labels.length > 1 && !LOCAL_NAMES.includes(labels.at(-1) ?? "");
}

/** The only range of IPv6 allocated as public. Source: IANA, ipv6-address-space (read 2026-11-21). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Not private, loopback, link-local, reserved, or one of these wrapped in IPv6. */
function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // ipaddr.js takes ::7f00:1, an old form of 127.0.0.1, for unicast.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
