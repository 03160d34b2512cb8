import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";

const REQUESTS = "http.server.request.start";

/** What reaches these servers of this process by HTTP from now on until the test ends: addresses, headers and bodies, files included. */
export function keptWire(origins: readonly string[]): () => Buffer {
  const ports = new Set(origins.map((origin) => Number(new URL(origin).port)));
  const parts: Buffer[] = [];
  const keep = (told: unknown) => {
    const request = typeof told === "object" && told !== null && "request" in told ? told.request : null;
    if (!(request instanceof IncomingMessage) || !ports.has(request.socket.localPort ?? 0)) return;
    parts.push(Buffer.from(`${request.method} ${request.url}\n${request.rawHeaders.join("\n")}\n`));
    const push = request.push.bind(request);
    request.push = (part, encoding) => {
      if (part instanceof Buffer) parts.push(part);
      return push(part, encoding);
    };
  };
  subscribe(REQUESTS, keep);
  onTestFinished(() => void unsubscribe(REQUESTS, keep));
  return () => Buffer.concat(parts);
}
