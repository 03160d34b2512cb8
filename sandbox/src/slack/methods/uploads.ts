import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { imageSize } from "image-size";
import { readBody } from "../../http.ts";
import { ids } from "../workspace.ts";
import type { Files, SlackFile } from "./files.ts";

interface Upload {
  readonly fileId: string;
  readonly name: string;
  readonly length: number;
  readonly alt: string;
  bytes: Buffer | null;
}

/** Why the workspace takes no files, by Slack's own code; null: it does. */
export interface UploadRules {
  begin: string | null;
  complete: string | null;
}

/** Files that the bot brings by the three calls: nobody sees one before it is shared. */
export interface Uploads {
  readonly rules: UploadRules;
  begin(file: Pick<Upload, "name" | "length" | "alt">): { readonly upload_url: string; readonly file_id: string };
  /** The file once its bytes are there, at most once, under its title if it has one; undefined where they are not. */
  take(fileId: string, title?: string): SlackFile | undefined;
  owns(path: string): boolean;
  receive(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

export function openUploads(origin: string, files: Files): Uploads {
  const byPath = new Map<string, Upload>();
  let begun = 0;

  return {
    rules: { begin: null, complete: null },
    begin(file) {
      begun += 1;
      const fileId = `F9${String(begun).padStart(9, "0")}`;
      const path = `/upload/v1/${ids.teamId}-${randomBytes(16).toString("hex")}`;
      byPath.set(path, { ...file, fileId, bytes: null });
      return { upload_url: `${origin}${path}`, file_id: fileId };
    },
    take(fileId, title) {
      const found = [...byPath].find(([, upload]) => upload.fileId === fileId);
      if (!found?.[1].bytes) return undefined;
      const [path, { name, alt, bytes }] = found;
      byPath.delete(path);
      const contentType = typeOf(name);
      const size = contentType.startsWith("image/") ? measured(bytes) : {};
      return files.add({ id: fileId, name, title, alt, contentType, bytes, ownerId: ids.botUserId, ...size });
    },
    owns: (path) => path.startsWith("/upload/v1/"),
    async receive(path, request, response) {
      const upload = byPath.get(path);
      const bytes = await fileIn(request);
      const isGood = request.method === "POST" && upload?.bytes === null && bytes.length === upload.length;
      if (!upload || !isGood) return void response.writeHead(upload ? 400 : 404).end("no such upload");
      upload.bytes = bytes;
      response.writeHead(200, { "content-type": "text/plain" }).end(`OK - ${bytes.length}`);
    },
  };
}

/** Slack goes by the name. */
function typeOf(name: string): string {
  if (name.endsWith(".json")) return "application/json";
  if (name.endsWith(".png")) return "image/png";
  return name.endsWith(".mp4") ? "video/mp4" : "application/octet-stream";
}

/** Of a picture that cannot be read Slack knows no size, either. */
function measured(bytes: Buffer): Pick<SlackFile, "width" | "height"> {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    return {};
  }
}

/** The body itself, or the file in a form: Slack takes both. */
async function fileIn(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request);
  const kind = request.headers["content-type"] ?? "";
  if (!kind.startsWith("multipart/form-data")) return body;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": kind } }).formData();
  const file = [...form.values()].find((value) => typeof value !== "string");
  return Buffer.from(file ? await file.arrayBuffer() : new ArrayBuffer(0));
}
