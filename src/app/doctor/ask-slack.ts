import { z } from "zod";
import { ok, refuse } from "../../core/result.ts";
import { type Found, type Network, unanswered } from "./check.ts";
import { below, reached } from "./reached.ts";

export interface Credential {
  readonly apiUrl: string;
  readonly token: string;
}

export interface Said {
  readonly answer: z.infer<typeof answer>;
  /** What the token may do; null where Slack does not say. */
  readonly scopes: readonly string[] | null;
}

const answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
});

/** What Slack answers to that method; any `ok` will do. */
export async function ask(
  method: string,
  { apiUrl, token }: Credential,
  ways: Network,
  args: Readonly<Record<string, string>> = {},
): Promise<Found<Said>> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(args).toString();
  const asked = await reached(ways, below(apiUrl, method), { method: "POST", headers, body });
  if (!asked.ok) return unanswered(`Slack cannot be reached (${asked.refusal}). Check the network and SLACK_API_URL.`);
  const { status } = asked.value;
  if (status === 429) return unanswered("Slack is busy. Try again in a minute.");
  const read = answer.safeParse(await asked.value.json().catch(() => null));
  if (!read.success) return refuse(`The answer is not Slack's (status ${status}). Check SLACK_API_URL.`);
  const granted = asked.value.headers.get("x-oauth-scopes");
  return ok({ answer: read.data, scopes: granted === null ? null : granted.split(",").map((each) => each.trim()) });
}
