/** Null for invalid JSON, which callers reject like any other bad value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
