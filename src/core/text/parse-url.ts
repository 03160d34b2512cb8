/**
 * Returns the address, relative to `base` if there is one; null if it is none. Not `URL.canParse`: once Node 20 has optimised
 * its caller, that rejects every address with a letter such as ü. Source: tried on Node 20.20.2 (2026-11-21).
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Returns the path of a request exactly as it was sent, without its query: nothing in it is decoded, resolved or repaired, so
 * that `/slack/../metrics` is not `/metrics`, here or at a proxy that reads paths in another way.
 */
export function requestPath({ url = "" }: { readonly url?: string | undefined }): string {
  return url.split("?", 1)[0] ?? "";
}

/**
 * Returns the rest of a request's path after that beginning; null where it has another, or is not 1 to 100 letters, digits, `_`,
 * `.` and `-`. A proxy may have removed the own path of the bot's address from outside, or not.
 */
export function pathBelow(
  request: { readonly url?: string | undefined },
  publicUrl: string,
  beginning: string,
): string | null {
  const path = requestPath(request);
  const ownPath = parseUrl(publicUrl)?.pathname.replace(/(?<!\/)\/+$/, "") ?? "";
  for (const start of new Set([beginning, `${ownPath}${beginning}`]))
    if (path.startsWith(start)) return /^[\w.-]{1,100}$/.exec(path.slice(start.length))?.[0] ?? null;
  return null;
}
