import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";

/** A request to Discord's REST API that a server in this process received. */
export interface DiscordRequest {
  readonly method: string;
  /** The path below /v10. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** Parsed JSON, or undefined without a body. */
  readonly body: unknown;
  readonly files: number;
}

const ADDRESS = /\/v10(\/[^?]*)/;
let recorded: DiscordRequest[] = [];

/** Returns the requests to all servers so far and clears the list. */
export function takeDiscordRequests(): readonly DiscordRequest[] {
  const taken = recorded;
  recorded = [];
  return taken;
}

// Node reports the requests of every server here, so the servers need no changes.
subscribe("http.server.request.start", (event) => {
  const request = typeof event === "object" && event !== null && "request" in event ? event.request : null;
  if (!(request instanceof IncomingMessage)) return;
  const [, path] = ADDRESS.exec(request.url ?? "") ?? [];
  if (path === undefined) return;
  const parts: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (part, encoding) => {
    if (part instanceof Buffer) parts.push(part);
    // An incomplete request does not show what the bot wrote.
    if (part === null && isWhole(request, parts)) {
      const { authorization } = request.headers;
      const content = read(Buffer.concat(parts), request.headers["content-type"] ?? "");
      recorded.push({ method: request.method ?? "", path, authorization, ...content });
    }
    return push(part, encoding);
  };
});

function isWhole({ headers }: IncomingMessage, parts: readonly Buffer[]): boolean {
  const declaredLength = headers["content-length"];
  return declaredLength === undefined || Number(declaredLength) === parts.reduce((sum, { length }) => sum + length, 0);
}

function read(bytes: Buffer, contentType: string): Pick<DiscordRequest, "body" | "files"> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) return { body: jsonOf(bytes.toString("utf8")), files: 0 };
  const text = bytes.toString("latin1");
  const json = new RegExp(`name="payload_json"[^]*?\r\n\r\n([^]*?)\r\n--${boundary}`).exec(text)?.[1];
  return {
    body: json === undefined ? undefined : jsonOf(Buffer.from(json, "latin1").toString("utf8")),
    files: text.match(/name="files\[\d+\]"/g)?.length ?? 0,
  };
}

/** Parses JSON. Other text is returned unchanged, and every schema rejects it. */
function jsonOf(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
