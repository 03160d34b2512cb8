import type { BrowserContext, ConsoleMessage, Page, Request } from "playwright-core";
import { expect } from "vitest";

/** What a browser does when a film or an event stream is left behind is no failure. */
const LEFT = ["media", "eventsource"];

/** Listens to all that the browser says of itself; `check` fails where it said anything, or asked anybody but loopback. */
export function keepQuiet(context: BrowserContext): { check(): void } {
  const said: string[] = [];
  const failed = (request: Request) => {
    const why = request.failure()?.errorText ?? "";
    if (why === "net::ERR_ABORTED" && LEFT.includes(request.resourceType())) return;
    said.push(`${request.method()} ${request.url()} failed: ${why}`);
  };
  const asked = (url: string) => {
    const { protocol, hostname } = new URL(url);
    if (["data:", "blob:", "about:"].includes(protocol) || hostname === "127.0.0.1") return;
    said.push(`${url} is not on loopback`);
  };

  context.on("console", (message: ConsoleMessage) => said.push(`console ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => said.push(`error: ${error.error()}`));
  context.on("requestfailed", failed);
  context.on("request", (request) => asked(request.url()));
  context.on("page", (page: Page) => page.on("websocket", (socket) => asked(socket.url())));
  return {
    check() {
      expect(said, "what the browser said").toEqual([]);
    },
  };
}
