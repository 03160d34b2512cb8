import { onTestFinished } from "vitest";
import { listen, readBody } from "../../../sandbox/src/http.ts";

/**
 * Stands before the server at `target` and hands everything on; where `cuts` says so, the line is cut when the request
 * has been carried out. Its own origin, with the target's path behind it.
 */
export async function cutAnswers(target: string, cuts: (method: string, path: string) => boolean): Promise<string> {
  const { origin, pathname } = new URL(target);
  const server = await listen(async (request, response) => {
    const body = await readBody(request);
    const { method = "GET", url = "/", headers } = request;
    const carried = await fetch(`${origin}${url}`, {
      method,
      headers: Object.fromEntries(
        ["authorization", "content-type"].flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
      ),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const bytes = Buffer.from(await carried.arrayBuffer());
    if (cuts(method, url)) return void request.socket.resetAndDestroy();
    const { "content-encoding": _, ...otherHeaders } = Object.fromEntries(carried.headers);
    response.writeHead(carried.status, otherHeaders).end(bytes);
  });
  onTestFinished(() => server.close());
  return `${server.origin}${pathname}`;
}
