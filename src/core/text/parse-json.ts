/** Returns null where the text is no JSON: a reader of the value refuses both alike. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
