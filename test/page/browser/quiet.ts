import type { BrowserContext, ConsoleMessage, Page, Request } from "playwright-core";

/** What was still under way when a film, a picture, the icon or the page was left behind did not fail; what is refused has other words. */
const LEFT = ["media", "image", "eventsource", "fetch", "other"];

/** Listens to all that a browser complains of; `said` is empty where it was content, and asked nobody but loopback. */
export function keepQuiet(context: BrowserContext): { said(): readonly string[] } {
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
  return { said: () => [...said] };
}
