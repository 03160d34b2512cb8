import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SandboxClock } from "../clock.ts";
import { jsonOf, readUpTo, reply, servePart } from "../http.ts";
import { refuse } from "./refusal.ts";

const ADDRESS_LIFE_MS = 24 * 60 * 60 * 1_000;

const KEPT_BYTES = 256_000_000;

export interface StoredFile {
  readonly id: string;
  readonly channelId: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly width?: number;
  readonly height?: number;
  readonly description?: string;
}

export interface DiscordAttachment {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  /** Signed for one day. Each read of the message signs it again. */
  readonly url: string;
  readonly proxy_url: string;
  /** Optional, according to Discord docs, resources/message, attachment object (read 2026-11-28). */
  readonly content_type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly description?: string;
}

export type Cdn = ReturnType<typeof openCdn>;

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  txt: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
};

function contentTypeOf(filename: string, declared: string): string {
  if (declared !== "" && declared !== "application/octet-stream") return declared;
  return TYPES[filename.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

export function openCdn(origin: string, clock: SandboxClock) {
  const secret = randomBytes(32);
  const files = new Map<string, StoredFile>();
  let held = 0;

  const seal = (path: string, expires: string) =>
    createHmac("sha256", secret).update(`${path}?${expires}`).digest("hex");

  const address = (file: StoredFile) => {
    const path = `/attachments/${file.channelId}/${file.id}/${encodeURIComponent(file.filename)}`;
    const ex = Math.floor((clock.now() + ADDRESS_LIFE_MS) / 1_000).toString(16);
    const is = Math.floor(clock.now() / 1_000).toString(16);
    return `${origin}${path}?ex=${ex}&is=${is}&hm=${seal(path, ex)}`;
  };

  return {
    keep(file: StoredFile): StoredFile {
      held += file.bytes.length - (files.get(file.id)?.bytes.length ?? 0);
      files.set(file.id, file);
      for (const [id, oldest] of files) {
        if (held <= KEPT_BYTES) break;
        files.delete(id);
        held -= oldest.bytes.length;
      }
      return file;
    },
    attachment(file: StoredFile): DiscordAttachment {
      const url = address(file);
      return {
        id: file.id,
        filename: file.filename,
        size: file.bytes.length,
        url,
        proxy_url: url,
        ...(file.contentType && { content_type: file.contentType }),
        ...(file.width && { width: file.width }),
        ...(file.height && { height: file.height }),
        ...(file.description && { description: file.description }),
      };
    },
    serve(request: IncomingMessage, url: URL, response: ServerResponse) {
      const ex = url.searchParams.get("ex") ?? "";
      const file = files.get(url.pathname.split("/")[3] ?? "");
      const sealed = url.searchParams.get("hm") === seal(url.pathname, ex);
      if (!file || !sealed || Number.parseInt(ex, 16) * 1_000 < clock.now())
        return reply(response, 404, { message: "This content is no longer available." });
      servePart(request, response, {
        bytes: file.bytes,
        headers: {
          "content-type": file.contentType || "application/octet-stream",
          "x-content-type-options": "nosniff",
          "access-control-allow-origin": "*",
        },
      });
    },
  };
}

const REQUEST_MAX_BYTES = 110_000_000;

export interface Upload {
  readonly index: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface ReadRequest {
  readonly body: unknown;
  readonly uploads: readonly Upload[];
}

export async function readRequest(request: IncomingMessage): Promise<ReadRequest> {
  const bytes = await readUpTo(REQUEST_MAX_BYTES, request);
  if (!bytes) throw refuse("too_large");
  const contentType = request.headers["content-type"] ?? "";
  if (contentType.startsWith("multipart/form-data")) return readParts(bytes, contentType);
  return { body: bytes.length === 0 ? undefined : parseJson(bytes.toString("utf8")), uploads: [] };
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
  const json = jsonOf(text);
  if (json === undefined) throw refuse("invalid_json");
  return json;
}
