import { writeFile } from "node:fs/promises";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock, EpochMs } from "../core/clock.ts";
import type { StoredFile } from "../core/film/films-to-delete.ts";
import type { FilmBucket } from "../core/film/kept-film.ts";
import { ok, refuse } from "../core/result.ts";
import type { Log } from "../core/text/log-fields.ts";
import { type FilmStore, type IncomingFilm, storeProblem } from "./film-store.ts";
import { namelessFile } from "./nameless-file.ts";

/** Other objects in the bucket are not ours. */
const PREFIX = "films/";
const NAME = /^[0-9a-f]{64}$/;

/** Until the answer begins. The caller limits the whole transfer. */
const BEGINS_WITHIN_MS = 15_000;
/** Long enough for a browser to begin. */
const ADDRESS_SECONDS = 600;
/** A page lists at most 1,000 files of some 400 bytes each. */
const PAGE_MAX_BYTES = 2_000_000;

interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable;
  readonly signal: AbortSignal;
}

/** A PUT stores an object whole or not at all. Uses Node's own client, for the same reason as `guardedFetch`. */
export function bucketStore({
  bucket,
  clock,
  log,
}: {
  readonly bucket: FilmBucket;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}): FilmStore {
  const base = `${bucket.endpoint.replace(/(?<!\/)\/+$/, "")}/${bucket.name}`;
  const never = new AbortController().signal;

  const keyOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`not a film's name: ${name}`);
    return `${PREFIX}${name}`;
  };

  async function sign(method: string, url: URL, how: { readonly headers?: Record<string, string>; signQuery?: true }) {
    const { AwsV4Signer } = await import("aws4fetch");
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      service: "s3",
      region: bucket.region,
      accessKeyId: bucket.accessKeyId.reveal(),
      secretAccessKey: bucket.secretAccessKey.reveal(),
      datetime: dateText(clock.now()),
      ...how,
    });
    return signer.sign();
  }

  async function call({ method, key, query, headers, body, signal }: Call): Promise<IncomingMessage> {
    const url = new URL(key === "" ? base : `${base}/${key}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await sign(method, url, { headers: { ...headers } });
    const life = new AbortController();
    const cancel = clock.after(BEGINS_WITHIN_MS, () => life.abort());
    try {
      // An upload takes as long as its caller allows.
      const ends = body ? signal : AbortSignal.any([signal, life.signal]);
      const options = { method, headers: Object.fromEntries(signed.headers), signal: ends };
      return await exchange(asSigned(signed.url), options, body);
    } finally {
      cancel();
    }
  }

  async function giveUp(act: string, answer: IncomingMessage): Promise<number> {
    const { statusCode: status = 0 } = answer;
    if (status !== 404) log.warn("the bucket of films refuses a call", { act, status, code: await codeIn(answer) });
    answer.destroy();
    return status;
  }

  async function put(name: string, { type, content }: IncomingFilm, bytes: number, signal: AbortSignal) {
    const answer = await call({
      method: "PUT",
      key: keyOf(name),
      headers: { "content-length": String(bytes), "content-type": type },
      body: Readable.from(content, { objectMode: false }),
      signal,
    });
    const unavailable = (detail: string) => refuse({ kind: "unavailable" as const, detail });
    if (answer.statusCode !== 200) return unavailable(`the bucket answers ${await giveUp("write", answer)}`);
    answer.resume();
    // Some services and proxies confirm a write that they did not carry out.
    return (await has(name, bytes, signal))
      ? ok(null)
      : unavailable("the bucket confirmed the film and does not have it");
  }

  async function has(name: string, bytes: number, signal: AbortSignal): Promise<boolean> {
    const answer = await call({ method: "HEAD", key: keyOf(name), signal });
    answer.resume();
    return answer.statusCode === 200 && answer.headers["content-length"] === String(bytes);
  }

  /** The store must know the size before the first byte. */
  async function putSpooled(name: string, film: IncomingFilm, signal: AbortSignal) {
    const file = await namelessFile();
    try {
      await writeFile(file, film.content, { signal });
      const { size } = await file.stat();
      const content = file.createReadStream({ start: 0, autoClose: false });
      return await put(name, { ...film, content }, size, signal);
    } finally {
      await file.close();
    }
  }

  return {
    async write(name, film, signal) {
      try {
        return await (film.bytes === null ? putSpooled(name, film, signal) : put(name, film, film.bytes, signal));
      } catch (error) {
        return refuse(storeProblem(error));
      }
    },
    async read(name, signal, range) {
      try {
        const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
        const answer = await call({ method: "GET", key: keyOf(name), headers, signal });
        if (answer.statusCode === (range ? 206 : 200)) return ok(answer);
        return refuse({ kind: (await giveUp("read", answer)) === 404 ? "gone" : "unreachable" });
      } catch {
        return refuse({ kind: "unreachable" });
      }
    },
    async delete(name) {
      const answer = await call({ method: "DELETE", key: keyOf(name), signal: never });
      const { statusCode: status = 0 } = answer;
      if (status === 204 || status === 200) answer.resume();
      else if ((await giveUp("delete", answer)) !== 404) throw new Error(`the bucket answers ${status}`);
    },
    async list() {
      const files: StoredFile[] = [];
      let after: string | null = null;
      do {
        const query = { "list-type": "2", prefix: PREFIX, ...(after !== null && { "start-after": after }) };
        const answer: IncomingMessage = await call({ method: "GET", key: "", query, signal: never });
        if (answer.statusCode !== 200) throw new Error(`the bucket answers ${await giveUp("list", answer)}`);
        const page = pageIn(await textOf(answer));
        files.push(...page.files);
        after = page.isTruncated ? page.lastKey : null;
      } while (after !== null);
      return files;
    },
    async addressFor(name, { method, type, disposition }) {
      const url = new URL(`${base}/${keyOf(name)}`);
      url.searchParams.set("response-content-type", type);
      url.searchParams.set("response-content-disposition", disposition);
      url.searchParams.set("response-cache-control", "private, no-cache");
      url.searchParams.set("X-Amz-Expires", String(ADDRESS_SECONDS));
      return asSigned((await sign(method, url, { signQuery: true })).url).href;
    },
  };
}

function exchange(url: URL, options: RequestOptions, body: Readable | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const asking = request(url, options);
    asking.on("response", (answer) => {
      // The reader receives the error, but there may be no reader yet.
      answer.on("error", () => {});
      resolve(answer);
    });
    asking.on("error", reject).on("close", () => reject(new Error("closed")));
    if (body) pipeline(body, asking).catch(reject);
    else asking.end();
  });
}

/** Services differ on `+` and on unencoded characters, so the address is encoded exactly as it was signed. */
function asSigned(url: URL): URL {
  return new URL(url.href.replaceAll("+", "%20").replaceAll("*", "%2A"));
}

/** "20261126T150000Z" */
function dateText(at: EpochMs): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    bytes += part.length;
    if (bytes > PAGE_MAX_BYTES) throw new Error("the bucket's answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

async function codeIn(answer: IncomingMessage): Promise<string | null> {
  const text = await textOf(answer).catch(() => "");
  return /^\w{1,60}$/.exec(between(text, "Code") ?? "")?.[0] ?? null;
}

/** Our keys contain no character that XML escapes. */
function pageIn(xml: string) {
  const objects = xml.split("<Contents>").slice(1);
  const keys = objects.map((object) => between(object, "Key") ?? "");
  const files = objects.flatMap((object, index): readonly StoredFile[] => {
    const name = keys[index]?.slice(PREFIX.length) ?? "";
    const at = Date.parse(between(object, "LastModified") ?? "");
    const bytes = Number(between(object, "Size"));
    return NAME.test(name) && Number.isFinite(at) && Number.isSafeInteger(bytes) ? [{ name, bytes, at }] : [];
  });
  return { files, lastKey: keys.at(-1) ?? null, isTruncated: between(xml, "IsTruncated") === "true" };
}

function between(xml: string, name: string): string | null {
  const from = xml.indexOf(`<${name}>`);
  const to = xml.indexOf(`</${name}>`, from);
  return from < 0 || to < 0 ? null : xml.slice(from + name.length + 2, to);
}
