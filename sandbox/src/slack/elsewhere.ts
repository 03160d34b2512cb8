import type { Delivery } from "./act/delivery.ts";
import { ids } from "./workspace.ts";

/**
 * The second workspace is a world of its own whose ids are those of the first: a bot that takes the wrong token writes
 * into the wrong workspace. Only the workspace's id differs on the wire.
 */
export function toOther<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(ids.teamId, ids.otherTeamId));
}

/** The path of a response_url as the second workspace's world knows it. */
export function fromOther(path: string): string {
  return path.replaceAll(ids.otherTeamId, ids.teamId);
}

/** Delivers the second workspace's events by the app's one connection. */
export function deliveryToOther(delivery: Delivery): Delivery {
  return {
    isReady: () => delivery.isReady(),
    ready: () => delivery.ready(),
    send: (envelope, hearing) => delivery.send(toOther(envelope), hearing),
  };
}
