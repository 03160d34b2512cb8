import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { imageSize } from "image-size";
import { readBody } from "../http.ts";
import { ids } from "./workspace.ts";

export interface SlackFile {
  readonly id: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly alt?: string | undefined;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly ownerId: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Shared by another company: a message has only its id, and files.info describes it. */
  readonly isShared?: boolean | undefined;
}

export type Files = ReturnType<typeof openFiles>;

/** Slack answers with its sign-in page, not with an error, if the token is missing or wrong. */
const SIGN_IN = "<!DOCTYPE html><html><head><title>Slack</title></head><body>Sign in to your workspace</body></html>";

export function openFiles(origin: string) {
  const files = new Map<string, SlackFile>();
  const secret = randomBytes(16).toString("hex");
  let made = 0;

  return {
    add(file: Omit<SlackFile, "id"> & { readonly id?: string }): SlackFile {
      made += 1;
      const held = { ...file, id: file.id ?? `F${String(made).padStart(10, "0")}` };
      files.set(held.id, held);
      return held;
    },
    find: (id: string): SlackFile | undefined => files.get(id),
    remove: (id: string) => void files.delete(id),
    describe({ id, name, title = name, contentType, bytes, ownerId, width, height }: SlackFile): object {
      const url = `${origin}/files-pri/${ids.teamId}-${id}`;
      const isImage = contentType.startsWith("image/");
      return {
        id,
        name,
        title,
        mimetype: contentType,
        filetype: name.split(".").at(-1) ?? "",
        mode: "hosted",
        user: ownerId,
        size: bytes.length,
        is_external: false,
        is_public: false,
        file_access: "visible",
        url_private: `${url}/${encodeURIComponent(name)}`,
        url_private_download: `${url}/download/${encodeURIComponent(name)}`,
        ...(isImage && width !== undefined && { original_w: width }),
        ...(isImage && height !== undefined && { original_h: height }),
      };
    },
    /**
     * The file as described in a message. Source: docs.slack.dev, apis/slack-connect, "check_file_info" (read
     * 2026-11-28).
     */
    named(file: SlackFile): object {
      const bare = { mode: "file_access", file_access: "check_file_info", created: 0, timestamp: 0, user: "" };
      return file.isShared ? { id: file.id, ...bare } : this.describe(file);
    },
    playedAt(id: string): string | undefined {
      if (files.get(id)?.contentType !== "video/mp4") return undefined;
      return `${origin}/files-pri/${ids.teamId}-${id}/${secret}/videos/video.mp4`;
    },
    show(id: string) {
      const file = files.get(id);
      if (!file) return undefined;
      const { bytes, contentType } = file;
      const url = contentType.startsWith("image/")
        ? `${origin}/files-pri/${ids.teamId}-${id}/${secret}/picture`
        : undefined;
      const { name, title, alt, width, height } = file;
      const sizeBytes = bytes.length;
      return { id, name, title, alt, contentType, width, height, sizeBytes, url: url ?? this.playedAt(id) };
    },
    serve(path: string, request: IncomingMessage, response: ServerResponse) {
      const id = /^\/files-pri\/[^/-]+-([^/]+)\//.exec(path)?.[1] ?? "";
      const file = files.get(id);
      const isOwnClient = path.includes(`/${secret}/`);
      if (!isOwnClient && request.headers.authorization !== `Bearer ${ids.botToken}`) {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(SIGN_IN);
      } else if (!file) {
        response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end("not found");
      } else {
        const headers = { "content-type": file.contentType, "content-length": file.bytes.length };
        response.writeHead(200, headers).end(file.bytes);
      }
    },
  };
}

export interface Upload {
  readonly fileId: string;
  readonly name: string;
  readonly length: number;
  readonly alt: string;
  bytes: Buffer | null;
}

export function openUploads(origin: string, files: Files) {
  const rules: Record<"begin" | "complete", string | null> = { begin: null, complete: null };
  const byPath = new Map<string, Upload>();
  let begun = 0;

  return {
    rules,
    begin(file: Pick<Upload, "name" | "length" | "alt">): { readonly upload_url: string; readonly file_id: string } {
      begun += 1;
      const fileId = `F9${String(begun).padStart(9, "0")}`;
      const path = `/upload/v1/${ids.teamId}-${randomBytes(16).toString("hex")}`;
      byPath.set(path, { ...file, fileId, bytes: null });
      return { upload_url: `${origin}${path}`, file_id: fileId };
    },
    take(fileId: string, title?: string): SlackFile | undefined {
      const match = [...byPath].find(([, upload]) => upload.fileId === fileId);
      if (!match?.[1].bytes) return undefined;
      const [path, { name, alt, bytes }] = match;
      byPath.delete(path);
      const contentType = typeOf(name);
      const size = contentType.startsWith("image/") ? measured(bytes) : {};
      return files.add({ id: fileId, name, title, alt, contentType, bytes, ownerId: ids.botUserId, ...size });
    },
    async receive(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const upload = byPath.get(path);
      const bytes = await fileIn(request);
      const isGood = request.method === "POST" && upload?.bytes === null && bytes.length === upload.length;
      if (!upload || !isGood) return void response.writeHead(upload ? 400 : 404).end("no such upload");
      upload.bytes = bytes;
      response.writeHead(200, { "content-type": "text/plain" }).end(`OK - ${bytes.length}`);
    },
  };
}

function typeOf(name: string): string {
  if (name.endsWith(".json")) return "application/json";
  if (name.endsWith(".png")) return "image/png";
  return name.endsWith(".mp4") ? "video/mp4" : "application/octet-stream";
}

function measured(bytes: Buffer): Pick<SlackFile, "width" | "height"> {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    return {};
  }
}

async function fileIn(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request);
  const kind = request.headers["content-type"] ?? "";
  if (!kind.startsWith("multipart/form-data")) return body;
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": kind } }).formData();
  const file = [...form.values()].find((value) => typeof value !== "string");
  return Buffer.from(file ? await file.arrayBuffer() : new ArrayBuffer(0));
}
