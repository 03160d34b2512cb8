import type { Clock } from "../core/clock.ts";
import type { OpenFile, PrivateFile } from "../core/private-file.ts";
import { type AspectRatio, IMAGE_MAX_BYTES, type PictureProblem } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { judgePicture } from "./judge-picture.ts";

export type Fetched = Result<
  { readonly bytes: Uint8Array; readonly type: string; readonly aspectRatio: AspectRatio },
  PictureProblem
>;

/** Private pictures that were fetched a moment ago, each judged by its content. The caller knows who may see one. */
export interface PictureCache {
  /** Fetches a picture unless it is kept; those who ask for the same one meanwhile share it. */
  get(file: PrivateFile): Promise<Fetched>;
  /** Whether one more fetch would be too much, and this picture needs one. */
  isBusyFor(file: PrivateFile): boolean;
  /** Forgets all of them. */
  close(): void;
}

/** How long a picture is kept, in milliseconds: a service that fetches it asks for its head first, or again. */
const KEPT_MS = 60_000;
/** Of all pictures that are kept, in bytes; the oldest goes first. */
const KEPT_BYTES = 20_000_000;
/** Pictures that are fetched at once; each may hold 5 MB. */
const AT_ONCE = 4;

export function pictureCache({
  openFile,
  clock,
}: {
  readonly openFile: OpenFile;
  readonly clock: Clock;
}): PictureCache {
  const underWay = new Map<string, Promise<Fetched>>();
  /** In the order in which they came. */
  const cached = new Map<string, { readonly fetched: Fetched; readonly sizeBytes: number; forget(): void }>();
  let cachedBytes = 0;
  let isClosed = false;

  function keep(name: string, fetched: Fetched, sizeBytes: number): void {
    const cancel = clock.after(KEPT_MS, () => forget());
    const forget = () => {
      cancel();
      if (cached.delete(name)) cachedBytes -= sizeBytes;
    };
    cached.set(name, { fetched, sizeBytes, forget });
    cachedBytes += sizeBytes;
    for (const oldest of cached.values()) {
      if (cachedBytes <= KEPT_BYTES) return;
      oldest.forget();
    }
  }

  async function fetchNow(name: string, file: PrivateFile): Promise<Fetched> {
    const fetched = await judged(await openFile(file));
    if (fetched.ok && !isClosed) keep(name, fetched, fetched.value.bytes.length);
    return fetched;
  }

  return {
    get(file) {
      const name = nameOf(file);
      const known = cached.get(name);
      if (known) return Promise.resolve(known.fetched);
      const begun = underWay.get(name);
      if (begun !== undefined) return begun;
      const fetching = fetchNow(name, file).finally(() => underWay.delete(name));
      underWay.set(name, fetching);
      return fetching;
    },
    isBusyFor(file) {
      const name = nameOf(file);
      return underWay.size >= AT_ONCE && !cached.has(name) && !underWay.has(name);
    },
    close() {
      isClosed = true;
      for (const one of cached.values()) one.forget();
    },
  };
}

function nameOf({ platform, teamId, enterpriseId = null, id }: PrivateFile): string {
  return JSON.stringify([platform, enterpriseId, teamId, id]);
}

async function judged(opened: Awaited<ReturnType<OpenFile>>): Promise<Fetched> {
  if (!opened.ok) return refuse({ kind: "picture_unreachable" });
  const bytes = opened.value;
  if (bytes.length > IMAGE_MAX_BYTES) return refuse({ kind: "picture_too_large", sizeBytes: null });
  const found = await judgePicture(bytes, true);
  return found.ok ? ok({ bytes, ...found.value }) : found;
}
