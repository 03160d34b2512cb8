import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { portOf } from "../bench/polls/poll-server.ts";

/** A balancer as simple as can be: each request goes to the next of these processes. */
export async function balance(origins: readonly string[]) {
  /** The process that answered each request, in their order. */
  const answeredBy: number[] = [];
  let next = 0;
  let chosen: number | null = null;
  const server = createServer(async (request, response) => {
    const place = chosen ?? next % origins.length;
    next += 1;
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(`${origins[place]}${request.url}`, {
      method: request.method ?? "POST",
      redirect: "manual",
      body: new Uint8Array(await buffer(request)),
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(await answer.text());
    answeredBy.push(place);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    answeredBy,
    /** From now on that process takes every request. */
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
