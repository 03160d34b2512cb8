/** Videos that a chat plays, by their type: the usual name of the type, and the file's ending. */
const KINDS: ReadonlyMap<string, { readonly type: string; readonly extension: string }> = new Map([
  ["video/mp4", { type: "video/mp4", extension: "mp4" }],
  ["video/x-m4v", { type: "video/mp4", extension: "mp4" }],
  ["video/webm", { type: "video/webm", extension: "webm" }],
  ["video/quicktime", { type: "video/quicktime", extension: "mov" }],
]);

/** The kind of a video by the head of its content; null where it is none. */
export async function videoKind(
  head: Uint8Array,
): Promise<{ readonly type: string; readonly extension: string } | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    return KINDS.get((await fileTypeFromBuffer(head))?.mime ?? "") ?? null;
  } catch {
    return null;
  }
}
