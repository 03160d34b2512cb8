import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { reply } from "./http.ts";

/** Both lie the same way from src/sandbox and from dist/sandbox: pages are written in src, modules compiled to dist. */
const written = new URL("../../src/sandbox/page/", import.meta.url);
const compiled = new URL("../../dist/sandbox/page/", import.meta.url);

const kinds: Readonly<Record<string, { type: string; folder: URL }>> = {
  html: { type: "text/html; charset=utf-8", folder: written },
  css: { type: "text/css; charset=utf-8", folder: written },
  svg: { type: "image/svg+xml", folder: written },
  js: { type: "text/javascript; charset=utf-8", folder: compiled },
};

/** Scripts and styles are the page's own alone; pictures and films also come from the emulators beside it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: http://127.0.0.1:*",
  "media-src http://127.0.0.1:*",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Serves one of the page's own files by its plain name. */
export async function servePageFile(name: string, response: ServerResponse): Promise<void> {
  const [, ending = ""] = /^[a-z][a-z0-9-]*\.([a-z]+)$/.exec(name) ?? [];
  const kind = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined;
  const bytes = kind && (await readFile(new URL(name, kind.folder)).catch(() => undefined));
  if (!kind || !bytes) {
    const cure = ending === "js" ? " Run `npm run build`." : "";
    reply(response, 404, { message: `The page has no file of that name.${cure}` });
    return;
  }
  response.writeHead(200, {
    "content-type": kind.type,
    "content-length": bytes.length,
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  response.end(bytes);
}
