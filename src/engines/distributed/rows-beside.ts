import { ok, type Result } from "../../core/result.ts";
import { redisRows } from "../redis-rows.ts";
import type { RowsBeside } from "../sqlite-rows.ts";
import { connect, countBots, disconnect, type RedisRefusal } from "./connect.ts";

/** What is lost on the way makes the program itself fail. */
const SILENT = { error() {}, info() {} };

/** Opens the rows of that Redis for a program of that name beside the bots. */
export async function openRowsBeside(url: string, program: string): Promise<Result<RowsBeside, RedisRefusal>> {
  const connected = await connect(url, SILENT, program);
  if (!connected.ok) return connected;
  const redis = connected.value;
  // Where Redis does not tell, a bot may well run.
  const isInUse = (await countBots(redis)) !== 0;
  return ok({ ...redisRows(redis), isInUse, close: async () => disconnect(redis) });
}
