/** The video's size in bytes; 0 where the file is no mp4. */
export async function download(url: string): Promise<number> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(5_000) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isMp4 = new TextDecoder("latin1").decode(bytes.subarray(4, 8)) === "ftyp";
  return response.ok && isMp4 ? bytes.length : 0;
}
