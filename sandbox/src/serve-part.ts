import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers GET and HEAD with the whole file, or 206 with the range asked for; one range, as players ask. */
export function servePart(
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  file: { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> },
): void {
  const { bytes } = file;
  const headers = { ...file.headers, "accept-ranges": "bytes" };
  const range = readRange(request.headers.range, bytes.length);
  if (range === "unsatisfiable") {
    response.writeHead(416, { ...headers, "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  response.writeHead(range ? 206 : 200, {
    ...headers,
    "content-length": part.length,
    ...(range ? { "content-range": `bytes ${range.first}-${range.last}/${bytes.length}` } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : part);
}

/** Undefined where there is no range or one we may ignore (RFC 9110, 14.2): then the whole file is the answer. */
function readRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | undefined | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  if (match[1] === "") {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== "" && Number(match[2]) < first) return undefined;
  return first >= size ? "unsatisfiable" : { first, last };
}
