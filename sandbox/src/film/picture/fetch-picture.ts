/** What is fetched at most. Source: the video service's interface, section 4.1 (read 2026-11-21). */
const PICTURE_MAX_BYTES = 5_000_000;
const WITHIN_MS = 5_000;
const REDIRECTS_MAX = 3;

/**
 * The picture at an address of this machine's own; null where there is none, or none in time. No other machine is asked,
 * not even for its name, also where a redirect leads there.
 */
export async function fetchPicture(address: string, stopped: AbortSignal): Promise<Uint8Array | null> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(WITHIN_MS)]);
  try {
    let next: string | null = address;
    for (let redirects = 0; next !== null && redirects <= REDIRECTS_MAX; redirects += 1) {
      if (!isLoopback(next)) return null;
      const response: Response = await fetch(next, { redirect: "manual", signal });
      if (response.ok) return await wholeOf(response);
      await response.body?.cancel();
      const location = response.headers.get("location");
      next = location === null ? null : new URL(location, next).href;
    }
  } catch {
    // What cannot be had is no picture: the film begins without it.
  }
  return null;
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost");
}

async function wholeOf({ body }: Response): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of body ?? []) {
    sizeBytes += part.length;
    // To return ends the stream.
    if (sizeBytes > PICTURE_MAX_BYTES) return null;
    parts.push(part);
  }
  return sizeBytes === 0 ? null : new Uint8Array(Buffer.concat(parts));
}
