import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";

/** Hands a request on to the server at `origin`, as it came; where nobody answers there it is 503. */
export function forward(origin: string | null, request: IncomingMessage, response: ServerResponse): void {
  const away = () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(503, { "content-type": "text/plain; charset=utf-8" }).end("The bot is not running.\n");
  };
  if (origin === null) {
    away();
    return;
  }
  const { hostname, port } = new URL(origin);
  const { method, url: path, headers } = request;
  const onward = httpRequest({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.once("error", away);
  });
  onward.once("error", away);
  response.once("close", () => onward.destroy());
  request.pipe(onward);
}
