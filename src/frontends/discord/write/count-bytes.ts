/** What flows, no more of it than `maxBytes`; `fault` says afterwards what ended it before its time. */
export function countBytes(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): { readonly content: AsyncIterable<Uint8Array>; fault(): "too_large" | "cut" | null } {
  let fault: "too_large" | "cut" | null = null;

  async function* flow() {
    let sizeBytes = 0;
    try {
      for await (const part of content) {
        sizeBytes += part.length;
        if (sizeBytes > maxBytes) {
          fault = "too_large";
          break;
        }
        yield part;
      }
    } catch (error) {
      fault = "cut";
      throw error;
    }
    if (fault) throw new Error("larger than may be sent");
  }
  return { content: flow(), fault: () => fault };
}
