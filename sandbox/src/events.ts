import type { ServerResponse } from "node:http";
import { every, machineClock } from "./clock.ts";
import type { Journal } from "./journal.ts";
import { type Told, withPollsGrouped } from "./recent.ts";

/** So that neither side takes a quiet line for a dead one. */
const BEAT_MS = 15_000;

export interface Events {
  /**
   * Sends every entry with a larger `seq`, past and to come, as server-sent events; of the past no more than the newest
   * `most`. Polls of the past are grouped.
   */
  serve(response: ServerResponse, after: number, most?: number): void;
  /** Ends all open lines. */
  stop(): void;
}

export function openEvents(journal: Journal, shown: (entry: Told) => unknown): Events {
  const open = new Map<ServerResponse, () => void>();

  return {
    serve(response, after, most = Number.POSITIVE_INFINITY) {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
      response.write(": open\n\n");
      const send = (entry: Told) => response.write(`id: ${entry.seq}\ndata: ${JSON.stringify(shown(entry))}\n\n`);
      for (const entry of withPollsGrouped(journal.since(after)).slice(-most)) send(entry);
      const unlisten = journal.listen(send);
      const stopBeating = every(machineClock, BEAT_MS, () => response.write(": beat\n\n"));
      const close = () => {
        unlisten();
        stopBeating();
        open.delete(response);
      };
      open.set(response, close);
      response.once("close", close);
    },
    stop() {
      for (const [response, close] of open) {
        close();
        response.end();
      }
    },
  };
}
