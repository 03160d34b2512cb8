import type { SandboxClock } from "../clock.ts";
import { limits } from "./slack-limits.ts";
import { ids } from "./workspace.ts";

export interface Envelope {
  readonly type: "slash_commands" | "interactive" | "events_api";
  readonly payload: unknown;
  readonly accepts_response_payload: boolean;
  readonly envelope_id?: string;
  readonly retry_attempt?: number;
  readonly retry_reason?: string;
}

export interface Hearing {
  answered(ms: number, body: unknown): void;
  unanswered(error: "operation_timeout" | "dispatch_failed"): void;
  late(ms: number): void;
}

/** For what the app may hear and nobody waits for. */
export const nobodyWaits: Hearing = { answered: () => {}, unanswered: () => {}, late: () => {} };

export interface Delivery {
  isReady(): boolean;
  ready(): Promise<void>;
  send(envelope: Envelope, hearing: Hearing): void;
}

export function openDelivery({ sockets, requests }: { sockets: Delivery; requests: Delivery }): Delivery {
  const way = () => (requests.isReady() ? requests : sockets);
  return {
    isReady: () => way().isReady(),
    ready: () => way().ready(),
    send: (envelope, hearing) => way().send(envelope, hearing),
  };
}

export interface Awaited {
  answered(body: unknown): void;
  failed(): void;
}

export function answerTimes(clock: SandboxClock): { begin(hearing: Hearing): Awaited; stop(): void } {
  const deadlines = new Set<() => void>();

  return {
    begin(hearing) {
      const sentAt = clock.now();
      let isLate = false;
      const cancel = clock.after(limits.answerMs, () => {
        deadlines.delete(cancel);
        isLate = true;
        hearing.unanswered("operation_timeout");
      });
      deadlines.add(cancel);
      const end = () => {
        cancel();
        deadlines.delete(cancel);
        return clock.now() - sentAt;
      };
      return {
        answered(body) {
          const ms = end();
          if (isLate) hearing.late(ms);
          else hearing.answered(ms, body);
        },
        failed() {
          end();
          if (!isLate) hearing.unanswered("dispatch_failed");
        },
      };
    },
    stop() {
      for (const cancel of deadlines) cancel();
    },
  };
}

/**
 * The second workspace is a world of its own whose ids are those of the first: a bot that takes the wrong token writes
 * into the wrong workspace. Only the workspace's id differs on the wire.
 */
export function toOther<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(ids.teamId, ids.otherTeamId));
}

export function fromOther(path: string): string {
  return path.replaceAll(ids.otherTeamId, ids.teamId);
}

export function deliveryToOther(delivery: Delivery): Delivery {
  return { ...delivery, send: (envelope, hearing) => delivery.send(toOther(envelope), hearing) };
}
