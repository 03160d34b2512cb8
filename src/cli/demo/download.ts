/** The video's file; null where there is none, or where it is no mp4. */
export async function download(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(5_000) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isMp4 = new TextDecoder("latin1").decode(bytes.subarray(4, 8)) === "ftyp";
  return response.ok && isMp4 ? bytes : null;
}

/** What the board says of a film that was downloaded. */
export const downloaded = (film: Uint8Array) => `downloaded the video, ${Math.ceil(film.length / 1_000)} kB`;
