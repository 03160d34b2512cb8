import { checkDurable } from "./check-durable.ts";
import { connect, disconnect } from "./connect.ts";
import type { RedisRefusal } from "./refusal.ts";

/** What speaks against the Redis at that address; null for nothing. Its connection is not counted as a bot's. */
export async function whatSpeaksAgainst(url: string): Promise<RedisRefusal | null> {
  const connected = await connect(url, { error() {}, info() {} }, "doctor");
  if (!connected.ok) return connected.refusal;
  try {
    return await checkDurable(connected.value);
  } finally {
    disconnect(connected.value);
  }
}
