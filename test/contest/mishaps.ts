import { type Fault, faultNamed } from "../faults/faults.ts";

/**
 * A bot's requests for one video: the paid call, the first poll, the edit with the final message, and the notification.
 */
export type Act = "start" | "look" | "edit" | "post";

/** The moment at which the bot's machine fails. */
type Moment = "before the request is read" | "after it is carried out" | "after it is answered";

/** One fault, which happens once. */
export interface Mishap {
  readonly name: string;
  readonly act: Act;
  readonly strike:
    | { readonly kind: "wire"; readonly fault: Fault; readonly isCarriedOut: boolean }
    /** SIGKILL. A supervisor restarts the bot. */
    | { readonly kind: "kill"; readonly moment: Moment }
    /** Suspends the process for this long, like a machine that swaps. */
    | { readonly kind: "stop"; readonly forMs: number };
}

const wires: readonly (readonly [Act, readonly string[]])[] = [
  [
    "start",
    [
      "silence before the response",
      "reset before the response",
      "closed before the response",
      "reset in the headers",
      "closed in the body before the end of the id",
      "text that is not HTTP",
      "500 Internal Server Error",
      "502 Bad Gateway",
      "503 Service Unavailable",
      "504 Gateway Timeout",
      "408 Request Timeout",
      "500 Internal Server Error with the usual response body",
      "202 Accepted with the usual response body",
      "429 with Retry-After: 7",
      "an explicit refusal",
    ],
  ],
  [
    "look",
    [
      "silence before the response",
      "reset before the response",
      "503 Service Unavailable",
      "429 Too Many Requests",
      "404 Not Found",
      "the id of another object",
      "text that is not HTTP",
    ],
  ],
  [
    "edit",
    ["silence before the response", "reset before the response", "503 Service Unavailable", "429 with Retry-After: 7"],
  ],
  [
    "post",
    ["silence before the response", "reset before the response", "503 Service Unavailable", "429 with Retry-After: 7"],
  ],
];

const kills: readonly (readonly [Act, Moment])[] = [
  ["start", "before the request is read"],
  ["start", "after it is carried out"],
  ["start", "after it is answered"],
  ["look", "after it is answered"],
  ["edit", "before the request is read"],
  ["edit", "after it is carried out"],
  ["edit", "after it is answered"],
  ["post", "before the request is read"],
  ["post", "after it is carried out"],
];

const NAMES: Readonly<Record<Act, string>> = {
  start: "the paid call",
  look: "the first poll",
  edit: "the final message",
  post: "the notification",
};

/** Forty faults. Those of the wire are the faults of `test/faults/` with the same names. */
export const MISHAPS: readonly Mishap[] = [
  ...wires.flatMap(([act, names]) => names.map((name) => onTheWire(act, name))),
  ...kills.map(
    ([act, moment]): Mishap => ({
      name: `${NAMES[act]}: kill -9 ${moment}`,
      act,
      strike: { kind: "kill", moment },
    }),
  ),
  {
    name: `${NAMES.start}: the process is suspended for 9 s`,
    act: "start",
    strike: { kind: "stop", forMs: 9_000 },
  },
];

function onTheWire(act: Act, name: string): Mishap {
  const fault = faultNamed(name);
  return {
    name: `${NAMES[act]}: ${name}`,
    act,
    strike: { kind: "wire", fault, isCarriedOut: isCarriedOut(act, fault) },
  };
}

/** Assumes the worst case: charged or posted if the bot cannot exclude it, and lost if the message may be missing. */
function isCarriedOut(act: Act, { start, chat }: Fault): boolean {
  switch (act) {
    case "start":
      return start !== "no" && start !== "later";
    case "look":
      return true;
    case "edit":
      return false;
    case "post":
      return chat === "unclear";
  }
}
