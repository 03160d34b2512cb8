import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { DUPLICATE_PROCESS } from "../../core/duplicate-process.ts";
import type { WholeAnswer } from "../../core/http-client.ts";
import { KINDS, kindName, pricesText } from "../../core/request/price.ts";
import { ok, type Result, refuse, unreachable } from "../../core/result.ts";
import type { LogFields } from "../../core/text/log-fields.ts";
import type { RedisRefusal } from "../../engines/redis-connection.ts";
import { rowsKeyv } from "../../engines/rows-keyv.ts";
import { unreadableRows } from "../../engines/stores.ts";
import type { FilmStore } from "../../films/film-store.ts";
import { FLOOR_BYTES, freeBytesAt } from "../../films/folder-store.ts";
import { OTHER_CHARGES, otherCharge } from "../../jobs/price-watch.ts";
import { ANSWER_WITHIN_MS, policyService } from "../../policy/judge-prompts.ts";
import { KEY_TEST_TASK, POLL_PATH } from "../../video-api/client.ts";
import { storeOfFilms } from "../media.ts";
import { namedRows, openForProgram, redisSentence, type StoragePlace, whereInstalled } from "../open-engine.ts";
import { readRules } from "../open-policy.ts";
import { whoMayUseIt } from "../who-may-use-it.ts";
import { below, type Disk, type DoctorDeps, type NetworkDeps, reached, unanswered, type Verdict } from "./check.ts";

const envelope = z.looseObject({ code: z.number() });

/** Nobody has this key, so the service must refuse it. */
const NO_KEY = "reelay-doctor-has-no-key";

export async function checkService(baseUrl: string, network: NetworkDeps): Promise<Verdict> {
  const asked = await reached(network, below(baseUrl, POLL_PATH.slice(1)), {
    method: "POST",
    headers: { authorization: `Bearer ${NO_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ taskId: KEY_TEST_TASK }),
  });
  if (!asked.ok)
    return unanswered(`The video service cannot be reached (${asked.refusal}). Check VIDEO_API_URL and the network.`);
  const { status } = asked.value;
  if (status === 401 || status === 403) return ok("it responds and requires an API key");
  if (status === 429 || status >= 500)
    return unanswered(`The video service has a problem (status ${status}). Try again later.`);
  const isEnvelope = status !== 404 && envelope.safeParse(await asked.value.json().catch(() => null)).success;
  return isEnvelope
    ? ok("it responds")
    : refuse(
        `Something other than the video service responds there (status ${status}). Set VIDEO_API_URL to its base address.`,
      );
}

/** Slack's signatures tolerate five minutes of clock difference. */
const MOST_OFF_MS = 60_000;

export function judgeClock(name: string, answer: WholeAnswer, now: number): Verdict {
  const theirs = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(theirs)) return ok(`${name} does not report the time`);
  const aheadMs = now - theirs;
  if (Math.abs(aheadMs) <= MOST_OFF_MS) return ok(`in sync with ${name}`);
  const side = aheadMs > 0 ? "ahead of" : "behind";
  return refuse(
    `It is ${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${side} ${name}'s. Synchronize it: timedatectl set-ntp true.`,
  );
}

/** With less free space the bot soon refuses new videos. */
const LEAST_FREE_BYTES = 100_000_000;

/** Other users must not be able to read these. */
const OWN_FILES = ["reelay.db", "reelay.db-wal", "reelay.db-shm", "reelay.spare", "secret.keys"] as const;

export const machineDisk: Disk = {
  freeBytes: freeBytesAt,
  rights: (path) =>
    stat(path).then(
      ({ mode }) => mode & 0o777,
      () => null,
    ),
  isWritable: (dir) =>
    access(dir, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
};

export async function checkFolder({ config, disk }: DoctorDeps): Promise<Verdict> {
  const dir = resolve(config.DATA_DIR);
  const free = await diskSpaceIn(dir, disk);
  if (!free.ok) return refuse(`${free.refusal}, or set DATA_DIR to another folder.`);
  const { there, freeBytes, text } = free.value;
  if (freeBytes < LEAST_FREE_BYTES)
    return refuse(`${there} has ${text}. Free some space: Reelay refuses new videos when the disk is full.`);
  return ok(there === dir ? `${dir}, ${text}` : `${dir} will be created at the first start, ${text}`);
}

async function diskSpaceIn(dir: string, disk: Disk) {
  let there = dir;
  while ((await disk.rights(there)) === null && there !== dirname(there)) there = dirname(there);
  if (!(await disk.isWritable(there))) return refuse(`${there} cannot be written to. Give this user permission`);
  const freeBytes = await disk.freeBytes(there);
  return ok({ there, freeBytes, text: `${sizeText(freeBytes)} free` });
}

export async function checkRights({ config, disk, envFile }: DoctorDeps): Promise<Verdict> {
  // Windows has no such bits and always reports all of them.
  if (process.platform === "win32") return ok("not checked on Windows");
  const files = [envFile, ...OWN_FILES.map((name) => join(config.DATA_DIR, name))];
  const rights = await Promise.all(files.map((file) => disk.rights(file)));
  const open = files.filter((_, index) => ((rights[index] ?? 0) & 0o077) !== 0);
  return open.length === 0
    ? ok("only you can read them")
    : refuse(`Others on this machine can read them. Run: chmod 600 ${open.join(" ")}`);
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

export async function checkRedis({ config, checkRedis: run }: DoctorDeps): Promise<Verdict> {
  const { REDIS_URL: url = "", REDIS_REPLICAS: replicas } = config;
  const refusal = await run(url, replicas);
  if (refusal === null) {
    const needed = replicas === 1 ? "1 replica has confirmed it" : `${replicas} replicas have confirmed it`;
    const counts = `; a write counts after ${needed} (on disk if Redis is 7.2 or newer)`;
    return ok(`it responds and keeps every confirmed write${replicas > 0 ? counts : ""}`);
  }
  const mayLose = refusal.kind === "may_lose" || refusal.kind === "unknown_durability";
  if (mayLose && config.REDIS_ACCEPT_LOSS === "1")
    return ok("it responds; it may lose data, as REDIS_ACCEPT_LOSS allows");
  return refuse(redisSentence(refusal));
}

export async function machineRedis(url: string, replicas = 0): Promise<RedisRefusal | null> {
  const loaded = await whereInstalled(() => import("../../engines/redis-connection.ts"));
  return loaded.ok ? loaded.value.checkRedisAt(url, replicas) : loaded.refusal;
}

export async function checkRows({ config }: Pick<DoctorDeps, "config">): Promise<Verdict | null> {
  const unreadable = await findUnreadable({ dir: config.DATA_DIR, redisUrl: config.REDIS_URL ?? null });
  if (!unreadable.ok) return refuse(unreadable.refusal);
  if (unreadable.value === null) return null;
  const { length: count } = unreadable.value;
  if (count === 0) return ok("every row can be read");
  return refuse(
    `${count === 1 ? "One row" : `${count} rows`} cannot be read, and ${count === 1 ? "is" : "are"} ignored: ${namedRows(unreadable.value)}. Everything else works. To get lost data back, restore a backup.`,
  );
}

/** Reports what the operator set. A test would cost credits. */
export async function checkIdempotency({ config }: Pick<DoctorDeps, "config">): Promise<Verdict | null> {
  const { VIDEO_IDEMPOTENCY_HEADER: header, VIDEO_IDEMPOTENCY_HOURS: hours } = config;
  if (header === undefined) return null;
  return ok(
    `requests are repeated with the same ${header} for ${hours} hours. Not tested: a service that ignores the header charges for each repetition`,
  );
}

export async function checkPrices({ config }: Pick<DoctorDeps, "config">): Promise<Verdict | null> {
  const { DATA_DIR: dir, REDIS_URL: redisUrl = null, VIDEO_PRICES: prices } = config;
  const opened = await openForProgram({ dir, redisUrl }, "doctor");
  // Another check reports storage that cannot be opened.
  if (!opened.ok) return null;
  try {
    const charges = rowsKeyv(opened.value).keyv(OTHER_CHARGES);
    const differences: string[] = [];
    for (const kind of KINDS) {
      const last = otherCharge.safeParse(await charges.get(kindName(kind))).data;
      const price = prices[kind.resolution][kind.duration];
      if (last && last.charged !== price)
        differences.push(
          `The video service charged ${last.charged} credits for ${kindName(kind)} on ${new Date(last.at).toISOString().slice(0, 10)}, but VIDEO_PRICES has ${price}.`,
        );
    }
    if (differences.length === 0) return ok(`${pricesText(prices)}; no other price was charged in the last 7 days`);
    return refuse(`${differences.join(" ")} Look up the service's prices, and enter them in VIDEO_PRICES.`);
  } finally {
    await opened.value.close();
  }
}

export async function findUnreadable(place: StoragePlace): Promise<Result<readonly string[] | null, string>> {
  const opened = await openForProgram(place, "doctor");
  if (!opened.ok && (opened.refusal.isMissing || place.redisUrl !== null)) return ok(null);
  if (!opened.ok) return refuse(opened.refusal.sentence);
  try {
    return ok(await unreadableRows(opened.value));
  } finally {
    await opened.value.close();
  }
}

/** Installs a dependency, because npm can leave out development dependencies. The version is the tested one. */
const INSTALL = "npm install --save-prod @napi-rs/webcodecs@1.3.1";

export async function checkFilms({ config, findDecoder }: DoctorDeps): Promise<Verdict> {
  const seen = await findDecoder();
  switch (seen.kind) {
    case "absent":
      return ok(
        `the video decoder is not installed, so Continue is not available. To add it, use the image whose tag ends in -films, or run: ${INSTALL}`,
      );
    case "broken":
      return refuse(
        `The video decoder does not work here, so Continue is not available (${seen.detail}). Run: ${INSTALL}`,
      );
    case "ready": {
      const isShut = config.slack !== null && config.PUBLIC_URL === undefined;
      return ok(isShut ? "they can be continued (on Slack only if PUBLIC_URL is set)" : "they can be continued");
    }
    default:
      return unreachable(seen);
  }
}

const INSTALL_FITTER = "npm install --save-optional sharp@0.35.5 heic-decode@2.1.0";

export async function checkPictures({ config, findFitter }: DoctorDeps): Promise<Verdict> {
  const seen = await findFitter();
  switch (seen.kind) {
    case "absent":
      return ok(
        `pictures over 5 MB and HEIC, AVIF, TIFF and BMP pictures are refused. To have them converted, run: ${INSTALL_FITTER}`,
      );
    case "broken":
      return refuse(
        `The picture converter does not work here, so they are refused (${seen.detail}). Run: ${INSTALL_FITTER}`,
      );
    case "ready": {
      const isShut = config.slack !== null && config.PUBLIC_URL === undefined;
      return ok(isShut ? "they are converted (on Slack only if PUBLIC_URL is set)" : "they are converted");
    }
    default:
      return unreachable(seen);
  }
}

const DAY_MS = 86_400_000;

export async function checkKeptFilms({ config, clock, disk }: DoctorDeps): Promise<Verdict | null> {
  const { keptFilms, DATA_DIR: dir, PUBLIC_URL: url, REDIS_URL: redis } = config;
  const { bucket, keepMs, maxBytes } = keptFilms;
  if (keepMs === 0) return null;
  let refusal: LogFields | null = null;
  const log = {
    warn(_event: string, fields: LogFields = {}) {
      refusal ??= fields;
    },
  };
  const store = storeOfFilms(bucket, dir, { clock, log });
  const place = bucket ? `the bucket ${bucket.name}` : resolve(dir, "films");
  const wrong = bucket ? await tryBucket(store) : await tryFolder(resolve(dir, "films"), disk);
  if (wrong !== null && bucket) return withoutBucket(`${place} ${wrong}`, refusal ?? {});
  if (wrong !== null) return refuse(wrong);
  const files = await store.list().catch(() => []);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const days = keepMs / DAY_MS;
  const seen = [
    `${files.length} in ${place}, ${sizeText(bytes)} of ${sizeText(maxBytes)}, each kept for ${days === 1 ? "1 day" : `${days} days`}`,
    ...(redis === undefined || bucket
      ? []
      : ["if Reelay runs on several machines, they must share this folder, or use a bucket"]),
    ...(url === undefined
      ? ["without PUBLIC_URL they have no links, so only Fresh link, Continue and Join can use them"]
      : []),
  ];
  return ok(seen.join("; "));
}

const BUCKET_CURE = "Check FILMS_S3_ENDPOINT, FILMS_S3_REGION, the bucket's name, and the permissions of its two keys.";

function withoutBucket(seen: string, { code, status }: LogFields): Verdict {
  const named = code ?? status;
  const sentence = named === undefined ? `${seen}.` : `${seen} (${named}).`;
  const isTheirs = typeof status === "number" && status >= 500;
  return isTheirs
    ? unanswered(`${sentence} The bucket's service has a problem. Try again later.`)
    : refuse(`${sentence} ${BUCKET_CURE}`);
}

async function tryBucket(store: FilmStore): Promise<string | null> {
  const name = randomBytes(32).toString("hex");
  const { signal } = new AbortController();
  const bytes = Buffer.from("reelay doctor");
  const film = { bytes: bytes.length, type: "text/plain", content: Readable.from([bytes]) };
  const written = await store.write(name, film, signal);
  if (!written.ok) return `cannot be written: ${written.refusal.detail}`;
  const opened = await store.read(name, signal);
  const text = opened.ok ? await readText(opened.value).catch(() => null) : null;
  try {
    await store.delete(name);
    await store.list();
  } catch {
    return "can be written to, but films cannot be deleted or listed";
  }
  return text === bytes.toString() ? null : "can be written to, but not read";
}

async function tryFolder(dir: string, disk: Disk): Promise<string | null> {
  const free = await diskSpaceIn(dir, disk);
  if (!free.ok) return `${free.refusal} there.`;
  const { there, freeBytes, text } = free.value;
  if (freeBytes >= FLOOR_BYTES) return null;
  return `${there} has ${text}, so no more videos are kept. Free some space, or lower FILMS_MAX_GB.`;
}

/** A server may listen on these addresses, but nobody can call them. */
const EVERYWHERE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
/** Begins a line that only Reelay shows at `/readyz`. */
const SHOWN_BY_US = /^video service: /m;

export async function checkRunning({ config, fetchWhole }: DoctorDeps): Promise<Verdict | null> {
  const { HOST, PORT: port } = config;
  if (port === 0) return null;
  const host = EVERYWHERE[HOST] ?? HOST;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`;
  const asked = await reached({ fetchWhole }, address);
  const text = asked.ok ? await asked.value.text() : "";
  if (!asked.ok || !SHOWN_BY_US.test(text)) return null;
  const lines = text.trim().split("\n");
  const duplicates = lines.filter((line) => line.startsWith(DUPLICATE_PROCESS));
  if (duplicates.length > 0) return refuse(`${duplicates.join(". ")}. See docs/troubleshooting.md.`);
  const troubles = lines.filter((line) => !SHOWN_BY_US.test(line));
  return asked.value.status === 200 ? ok("it is ready") : refuse(`It is not ready: ${troubles.join(", ")}.`);
}

export async function checkAccess({ config }: Pick<DoctorDeps, "config">): Promise<Verdict> {
  const { lines, gaps } = whoMayUseIt(config);
  return gaps.length === 0 ? ok(lines.join("; ")) : refuse(gaps.join(" "));
}

export async function checkOperator({ config }: Pick<DoctorDeps, "config">): Promise<Verdict> {
  const { contact, termsUrl, privacyUrl } = config.operator;
  const unset = [...(termsUrl === null ? ["TERMS_URL"] : []), ...(privacyUrl === null ? ["PRIVACY_URL"] : [])];
  const pages = unset.length === 0 ? "" : `; ${unset.join(" and ")} ${unset.length === 1 ? "is" : "are"} not set`;
  if (contact !== null) return ok(`messages give people this contact: ${contact}${pages}`);
  return ok(
    `messages do not say how to reach you. Set OPERATOR_CONTACT to a mail address, a channel or a page${pages}`,
  );
}

const HARMLESS = { text: "a paper boat in the rain", platform: "discord", team: null } as const;

export async function checkPolicy({
  config,
  fetchWhole,
}: Pick<DoctorDeps, "config" | "fetchWhole">): Promise<Verdict | null> {
  const { POLICY_FILE: file, POLICY_URL: url } = config;
  const rules = await readRules(config);
  if (!rules.ok) return rules;
  const ask = url === undefined ? null : policyService({ url, failsOpen: false, fetch: fetchWhole, failed: () => {} });
  const verdict = ask && (await ask(HARMLESS));
  if (verdict?.kind === "unanswered")
    return refuse(`POLICY_URL gave no valid response within ${ANSWER_WITHIN_MS} ms. See docs/policy.md.`);
  const { length } = rules.value;
  const seen = [
    ...(file === undefined ? [] : [`${length === 1 ? "one rule" : `${length} rules`} in POLICY_FILE`]),
    ...(ask ? ["POLICY_URL responds"] : []),
  ];
  return seen.length === 0 ? null : ok(seen.join(", "));
}

export async function checkPublicAddress({ config, fetchWhole }: DoctorDeps): Promise<Verdict> {
  const { PUBLIC_URL: url, HOST: host, PORT: port } = config;
  if (url === undefined)
    return ok("PUBLIC_URL is not set, so on Slack, pictures from messages and Continue are not available");
  const cure = `Make sure that Reelay is running and that your proxy forwards to ${host}:${port}.`;
  const asked = await reached({ fetchWhole }, below(url, "healthz"));
  if (!asked.ok) return refuse(`${url} cannot be reached (${asked.refusal}). ${cure}`);
  const { status } = asked.value;
  const isOurs = status === 200 && (await asked.value.text()) === "ok\n";
  return isOurs ? ok(`${url} leads to Reelay`) : refuse(`${url} does not lead to Reelay (status ${status}). ${cure}`);
}
