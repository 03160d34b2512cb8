import type { BrowserContext, ConsoleMessage, Page, Request } from "playwright-core";

/** The browser aborts requests of these types when the page moves on, which is no failure; a refusal has another text. */
const LEFT = ["media", "image", "eventsource", "fetch", "other"];

/** Listens to all that a browser complains of; `complaints` is empty where it was content, and asked nobody but loopback. */
export function keepQuiet(context: BrowserContext): { complaints(): readonly string[] } {
  const complaints: string[] = [];
  const failed = (request: Request) => {
    const why = request.failure()?.errorText ?? "";
    if (why === "net::ERR_ABORTED" && LEFT.includes(request.resourceType())) return;
    complaints.push(`${request.method()} ${request.url()} failed: ${why}`);
  };
  const asked = (url: string) => {
    const { protocol, hostname } = new URL(url);
    if (["data:", "blob:", "about:"].includes(protocol) || hostname === "127.0.0.1") return;
    complaints.push(`${url} is not on loopback`);
  };

  context.on("console", (message: ConsoleMessage) => complaints.push(`console ${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => complaints.push(`error: ${error.error()}`));
  context.on("requestfailed", failed);
  context.on("request", (request) => asked(request.url()));
  context.on("page", (page: Page) => page.on("websocket", (socket) => asked(socket.url())));
  return { complaints: () => [...complaints] };
}
