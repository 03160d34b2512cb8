/**
 * What happens to a paid call. Those from `no_credits` on are decided before a task exists; `lost_answer`, `accepted_202` and
 * `error_with_task` after.
 */
export const fates = [
  "normal",
  "quick",
  "slow",
  "jumpy",
  "fails",
  "stuck",
  "no_credits",
  "bad_key",
  "bad_request",
  "lost_answer",
  "server_error",
  "accepted_202",
  "error_with_task",
] as const;

export type Fate = (typeof fates)[number];

export function openFates() {
  let once: Fate | undefined;
  let always: Fate = "normal";
  return {
    next(fate: Fate) {
      once = fate;
    },
    /** For all paid calls until told otherwise; forgets what was told for the next one. */
    every(fate: Fate) {
      once = undefined;
      always = fate;
    },
    get upcoming() {
      return { fate: once ?? always, every: always };
    },
    take(): Fate {
      const fate = once ?? always;
      once = undefined;
      return fate;
    },
  };
}

export function startedStatusOf(fate: Fate): 200 | 202 | 500 {
  switch (fate) {
    case "accepted_202":
      return 202;
    case "error_with_task":
      return 500;
    default:
      return 200;
  }
}

export function refusalOf(fate: Fate): { status: 400 | 401 | 402 | 500; why: string } | undefined {
  switch (fate) {
    case "bad_key":
      return { status: 401, why: "API key missing or invalid" };
    case "no_credits":
      return { status: 402, why: "Not enough credits to start the task" };
    case "bad_request":
      return { status: 400, why: "Invalid request parameters" };
    case "server_error":
      return { status: 500, why: "Internal server error" };
    default:
      return undefined;
  }
}
