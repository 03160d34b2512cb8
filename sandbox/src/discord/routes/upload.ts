import type { IncomingMessage } from "node:http";
import { contentTypeOf } from "./cdn.ts";
import { refuse } from "./refusal.ts";

/** A whole request, in bytes: more than the largest file that any server takes. */
const REQUEST_MAX_BYTES = 110_000_000;

/** A file part of a request, `files[0]`, `files[1]`, … */
export interface Upload {
  /** The number in its part's name: what `attachments[].id` refers to. */
  readonly index: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface ReadRequest {
  /** The JSON, from the body itself or from the part `payload_json`; undefined where there is none. */
  readonly body: unknown;
  readonly uploads: readonly Upload[];
}

/** Reads both kinds of body that Discord takes: JSON, and multipart with files. */
export async function readRequest(request: IncomingMessage): Promise<ReadRequest> {
  const bytes = await readToTheEnd(request);
  const contentType = request.headers["content-type"] ?? "";
  if (contentType.startsWith("multipart/form-data")) return readParts(bytes, contentType);
  return { body: bytes.length === 0 ? undefined : parseJson(bytes.toString("utf8")), uploads: [] };
}

/** A client that sends too much is let finish, so that it hears why: a connection that is cut says nothing. */
async function readToTheEnd(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for await (const part of request) {
    const bytes = part as Buffer;
    sizeBytes += bytes.length;
    if (sizeBytes > REQUEST_MAX_BYTES) parts.length = 0;
    else parts.push(bytes);
  }
  if (sizeBytes > REQUEST_MAX_BYTES) throw refuse("too_large");
  return Buffer.concat(parts);
}

async function readParts(bytes: Buffer, contentType: string): Promise<ReadRequest> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => {
      throw refuse("invalid_json");
    });
  const uploads: Upload[] = [];
  for (const [name, part] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (index === undefined || typeof part === "string") continue;
    uploads.push({
      index,
      filename: part.name.replace(/[^\w.-]+/g, "_"),
      contentType: contentTypeOf(part.name, part.type),
      bytes: new Uint8Array(await part.arrayBuffer()),
    });
  }
  const json = form.get("payload_json");
  return { body: typeof json === "string" ? parseJson(json) : {}, uploads };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse("invalid_json");
  }
}
