import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../core/clock.ts";
import type { JobId } from "../core/job/ids.ts";
import { isSettled, type Job } from "../core/job/job.ts";
import type { InspectPicture, Log } from "../core/ports.ts";
import type { OpenFile, PrivateFile } from "../core/private-file.ts";
import { requestPath } from "../core/request/request-path.ts";
import type { Picture } from "../core/request/video-request.ts";
import { ok, refuse } from "../core/result.ts";
import { parseUrl } from "../core/text/parse-url.ts";
import type { FrameStore, KeptFrame } from "./kept-frames.ts";
import { type PictureCache, pictureCache } from "./picture-cache.ts";
import type { RelayTokens } from "./relay-token.ts";

/** Pictures that only a platform's own people see, each at an address of its own while its job is under way. */
export interface PictureRelay {
  addressFor(id: JobId): string;
  /** The picture itself. */
  open: PictureCache["get"];
  /** Judges a picture of the relay's own without the way over the network; null where the address is another's. */
  inspect(address: string): ReturnType<InspectPicture> | null;
  /** Serves a picture; false where the path is not its own. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Forgets the pictures that it keeps for a minute. */
  close(): void;
}

const PICTURES = "/pictures/";

export function pictureRelay(deps: {
  /** The bot's address from outside, without a last slash. */
  readonly publicUrl: () => string;
  readonly tokens: RelayTokens;
  readonly loadJob: (id: JobId) => Promise<Job | null>;
  readonly openFile: OpenFile;
  readonly frames: Pick<FrameStore, "find">;
  readonly clock: Clock;
  readonly log: Log;
}): PictureRelay {
  const { publicUrl, tokens, loadJob, frames, log } = deps;
  const pictures = pictureCache(deps);

  /** What that job begins with, asked anew each time; null once it has ended. */
  async function pictureOf(token: string): Promise<Picture | null> {
    const id = tokens.read(token);
    const job = id === null ? null : await loadJob(id);
    return job === null || isSettled(job) ? null : job.request.picture;
  }

  /** The file of that job. */
  async function fileOf(token: string): Promise<PrivateFile | null> {
    return (await pictureOf(token))?.file ?? null;
  }

  async function frameOf(token: string): Promise<KeptFrame | null> {
    const id = tokens.read(token);
    return id !== null && (await pictureOf(token))?.continues ? frames.find(id) : null;
  }

  async function serve(token: string, isHead: boolean, response: ServerResponse): Promise<void> {
    const frame = await frameOf(token);
    if (frame !== null) return give({ ...frame, type: "image/png" }, isHead, response);
    const file = await fileOf(token);
    if (file !== null && pictures.isBusyFor(file)) return answer(response, 503, { "retry-after": "2" });
    const found = file === null ? noFile : await pictures.get(file);
    if (!found.ok) {
      log.info("picture not served", { job: tokens.read(token), reason: found.refusal.kind });
      return answer(response, 404);
    }
    give(found.value, isHead, response);
  }

  async function look(token: string): ReturnType<InspectPicture> {
    const file = await fileOf(token);
    const found = file === null ? noFile : await pictures.get(file);
    return found.ok ? ok({ aspectRatio: found.value.aspectRatio }) : found;
  }

  return {
    addressFor: (id) => `${publicUrl()}${PICTURES}${tokens.sign(id)}`,
    open: (file) => pictures.get(file),
    inspect(address) {
      const token = tokenIn(address, `${publicUrl()}${PICTURES}`);
      return token === null ? null : look(token);
    },
    async handle(request, response) {
      const path = requestPath(request);
      // A proxy may have taken PUBLIC_URL's own path away.
      const token = tokenIn(path, PICTURES) ?? tokenIn(path, `${pathOf(publicUrl())}${PICTURES}`);
      if (token === null) return false;
      const { method } = request;
      if (method !== "GET" && method !== "HEAD") answer(response, 405, { allow: "GET, HEAD" });
      else if (tokens.read(token) === null) answer(response, 404);
      else await serve(token, method === "HEAD", response);
      return true;
    },
    close: () => pictures.close(),
  };
}

const noFile = refuse({ kind: "picture_unreachable" } as const);

/** The picture is some person's own: nobody keeps it on the way, and nothing in it runs. */
const headers = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store, private",
  "content-security-policy": "default-src 'none'; sandbox",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

function pathOf(url: string): string {
  return parseUrl(url)?.pathname.replace(/(?<!\/)\/+$/, "") ?? "";
}

/** What stands in a path behind that beginning; null where the path is none of the relay's. */
function tokenIn(path: string, beginning: string): string | null {
  return path.startsWith(beginning) ? (/^[\w.-]{1,100}$/.exec(path.slice(beginning.length))?.[0] ?? null) : null;
}

function give(
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
  isHead: boolean,
  response: ServerResponse,
): void {
  response.writeHead(200, { ...headers, "content-type": type, "content-length": bytes.length });
  response.end(isHead ? undefined : bytes);
}

function answer(response: ServerResponse, status: number, more: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { ...headers, ...more }).end();
}
