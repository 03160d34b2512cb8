import type { Result } from "../../src/core/result.ts";

/** Returns the value of a result. Throws with the reason if it is a refusal. */
export function valueIn<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}
