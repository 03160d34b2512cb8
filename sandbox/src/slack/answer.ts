import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { readBody } from "../http.ts";

/** The result of a method. `why` and the pointers of `problems` tell a developer more than the code does. */
export type Answer = ({ readonly ok: true } & Readonly<Record<string, unknown>>) | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly error: string;
  readonly why: string;
  readonly problems: readonly string[];
  readonly errors?: readonly object[];
}

export function refuse(error: string, why: string, problems: readonly string[] = []): Refusal {
  return { ok: false, error, why: problems.length > 0 ? problems.join("; ") : why, problems };
}

export function refusalBody({ error, problems, errors }: Refusal): unknown {
  if (errors) return { ok: false, error, errors };
  if (problems.length === 0) return { ok: false, error };
  return {
    ok: false,
    error,
    errors: problems,
    response_metadata: { messages: problems.map((text) => `[ERROR] ${text}`) },
  };
}

export interface Call {
  readonly token: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
}

export async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const body = (await readBody(request)).toString("utf8");
  const kind = request.headers["content-type"]?.split(";")[0]?.trim() ?? "";
  const args = body === "" ? {} : kind === "application/json" ? readObject(body) : readForm(kind, body);
  if (args === undefined) return undefined;
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  return { token: bearer ?? (typeof args.token === "string" ? args.token : undefined), args };
}

/** A nested argument is a JSON string in a form, and may be one in JSON too. Undefined where it cannot be read. */
export function nested(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A message in answer to a command, or posted to a response_url. */
export const messageAnswer = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(["ephemeral", "in_channel"]).default("ephemeral"),
});

export const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === "true" || value === "1");

function readForm(kind: string, body: string): Record<string, unknown> | undefined {
  return kind === "application/x-www-form-urlencoded" ? Object.fromEntries(new URLSearchParams(body)) : undefined;
}

function readObject(body: string): Record<string, unknown> | undefined {
  return z.record(z.string(), z.unknown()).safeParse(nested(body)).data;
}
