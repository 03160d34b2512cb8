export interface Envelope {
  readonly type: "slash_commands" | "interactive" | "events_api";
  readonly payload: unknown;
  readonly accepts_response_payload: boolean;
  /** The same for every delivery of one envelope; made anew where it is left out. */
  readonly envelope_id?: string;
  /** Of an envelope that is delivered again. */
  readonly retry_attempt?: number;
  readonly retry_reason?: string;
}

export interface Hearing {
  answered(ms: number, body: unknown): void;
  /** Nothing came within 3 s ("operation_timeout"), or nothing that Slack can use: the person has read that it failed. */
  unanswered(error: "operation_timeout" | "dispatch_failed"): void;
  /** An answer came after all, too late to matter. */
  late(ms: number): void;
}

/** How payloads reach the bot. */
export interface Delivery {
  isReady(): boolean;
  /** Waits until the bot can be reached; rejects with "dispatch_failed". */
  ready(): Promise<void>;
  send(envelope: Envelope, hearing: Hearing): void;
}

/** Over HTTP once the app has a request URL, else over its sockets. */
export function openDelivery({ sockets, requests }: { sockets: Delivery; requests: Delivery }): Delivery {
  const way = () => (requests.isReady() ? requests : sockets);
  return {
    isReady: () => way().isReady(),
    ready: () => way().ready(),
    send: (envelope, hearing) => way().send(envelope, hearing),
  };
}
