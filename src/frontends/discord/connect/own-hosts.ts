import { parseUrl } from "../../../core/text/parse-url.ts";

/**
 * Whether a gateway's address is Discord's own, or at the host of the REST interface, be it a proxy or a test double, which
 * may listen at another port for it. The bot's token is shown there, so no other answer is believed.
 * Source: Discord docs, events/gateway (read 2026-11-22): wss://gateway.discord.gg, and others of that domain to resume at.
 */
export function isDiscordsGateway(address: string, apiUrl: string): boolean {
  const url = parseUrl(address);
  const api = parseUrl(apiUrl);
  if (!url || !api || url.username !== "" || url.password !== "") return false;
  if (url.hostname === api.hostname && url.protocol === api.protocol.replace("http", "ws")) return true;
  return url.protocol === "wss:" && url.port === "" && url.hostname.endsWith(".discord.gg");
}
