import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { reply } from "./http.ts";

/** The relative paths are the same from `src/` and from `dist/`. */
export const ASSETS = new URL("../assets/", import.meta.url);
const BUILT = new URL("../dist/page/", import.meta.url);

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

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

const NOT_BUILT =
  "<!doctype html><title>Reelay sandbox</title><p>The page is not built yet: run <code>npm run build</code>.";

export async function servePageFile(name: string, response: ServerResponse, folder = BUILT): Promise<void> {
  const [, ending = ""] = /^(?:assets\/)?[A-Za-z][\w-]*\.([a-z]+)$/.exec(name) ?? [];
  const type = Object.hasOwn(types, ending) ? types[ending] : undefined;
  const bytes = type && (await readFile(new URL(name, folder)).catch(() => undefined));
  const shown = bytes ?? (name === "index.html" ? Buffer.from(NOT_BUILT) : undefined);
  if (!type || !shown) {
    reply(response, 404, { message: "The page has no file of that name." });
    return;
  }
  response.writeHead(bytes ? 200 : 503, {
    "content-type": type,
    "content-length": shown.length,
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  response.end(shown);
}

export const OWN_KEY_WORD = "sandbox";

const KEYS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

export const keysPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": KEYS_POLICY,
  "x-content-type-options": "nosniff",
};

export function keysPage(credits: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Video service: your key</title>
<style>
body { max-width: 34rem; margin: 12vh auto; padding: 0 20px; font: 17px/1.5 system-ui, sans-serif }
code { display: inline-block; padding: 6px 14px; border: 1px solid; border-radius: 8px; font-size: 1.3rem; user-select: all }
</style>
<h1>Your key</h1>
<p><code>${OWN_KEY_WORD}</code></p>
<p>In the sandbox this word stands for a key that works. Go back to the chat, press <b>Add my key</b> and write it there.</p>
<p>${credits.toLocaleString("en-US")} credits are left. Nothing here costs anything.</p>
</html>
`;
}
