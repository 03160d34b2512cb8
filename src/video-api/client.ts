import { buildConnector, Client, Pool } from "undici";
import type { Clock } from "../core/clock.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Log } from "../core/text/log-fields.ts";
import type { Secret } from "../core/text/secret.ts";
import type { ApiRefusal, PollRefusal, RawAnswer, Started, Task, VideoApi } from "../core/video-service.ts";
import { exchange, networkFailure, watchSending } from "./exchange.ts";
import { keyVerdict, pollRefusal, readRetryAfter, readStartAnswer, startRefusal } from "./read-answer.ts";
import { ownWords } from "./service-words.ts";
import { readTask, startBody } from "./wire.ts";

const SUBMIT_LIMIT_MS = 60_000;
const POLL_LIMIT_MS = 10_000;
const CHECK_KEY_LIMIT_MS = 8_000;
/** Includes TLS. */
const CONNECT_LIMIT_MS = 10_000;
const POLL_CONNECTIONS = 32;
const BODY_MAX_BYTES = 1_000_000;
/** No task has this id. */
export const KEY_TEST_TASK = "reelay-key-check";

const SUBMIT_PATH = "/api/generate-video";
export const POLL_PATH = "/api/check-video-status";

const utf8 = new TextDecoder();

/** Our own clock limits every request. */
const plainHttp = { allowH2: false, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * Never retries or follows redirects. Each paid call has its own connection. `close` ends polls early and lets a paid call finish.
 */
export function videoApi(options: {
  readonly baseUrl: string;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly log: Log;
  /** The service promises to start only one task per value of this header within `forMs`. */
  readonly idempotency?: { readonly header: string; readonly forMs: number };
}): VideoApi {
  const { clock, log, idempotency } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const basePath = pathname.replace(/(?<!\/)\/+$/, "");
  const httpOrigins = new Set([...options.trustedOrigins, origin]);
  const noteStatus = unknownStatusLog(log);
  const pool = new Pool(origin, {
    ...plainHttp,
    connections: POLL_CONNECTIONS,
    connect: { timeout: CONNECT_LIMIT_MS },
  });

  const post = (path: string, authorization: string, body: unknown, more: Readonly<Record<string, string>> = {}) => ({
    method: "POST" as const,
    path: `${basePath}${path}`,
    headers: {
      ...more,
      authorization,
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": "Reelay",
      "accept-encoding": "identity",
    },
    body: JSON.stringify(body),
  });

  async function payFor(authorization: string, body: unknown, idempotencyKey: string | undefined) {
    const client = new Client(origin, { ...plainHttp, connect: connectOnce() });
    const how = { clock, limitMs: SUBMIT_LIMIT_MS, mostBytes: BODY_MAX_BYTES };
    const more = idempotency && idempotencyKey !== undefined ? { [idempotency.header]: idempotencyKey } : {};
    const watch = watchSending(() => exchange(client, post(SUBMIT_PATH, authorization, body, more), how));
    const answer = await watch.value;
    // From here on nothing more can be sent, so `hasLeft` is final.
    await client.destroy();
    watch.stop();
    return { ...answer, sent: watch.hasLeft() };
  }

  const pollOnce = (authorization: string, taskId: string, limitMs: number) =>
    exchange(pool, post(POLL_PATH, authorization, { taskId }), { clock, limitMs, mostBytes: BODY_MAX_BYTES });

  return {
    ...(idempotency && {
      idempotency: { place: `${idempotency.header} ${origin}${basePath}`, forMs: idempotency.forMs },
    }),
    async submit(key, request, keep, idempotencyKey): Promise<Result<Started, ApiRefusal>> {
      const authorization = bearer(key);
      if (authorization === null) return refuse({ kind: "bad_key" });
      const { head, body, error, sent } = await payFor(authorization, startBody(request), idempotencyKey);
      if (head === null) return refuse({ kind: "unavailable", sent, detail: networkFailure(error) });
      const { status, headers } = head;
      const text = utf8.decode(body);
      const keyText = authorization.slice(BEARER.length);
      const refusal =
        status === 200
          ? null
          : startRefusal({
              status,
              retryAfterMs: readRetryAfter(headers["retry-after"], clock.now()),
              serviceWords: ownWords(text, keyText),
            });
      // If the status is unclear, the body may contain the id of a task that was paid for.
      if (refusal !== null && refusal.kind !== "unavailable") return refuse(refusal);

      const raw: RawAnswer = { text, isWhole: error === null, ...(status !== 200 && { status }) };
      await keep(raw);
      return readStartAnswer(raw, { failure: error === null ? null : networkFailure(error), keyText });
    },

    readAnswer: (raw) => readStartAnswer(raw, { failure: null, keyText: null }),

    async poll(key, taskId): Promise<Result<Task, PollRefusal>> {
      const authorization = bearer(key);
      if (authorization === null) return refuse({ kind: "bad_key" });
      const { head, body, error } = await pollOnce(authorization, taskId, POLL_LIMIT_MS);
      const unavailable = (detail: string) => refuse({ kind: "unavailable", sent: true, detail } as const);
      if (head === null) return unavailable(networkFailure(error));
      const { status, headers } = head;
      if (status < 200 || status > 299)
        return refuse(pollRefusal(status, readRetryAfter(headers["retry-after"], clock.now())));
      if (error !== null) return unavailable(networkFailure(error));

      const reading = readTask(utf8.decode(body), taskId, { httpOrigins, key: authorization.slice(BEARER.length) });
      if (reading.kind === "unclear") return unavailable(reading.why);
      if (reading.unknownStatus !== null) noteStatus(reading.unknownStatus);
      return ok(reading.task);
    },

    async checkKey(key) {
      const authorization = bearer(key);
      if (authorization === null) return "bad";
      const { head } = await pollOnce(authorization, KEY_TEST_TASK, CHECK_KEY_LIMIT_MS);
      return head === null ? "unchecked" : keyVerdict(head.status);
    },

    close: () => pool.destroy(),
  };
}

const BEARER = "Bearer ";

function bearer(key: Secret): string | null {
  const text = key.reveal();
  return /^[\x20-\x7e\xa0-\xff]+$/.test(text) && text.trim() !== "" ? `${BEARER}${text}` : null;
}

/** Undici would reconnect and resend an unsent request, but the job decides about a second attempt. */
function connectOnce(): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout: CONNECT_LIMIT_MS });
  let isUsed = false;
  return (options, callback) => {
    if (isUsed) return callback(new Error("one connection a call"), null);
    isUsed = true;
    connect(options, callback);
  };
}

/** Any other text could be part of the request and is not logged. */
const STATUS_WORD = /^[a-z]+(?:[ _-][a-z]+){0,4}$/i;
const STATUS_WORD_MAX = 40;

function unknownStatusLog(log: Log): (status: string) => void {
  let isLogged = false;
  return (status) => {
    if (isLogged) return;
    isLogged = true;
    const word = status.length <= STATUS_WORD_MAX && STATUS_WORD.test(status) ? status : "not a word";
    log.warn("unknown task status, taken as running", { status: word });
  };
}
