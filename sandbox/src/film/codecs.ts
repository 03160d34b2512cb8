/** The package that encodes films and reads pictures. */
export type Codecs = typeof import("@napi-rs/webcodecs");

/** Null where it is not installed, as in production, or does not run on this machine. */
export async function loadCodecs(): Promise<Codecs | null> {
  return import("@napi-rs/webcodecs").catch(() => null);
}
