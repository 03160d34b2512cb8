import type { KnownEvents } from "../../src/core/engine.ts";

export function knownEvents(): KnownEvents {
  const ids = new Set<string>();
  return { isNew: async (id) => ids.size < ids.add(id).size, forget: (id) => void ids.delete(id) };
}
