import { PREFIX } from "./keys.ts";

/** While it is there, no bot starts on this Redis. */
export const MOVING = `${PREFIX}:moving`;

/** What it says; null where it is not there. */
export function readMoving(found: string | null): "half" | "whole" | "away" | null {
  if (found === null) return null;
  return found === "away" || found === "whole" ? found : "half";
}
