import { parseUrl } from "../../../core/text/parse-url.ts";

/** Slack's hosts, and GovSlack's. Source: docs.slack.dev, govslack (read 2026-11-22). */
const SLACKS = /^(.+\.)?slack(-gov)?\.com$/;

/**
 * The address where it is Slack's own, null where it is another's: whatever a payload or an answer names, nothing is fetched
 * from other hosts or posted to them. `apiUrl` is the Web API's base; its origin counts, too, be it a proxy or a test double.
 */
export function slacksOwn(apiUrl: string): (address: string) => URL | null {
  const apiOrigin = parseUrl(apiUrl)?.origin;
  return (address) => {
    const url = parseUrl(address);
    if (url?.username !== "" || url.password !== "") return null;
    return url.origin === apiOrigin || isAt(url, "https:") ? url : null;
  };
}

/** Whether a socket's address is Slack's own, or at the host of the Web API: a double may listen at another port for it. */
export function isSlacksSocket(address: string, apiUrl: string): boolean {
  const url = parseUrl(address);
  const api = parseUrl(apiUrl);
  if (!url || !api) return false;
  const isOfApi = url.hostname === api.hostname && url.protocol === api.protocol.replace("http", "ws");
  return isOfApi || isAt(url, "wss:");
}

function isAt({ protocol, hostname, port }: URL, wanted: string): boolean {
  return protocol === wanted && port === "" && SLACKS.test(hostname);
}
