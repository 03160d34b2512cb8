import { createHmac } from "node:crypto";

/** Slack's own headers of a request, by which an app knows that it is from Slack; `at` is in milliseconds. */
export function signed(body: string, { secret, at }: { secret: string; at: number }): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${signature}` };
}
