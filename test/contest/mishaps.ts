import { type Fault, faultNamed } from "../faults/faults.ts";

/**
 * A bot's requests for one video: the paid call, the first poll, the edit with the final message, and the notification.
 */
export type Act = "start" | "look" | "edit" | "post";

/** When the bot's machine fails during the request. */
type Moment = "before it is read" | "once it is carried out" | "once it is answered";

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
      "silence before the answer",
      "reset before the answer",
      "closed before the answer",
      "reset in the headers",
      "closed in the body, before the id is whole",
      "words that are no HTTP",
      "500 Internal Server Error",
      "502 Bad Gateway",
      "503 Service Unavailable",
      "504 Gateway Timeout",
      "408 Request Timeout",
      "500 Internal Server Error, with the answer in it",
      "202 Accepted, with the answer in it",
      "429 with Retry-After: 7",
      "its own clear no",
    ],
  ],
  [
    "look",
    [
      "silence before the answer",
      "reset before the answer",
      "503 Service Unavailable",
      "429 Too Many Requests",
      "404 Not Found",
      "somebody else's id",
      "words that are no HTTP",
    ],
  ],
  [
    "edit",
    ["silence before the answer", "reset before the answer", "503 Service Unavailable", "429 with Retry-After: 7"],
  ],
  [
    "post",
    ["silence before the answer", "reset before the answer", "503 Service Unavailable", "429 with Retry-After: 7"],
  ],
];

const kills: readonly (readonly [Act, Moment])[] = [
  ["start", "before it is read"],
  ["start", "once it is carried out"],
  ["start", "once it is answered"],
  ["look", "once it is answered"],
  ["edit", "before it is read"],
  ["edit", "once it is carried out"],
  ["edit", "once it is answered"],
  ["post", "before it is read"],
  ["post", "once it is carried out"],
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
    name: `${NAMES.start}: the process stands still for 9 s`,
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
