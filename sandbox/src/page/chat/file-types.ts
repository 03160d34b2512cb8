/** Discord names whole families of files, and else their endings. Source: Discord docs, components/reference (read 2026-11-21). */
const FAMILIES = ["image", "video", "audio", "text"];

/** What a file picker takes where these kinds alone are wanted; undefined where any kind is. */
export function acceptOf(types: readonly string[]): string | undefined {
  if (types.length === 0) return undefined;
  return types.map((type) => (FAMILIES.includes(type) ? `${type}/*` : `.${type.replace(/^\./, "")}`)).join(",");
}

/** Whether the file is of one of these kinds: what is dropped comes past the picker. */
export function isOfType(file: { readonly name: string; readonly type: string }, types: readonly string[]): boolean {
  const name = file.name.toLowerCase();
  const isOf = (type: string) =>
    FAMILIES.includes(type)
      ? file.type.startsWith(`${type}/`)
      : name.endsWith(`.${type.replace(/^\./, "").toLowerCase()}`);
  return types.length === 0 || types.some(isOf);
}
