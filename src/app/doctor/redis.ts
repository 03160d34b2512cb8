import { ok, refuse } from "../../core/result.ts";
import { whereInstalled } from "../../engines/open-distributed.ts";
import type { RedisRefusal } from "../../engines/redis-connection.ts";
import { redisSentence } from "../program/redis-sentence.ts";
import type { DoctorDeps, Verdict } from "./check.ts";

/** Whether Redis answers, and forgets nothing that it has confirmed. */
export async function lookAtRedis({ config, lookAtRedis: look }: DoctorDeps): Promise<Verdict> {
  const refusal = await look(config.REDIS_URL ?? "");
  if (refusal === null) return ok("it answers, and keeps what it confirms");
  const mayLose = refusal.kind === "may_lose" || refusal.kind === "unknown_durability";
  if (mayLose && config.REDIS_ACCEPT_LOSS === "1")
    return ok("it answers; it may lose data, which REDIS_ACCEPT_LOSS allows");
  return refuse(redisSentence(refusal));
}

/** Connects for one look; the library is loaded for it. */
export async function machineRedis(url: string): Promise<RedisRefusal | null> {
  const loaded = await whereInstalled(() => import("../../engines/redis-connection.ts"));
  return loaded.ok ? loaded.value.whatSpeaksAgainst(url) : loaded.refusal;
}
