import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Locale, localeOf } from "../../../core/text/locale.ts";

const STYLE = "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}";

/** Nothing but these words is shown, and the page's own address, which carries a code, is told to nobody. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const;

interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly url: string };
}

/** Answers a browser with a short page, in its language where that is one of ours. */
export function showInstallPage(
  request: IncomingMessage,
  response: ServerResponse,
  pageIn: (locale: Locale) => Page,
): void {
  const locale = localeOf(request.headers["accept-language"]?.split(/[,;]/, 1)[0]?.trim());
  const { status, title, text, link } = pageIn(locale);
  const html = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>
</html>
`;
  response.writeHead(status, headers).end(html);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
