import type { DeskAnswer } from "./answer.ts";
import { badHttp } from "./bad-http.ts";
import { cuts } from "./cuts.ts";
import { oddBodies } from "./odd-bodies.ts";
import { statuses } from "./statuses.ts";

/** One way in which one exchange goes wrong, and what honest words it leaves possible. */
export interface Fault {
  readonly name: string;
  readonly strike: Strike;
  readonly start: StartFate;
  readonly chat: ChatFate;
  /** It offers far more than an answer may have; the bytes that are taken and the memory are bounded. */
  readonly isLarge?: boolean;
}

type Strike =
  | { readonly kind: "no name" }
  | { readonly kind: "nobody listens" }
  /** The connection is accepted and reset, with the request unread. */
  | { readonly kind: "reset unread" }
  /** The request arrived whole. `elsewhere` is an origin that nobody may visit. */
  | { readonly kind: "answer"; readonly script: (answer: DeskAnswer, elsewhere: string) => readonly Step[] };

/** One step of an answer: bytes, or a fault of the connection. The last step ends the connection, or never does. */
export type Step =
  | Buffer
  | { readonly kind: "dribble"; readonly bytes: Buffer }
  | { readonly kind: "flood"; readonly chunk: Buffer; readonly times: number }
  | "close"
  | "reset"
  | "silence";

/** The fate of the paid call. Only "no", "later" and "unsent" leave it certainly uncharged. */
export type StartFate =
  | "unsent"
  | "no"
  | "later"
  /** The task's id is there to be read. */
  | "started"
  /** An id is there to be read, but it is no task of ours. */
  | "lost"
  | "cannot tell";

/** The fate of an edit or a post. */
export type ChatFate =
  | "unsent"
  /** The platform's own no. */
  | "no"
  /** A no by its status alone, which Slack does not use. */
  | "no by status"
  | "later"
  /** It may have been carried out. */
  | "unclear"
  /** It is said to be done, of another message. */
  | "misattributed"
  | "done";

const beforeTheRequest: readonly Fault[] = [
  { name: "name not resolved", strike: { kind: "no name" }, start: "unsent", chat: "unsent" },
  { name: "connection refused", strike: { kind: "nobody listens" }, start: "unsent", chat: "unsent" },
  { name: "accepted, reset unread", strike: { kind: "reset unread" }, start: "cannot tell", chat: "unclear" },
];

/** Every way in which an exchange goes wrong here, in the order of the table. */
export const faults: readonly Fault[] = [...beforeTheRequest, ...cuts, ...badHttp, ...statuses, ...oddBodies];
