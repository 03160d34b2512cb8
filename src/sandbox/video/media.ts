import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

const kinds = {
  "video-16x9.mp4": "video/mp4",
  "video-9x16.mp4": "video/mp4",
  "landscape.png": "image/png",
  "portrait.png": "image/png",
} as const;

type AssetName = keyof typeof kinds;

/** The asset of that name, or undefined where there is none. */
export function assetNamed(name: string): AssetName | undefined {
  return Object.hasOwn(kinds, name) ? (name as AssetName) : undefined;
}

/** Lies the same way from src/sandbox/video and from dist/sandbox/video: there is no copy step. */
const folder = new URL("../../../src/sandbox/assets/", import.meta.url);

/** Answers GET and HEAD with the whole file, or 206 with the range asked for; one range, as players ask. */
export async function serveAsset(
  asset: AssetName,
  request: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readFile(new URL(asset, folder));
  const headers = { "content-type": kinds[asset], "accept-ranges": "bytes", "cache-control": "no-store" };
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
