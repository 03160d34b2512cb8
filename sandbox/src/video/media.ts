import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { servePart } from "../serve-part.ts";

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

/** Lies the same way from src/video and from dist/video: there is no copy step. */
const folder = new URL("../../assets/", import.meta.url);

type Request = Pick<IncomingMessage, "method" | "headers">;

/** Answers GET and HEAD with the whole file, or 206 with the range asked for; one range, as players ask. */
export async function serveAsset(asset: AssetName, request: Request, response: ServerResponse): Promise<void> {
  const bytes = await readFile(new URL(asset, folder));
  servePart(request, response, { bytes, headers: headersOf(kinds[asset]) });
}

/** The same of a film that was drawn. */
export function serveFilm(bytes: Uint8Array, request: Request, response: ServerResponse): void {
  servePart(request, response, { bytes, headers: headersOf("video/mp4") });
}

const headersOf = (type: string) => ({ "content-type": type, "cache-control": "no-store" });
