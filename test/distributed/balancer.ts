import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { portOf } from "../bench/polls/poll-server.ts";

/**
 * The simplest load balancer: each request goes to the next process. Skips a process that accepts no connection. If a
 * process dies during a request, the request is not repeated, because it may have taken effect.
 */
export async function balance(origins: readonly string[]) {
  /** The process that answered each request, in order. */
  const answeredBy: number[] = [];
  let next = 0;
  let chosen: number | null = null;

  async function passOn(
    request: IncomingMessage,
    body: Uint8Array<ArrayBuffer>,
    [place = 0, ...others]: readonly number[],
  ): Promise<Response> {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    try {
      const answer = await fetch(`${origins[place]}${request.url}`, {
        method: request.method ?? "POST",
        redirect: "manual",
        body,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      });
      answeredBy.push(place);
      return answer;
    } catch (error) {
      if (isRefused(error) && others.length > 0) return passOn(request, body, others);
      return new Response("bad gateway", { status: 502 });
    }
  }

  const server = createServer(async (request, response) => {
    const first = chosen ?? next;
    next += 1;
    const places = origins.map((_, nth) => (first + nth) % origins.length);
    const answer = await passOn(request, new Uint8Array(await buffer(request)), places);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(await answer.text().catch(() => ""));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    answeredBy,
    /** From now on that process receives every request. */
    sendAllTo(place: number): void {
      chosen = place;
    },
    url: `http://127.0.0.1:${portOf(server.address())}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
