/**
 * The fates from `no_credits` on are decided before a task exists, except `lost_answer`, `accepted_202` and
 * `error_with_task`.
 */
export const fates = [
  "normal",
  "quick",
  "slow",
  "jumpy",
  "fails",
  "fails_saying",
  "silent",
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

export const startedStatus: Partial<Record<Fate, 202 | 500>> = { accepted_202: 202, error_with_task: 500 };

export const startRefusals: Partial<Record<Fate, { status: 400 | 401 | 402 | 500; why: string }>> = {
  bad_key: { status: 401, why: "API key missing or invalid" },
  no_credits: { status: 402, why: "Not enough credits to start the task" },
  bad_request: { status: 400, why: "Invalid request parameters" },
  server_error: { status: 500, why: "Internal server error" },
};
