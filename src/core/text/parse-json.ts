/** Returns null for invalid JSON. Callers reject that like any other bad value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
