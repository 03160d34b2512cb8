/**
 * What a store on a disk gives back, without the work of writing it: the same value, if it is plain JSON, which nobody
 * can change any more. Throws where writing and reading would have changed it.
 */
export function frozenJson<Value extends object>(value: Value): Value {
  freeze(value, "the whole");
  return value;
}

function freeze(value: object, name: string): void {
  // What is frozen was here before: a job's next version shares most of itself with the one before.
  if (Object.isFrozen(value)) return;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(`store: ${name} is no plain object`);
  Object.freeze(value);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) freeze(inner, key);
    else if (!isPlain(inner)) throw new Error(`store: ${key} is ${String(inner)}, which JSON does not keep`);
  }
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
