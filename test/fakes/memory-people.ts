import { ownerName } from "../../src/core/job/ids.ts";
import type { PendingRequest, PendingRequests } from "../../src/core/request/kept-request.ts";
import { noSettings, type Settings, type SettingsStore } from "../../src/core/request/settings.ts";

export function memoryPending(): PendingRequests & { readonly requests: ReadonlyMap<string, PendingRequest> } {
  const requests = new Map<string, PendingRequest>();
  return {
    requests,
    async keep(owner, request) {
      requests.set(ownerName(owner), request);
    },
    async take(owner) {
      const request = requests.get(ownerName(owner)) ?? null;
      requests.delete(ownerName(owner));
      return request;
    },
    find: async (owner) => requests.get(ownerName(owner)) ?? null,
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
