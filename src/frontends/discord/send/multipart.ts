/** The body of a request with one file, as Discord takes it. Source: Discord docs, reference, uploading files (read 2026-11-21). */
export interface Multipart {
  readonly contentType: string;
  /** Of the whole body; null where the file's length is not known. */
  readonly sizeBytes: number | null;
  /** Flows no faster than it is taken. */
  readonly body: AsyncIterable<Uint8Array>;
}

interface FilePart {
  readonly name: string;
  /** null: not known. */
  readonly bytes: number | null;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file as the first of a request, under the name that `payload` calls it by. `boundary` must be unknown to the file's maker. */
export function multipart(payload: unknown, file: FilePart, boundary: string): Multipart {
  const before = Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="payload_json"',
      "Content-Type: application/json",
      "",
      JSON.stringify(payload),
      `--${boundary}`,
      `Content-Disposition: form-data; name="files[0]"; filename="${file.name}"`,
      `Content-Type: ${file.type}`,
      "",
      "",
    ].join("\r\n"),
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* body() {
    yield before;
    yield* file.content;
    yield after;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: file.bytes === null ? null : before.length + file.bytes + after.length,
    body: body(),
  };
}
