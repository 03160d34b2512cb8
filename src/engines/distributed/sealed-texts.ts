import type { Redis } from "ioredis";
import { isOpen } from "../../core/job/job.ts";
import { ok, type Result } from "../../core/result.ts";
import {
  notedIn,
  type Renew,
  renewedEntry,
  renewedJob,
  SEALED_NAMESPACES,
  type SealedNamespace,
  type SealedTexts,
} from "../sealed-texts.ts";
import type { RedisRefusal } from "./connect.ts";
import { connect, countBots, disconnect, runScript } from "./connect.ts";
import { contentOf, jobIn } from "./job-hash.ts";
import { flatRows } from "./job-rows.ts";
import { PREFIX } from "./keys.ts";
import { OPEN } from "./scripts/job-scripts.ts";

const PAGE = 100;
const TOOL_NAME = "rotating";
/** What is lost on the way makes the program itself fail. */
const SILENT = { error() {}, info() {} };

/** A value's key, the value as it was, as it shall be -> puts it there unless it changed; its life goes on. */
const RENEW_ENTRY = `
if redis.call('GET', ARGV[1]) == ARGV[2] then redis.call('SET', ARGV[1], ARGV[3], 'KEEPTTL') end
`;

/** A job's key, version, body as it was, body, sum -> puts them there unless it changed; its version stays. */
const RENEW_JOB = `
local found = redis.call('HMGET', ARGV[1], 'v', 'body')
if found[1] == ARGV[2] and found[2] == ARGV[3] then redis.call('HSET', ARGV[1], 'body', ARGV[4], 'sum', ARGV[5]) end
`;

/** What is sealed in that Redis, whether or not bots run on it. */
export async function openSealedTexts(url: string): Promise<Result<SealedTexts, RedisRefusal>> {
  const connected = await connect(url, SILENT, TOOL_NAME);
  if (!connected.ok) return connected;
  const redis = connected.value;
  // Where Redis does not tell, a bot may well run.
  return ok(sealedTexts(redis, (await countBots(redis)) !== 0));
}

function sealedTexts(redis: Redis, isInUse: boolean): SealedTexts {
  const renewEntry = runScript(redis, RENEW_ENTRY);
  const renewJob = runScript(redis, RENEW_JOB);
  const open = runScript(redis, OPEN);
  const entryOf = (namespace: string, key: string) => `${PREFIX}:keyv:${namespace}:${key}`;

  async function renewStored(renew: Renew, namespace: SealedNamespace, name: string): Promise<void> {
    const key = entryOf(namespace, name);
    const before = await redis.get(key);
    const next = before === null ? null : renewedEntry({ namespace, name, entry: before }, renew);
    if (before !== null && next !== null) await renewEntry(key, before, next);
  }

  async function renewNamespace(renew: Renew, namespace: SealedNamespace): Promise<void> {
    for (let from = "-"; ; ) {
      const names = await redis.zrangebylex(`${PREFIX}:keyv-names:${namespace}`, from, "+", "LIMIT", 0, PAGE);
      for (const name of names) await renewStored(renew, namespace, name);
      if (names.length < PAGE) return;
      from = `(${names.at(-1)}`;
    }
  }

  async function renewCopy(renew: Renew, id: string): Promise<void> {
    const key = `${PREFIX}:job:${id}`;
    const row = await redis.hmget(key, "v", "body", "sum");
    const stored = jobIn(id, row);
    if (!stored || !isOpen(stored.job)) return;
    const next = renewedJob(stored.job, renew);
    if (next === null) return;
    const { version } = stored;
    const [, body, sum] = contentOf(next, version);
    await renewJob(key, version, row[1] ?? "", body ?? "", sum ?? "");
  }

  return {
    isInUse,
    async noted(namespace, key) {
      const text = await redis.get(entryOf(namespace, key));
      return text === null ? null : notedIn(text);
    },
    async renewAll(renew) {
      for (const namespace of SEALED_NAMESPACES) await renewNamespace(renew, namespace);
      for (let from = "-"; ; ) {
        const flat = flatRows.parse(await open(from, PAGE));
        const ids = flat.filter((_, n) => n % 2 === 0).map((id) => id ?? "");
        for (const id of ids) await renewCopy(renew, id);
        if (ids.length < PAGE) break;
        from = `(${ids.at(-1)}`;
      }
    },
    close: async () => disconnect(redis),
  };
}
