import type { WebSocket } from "ws";

/** How many dispatches a session keeps for a bot that comes back. */
const KEPT = 500;

interface Dispatch {
  readonly op: 0;
  readonly t: string;
  readonly s: number;
  readonly d: unknown;
}

/** One bot's stay on the gateway; it outlives its sockets. */
export interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
  readonly isLive: () => boolean;
  dispatch(t: string, d: unknown): void;
  /** Goes on over another socket, from the dispatch after `seq`; false where that is too long ago. */
  resume(socket: WebSocket, seq: number): boolean;
  /** The socket is gone; the session waits for a resume. */
  left(socket: WebSocket): void;
}

export function openSession(
  id: string,
  first: WebSocket,
  { intents, shard }: { readonly intents: number; readonly shard: readonly [number, number] },
): Session {
  const sent: Dispatch[] = [];
  let socket: WebSocket | null = first;
  let seq = 0;

  const isLive = () => socket !== null && socket.readyState === socket.OPEN;

  return {
    id,
    intents,
    shard,
    isLive,
    dispatch(t, d) {
      seq += 1;
      const dispatch: Dispatch = { op: 0, t, s: seq, d };
      sent.push(dispatch);
      if (sent.length > KEPT) sent.shift();
      if (isLive()) socket?.send(JSON.stringify(dispatch));
    },
    resume(next, after) {
      if (after > seq || (sent[0] !== undefined && sent[0].s > after + 1)) return false;
      socket?.close(4000);
      socket = next;
      for (const dispatch of sent) if (dispatch.s > after) next.send(JSON.stringify(dispatch));
      this.dispatch("RESUMED", {});
      return true;
    },
    left(gone) {
      if (socket === gone) socket = null;
    },
  };
}
