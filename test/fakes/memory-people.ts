import { ownerName } from "../../src/core/job/ids.ts";
import type { PendingRequest, PendingRequests } from "../../src/core/request/kept-request.ts";
import { noSettings, type Settings, type SettingsStore } from "../../src/core/request/settings.ts";

export function memoryPending(): PendingRequests & { readonly kept: ReadonlyMap<string, PendingRequest> } {
  const kept = new Map<string, PendingRequest>();
  return {
    kept,
    async keep(owner, request) {
      kept.set(ownerName(owner), request);
    },
    async take(owner) {
      const request = kept.get(ownerName(owner)) ?? null;
      kept.delete(ownerName(owner));
      return request;
    },
    find: async (owner) => kept.get(ownerName(owner)) ?? null,
  };
}

export function memorySettings(): SettingsStore {
  const stored = new Map<string, Settings>();
  return {
    get: async (owner) => stored.get(ownerName(owner)) ?? noSettings,
    async put(owner, settings) {
      stored.set(ownerName(owner), settings);
    },
  };
}
