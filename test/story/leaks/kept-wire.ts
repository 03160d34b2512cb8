import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";

const REQUESTS = "http.server.request.start";

/** Records HTTP requests of this process to these servers until the test ends: addresses, headers and bodies, files included. */
export function keptWire(origins: readonly string[]): () => Buffer {
  const ports = new Set(origins.map((origin) => Number(new URL(origin).port)));
  const parts: Buffer[] = [];
  const keep = (event: unknown) => {
    const request = typeof event === "object" && event !== null && "request" in event ? event.request : null;
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
