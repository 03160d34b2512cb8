import { ActivityType, type Client, Events, Status } from "discord.js";
import type { Clock } from "../../../core/clock.ts";
import type { OwnStatus } from "../../../core/own-messages.ts";

/** Discord takes five of a bot's statuses in 20 s on each connection. Source: Discord docs, events/gateway (read 2026-11-22). */
const EVERY_MS = 20_000;

/** Shows the bot's own status beside its name, and each change of it, one in 20 s at most. Answers how to end that. */
export function showStatus(client: Client, status: OwnStatus, clock: Clock): () => void {
  let shown: string | null = null;
  let mayAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function show(): void {
    const now = clock.now();
    const text = status.now();
    if (text === shown || cancel) return;
    if (now < mayAt) {
      cancel = clock.after(mayAt - now, () => {
        cancel = null;
        show();
      });
      return;
    }
    mayAt = now + EVERY_MS;
    shown = text;
    send([...client.ws.shards.values()].filter((shard) => shard.status === Status.Ready).map(({ id }) => id));
  }

  function send(shardId: number[]): void {
    const activities = shown === null ? [] : [{ type: ActivityType.Custom, name: "status", state: shown }];
    if (shardId.length > 0) client.user?.setPresence({ activities, shardId });
  }

  // A connection that is begun anew has no status.
  client.on(Events.ShardReady, (id) => {
    if (shown !== null) send([id]);
  });
  const unhear = status.onChange(show);
  show();
  return () => {
    unhear();
    cancel?.();
  };
}
