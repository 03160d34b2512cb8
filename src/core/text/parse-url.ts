/**
 * Does not use `URL.canParse`: once Node 20 has optimized its caller, it rejects every address with a letter such as ü.
 * Source: tested on Node 20.20.2 (2026-11-21).
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Nothing is decoded or resolved, so `/slack/../metrics` is not `/metrics`, even if a proxy parses it differently. */
export function requestPath({ url = "" }: { readonly url?: string | undefined }): string {
  return url.split("?", 1)[0] ?? "";
}

/**
 * Null: another path, or a rest that is not 1 to 100 letters, digits, `_`, `.` and `-`. A proxy may have removed the path of
 * the public URL.
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
