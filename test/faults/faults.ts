import { badHttp } from "./bad-http.ts";
import { cuts } from "./cuts.ts";
import type { Fault } from "./fault.ts";
import { oddBodies } from "./odd-bodies.ts";
import { statuses } from "./statuses.ts";

const beforeTheRequest: readonly Fault[] = [
  { name: "name not resolved", strike: { kind: "no name" }, start: "unsent", chat: "unsent" },
  { name: "connection refused", strike: { kind: "nobody listens" }, start: "unsent", chat: "unsent" },
  { name: "accepted, reset unread", strike: { kind: "reset unread" }, start: "cannot tell", chat: "unclear" },
];

/** Every way in which an exchange goes wrong here, in the order of the table. */
export const faults: readonly Fault[] = [...beforeTheRequest, ...cuts, ...badHttp, ...statuses, ...oddBodies];
