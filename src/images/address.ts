import ipaddr from "ipaddr.js";
import type { JudgeAddress, PictureProblem } from "../core/request/video-request.ts";
import { parseUrl } from "../core/text/parse-url.ts";

/** Longest address of a picture, in characters. Ours: the same bound as for a video's. */
const ADDRESS_MAX = 2_048;

/** Names that mean this machine or this network. Source: RFC 6761, RFC 6762, ICANN's .internal (read 2026-11-21). */
const LOCAL_NAMES = ["localhost", "local", "internal"];

/**
 * Judges the form of a picture's address, without touching the network; where its name leads is seen only at the fetch.
 * Refuses what is not https, has a login, or names a private host; an origin in `trustedOrigins` may be http and private.
 */
export function judgeAddress(trustedOrigins: ReadonlySet<string>): JudgeAddress {
  return (address): PictureProblem | null => {
    if (address.length > ADDRESS_MAX) return { kind: "bad_address", why: "too_long" };
    // URL would quietly drop or mend these, and somebody else may read them differently.
    const url = /[\p{Cc}\s\\]/u.test(address) ? null : parseUrl(address);
    if (!url) return { kind: "bad_address", why: "not_a_url" };
    const isTrusted = trustedOrigins.has(url.origin);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isTrusted))
      return { kind: "bad_address", why: "not_https" };
    if (url.username !== "" || url.password !== "") return { kind: "bad_address", why: "has_login" };
    if (!isTrusted && !isPublicHost(url.hostname)) return { kind: "bad_address", why: "not_public" };
    return null;
  };
}

/** A host as URL gives it: lower case, numbers in any form already one dotted address, IPv6 in brackets. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return isPublicIp(host);
  const labels = host.replace(/\.$/, "").split(".");
  // A name of one label is one of this network's own.
  return labels.length > 1 && !LOCAL_NAMES.includes(labels.at(-1) ?? "");
}

/** The only part of IPv6 that is given out as public. Source: IANA, ipv6-address-space (read 2026-11-21). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether a text is an IP address of the open internet: not private, loopback, link-local, reserved, or one wrapped in IPv6. */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // ipaddr.js takes ::7f00:1, which is 127.0.0.1 in an old form, for unicast.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
