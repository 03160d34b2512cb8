/** One request as it came off the wire; header names are in lower case. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The request in these bytes once it has arrived whole, else null. It must name its length: none of our clients sends chunks. */
export function readRequest(bytes: Buffer): WireRequest | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const [requestLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = new Map(lines.map(readHeader));
  if (headers.has("transfer-encoding")) throw new Error("a request in chunks, which the reader cannot read");
  const length = Number(headers.get("content-length") ?? 0);
  const body = bytes.subarray(headEnd + 4);
  if (body.length < length) return null;
  const [method = "", path = ""] = requestLine.split(" ");
  return { method, path, headers, body: body.subarray(0, length).toString("utf8") };
}

function readHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
