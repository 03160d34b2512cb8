import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../core/clock.ts";
import { fileName } from "../core/film/card-files.ts";
import { typeOfFilm } from "../core/film/kept-film.ts";
import type { Job } from "../core/job/job.ts";
import type { JobStore } from "../core/job/job-storage.ts";
import type { Log } from "../core/text/log-fields.ts";
import { pathBelow } from "../core/text/parse-url.ts";
import type { ByteRange, FilmStore } from "./film-store.ts";
import { FILMS_PATH, nameOfId } from "./kept-films.ts";

const SENT_AT_ONCE = 64;
/** Keeps one link's viewers from using all places. */
const SENT_OF_ONE_FILM = 16;
/** A response ends after this. Browsers then request the rest. */
const SENT_WITHIN_MS = 600_000;

/** Anybody with the address may see a film, so caches must check on every use that it still exists. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

type KeptJob = Job & Required<Pick<Job, "film">>;

export function filmServer(deps: {
  readonly store: Pick<FilmStore, "read" | "addressFor">;
  readonly jobs: Pick<JobStore, "jobWithFilm">;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { store, jobs, publicUrl, clock, log } = deps;
  const underWay = new Map<string, number>();

  function placeFor(name: string): (() => void) | null {
    const ofThis = underWay.get(name) ?? 0;
    const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    if (ofThis >= SENT_OF_ONE_FILM || all >= SENT_AT_ONCE) return null;
    underWay.set(name, ofThis + 1);
    return () => {
      const left = (underWay.get(name) ?? 1) - 1;
      if (left > 0) underWay.set(name, left);
      else underWay.delete(name);
    };
  }

  async function filmAt(id: string): Promise<KeptJob | null> {
    const name = nameOfId(id);
    const job = name === null ? null : await jobs.jobWithFilm(name).catch(() => null);
    if (!job?.film || job.isForgotten || job.film.name !== name || job.film.until <= clock.now()) return null;
    return { ...job, film: job.film };
  }

  async function send(job: KeptJob, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { film } = job;
    const isHead = request.method === "HEAD";
    const etag = `"${film.sha256}"`;
    const headers = {
      ...HEADERS,
      "content-type": typeOfFilm(film.extension),
      "content-disposition": dispositionOf(job),
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
      etag,
    };
    if (isUnchanged(request, etag)) return void response.writeHead(304, headers).end();
    const range = isHead ? null : rangeOf(request, { etag, bytes: film.bytes });
    if (range === "unsatisfiable")
      return void answer(response, 416, { "content-range": `bytes */${film.bytes}`, "accept-ranges": "bytes" });
    const part = range ?? { from: 0, to: film.bytes - 1 };
    const length = { "content-length": part.to - part.from + 1 };
    if (isHead) return void response.writeHead(200, { ...headers, ...length }).end();
    const giveBack = placeFor(film.name);
    if (giveBack === null) return void answer(response, 503, { "retry-after": "5" });

    const life = new AbortController();
    const cancel = clock.after(SENT_WITHIN_MS, () => life.abort());
    try {
      const opened = await store.read(film.name, life.signal, part);
      if (!opened.ok) {
        log.warn("a kept film is not there", { job: job.id, why: opened.refusal.kind });
        return void answer(response, opened.refusal.kind === "gone" ? 404 : 503);
      }
      const partial = { "content-range": `bytes ${part.from}-${part.to}/${film.bytes}` };
      response.writeHead(range ? 206 : 200, { ...headers, ...length, ...(range && partial) });
      // Fails if the client disconnects or the file has become shorter.
      await pipeline(opened.value, response).catch(() => response.destroy());
    } finally {
      cancel();
      giveBack();
    }
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      const id = pathBelow(request, publicUrl, FILMS_PATH);
      if (id === null) return false;
      const { method } = request;
      if (method !== "GET" && method !== "HEAD") {
        answer(response, 405, { allow: "GET, HEAD" });
        return true;
      }
      const job = await filmAt(id);
      if (job === null) answer(response, 404);
      else if (store.addressFor)
        answer(response, 302, {
          location: await store.addressFor(job.film.name, {
            method,
            type: typeOfFilm(job.film.extension),
            disposition: dispositionOf(job),
          }),
        });
      else await send(job, request, response);
      return true;
    },
  };
}

function answer(response: ServerResponse, status: number, more: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { ...HEADERS, "cache-control": "no-store", ...more }).end();
}

/** Names the file after its prompt. Source: RFC 6266, section 4; RFC 8187, section 3.2.1 (read 2026-11-26). */
function dispositionOf({ request, film }: KeptJob): string {
  const plain = fileName(request.prompt, film.extension, "ascii");
  const any = fileName(request.prompt, film.extension, "any");
  const encoded = encodeURIComponent(any).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Source: RFC 9110, section 13.1.2 (read 2026-11-26). */
function isUnchanged({ headers }: IncomingMessage, etag: string): boolean {
  const given = headers["if-none-match"];
  if (given === undefined) return false;
  return given.trim() === "*" || given.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

/**
 * null: the whole film, also for several parts or an invalid range. Source: RFC 9110, sections 13.1.5 and 14.2 (read
 * 2026-11-26).
 */
function rangeOf(
  { headers }: IncomingMessage,
  { etag, bytes }: { readonly etag: string; readonly bytes: number },
): ByteRange | "unsatisfiable" | null {
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== etag) return null;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.range?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  return from >= bytes || from > to ? "unsatisfiable" : { from, to };
}
