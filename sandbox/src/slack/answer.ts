import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { readBody } from "../http.ts";
import { type Channel, ids, type Workspace } from "./workspace.ts";

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
  const args = readArgs(body, kind);
  if (args === undefined) return undefined;
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  return { token: bearer ?? (typeof args.token === "string" ? args.token : undefined), args };
}

function readArgs(body: string, kind: string): Record<string, unknown> | undefined {
  if (body === "") return {};
  if (kind === "application/json") return z.record(z.string(), z.unknown()).safeParse(nested(body)).data;
  return kind === "application/x-www-form-urlencoded" ? Object.fromEntries(new URLSearchParams(body)) : undefined;
}

/** A nested argument is a JSON string in a form, and may be one in JSON too. */
export function nested(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export const messageAnswer = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(["ephemeral", "in_channel"]).default("ephemeral"),
});

export const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === "true" || value === "1");

export interface Method {
  readonly token: "bot" | "app" | "config" | "none";
  run(args: Readonly<Record<string, unknown>>): Answer;
}

/** A list, an object, true or false, which a form sends as text. A number stays text, because a ts is text. */
const LITERAL = /^(?:[[{].*[\]}]|true|false)$/s;

function asSent(raw: Readonly<Record<string, unknown>>): unknown {
  const { token: _, ...args } = raw;
  const read = ([name, value]: [string, unknown]) => {
    const isLiteral = typeof value === "string" && name !== "text" && LITERAL.test(value);
    return [name, isLiteral ? (nested(value) ?? value) : value] as const;
  };
  return Object.fromEntries(Object.entries(args).map(read));
}

export type Methods = Readonly<Record<string, Method>>;

export function method<A>(shape: z.ZodType<A>, run: (args: A, sent: unknown) => Answer): Method {
  return {
    token: "bot",
    run(raw) {
      const parsed = shape.safeParse(raw, { reportInput: true });
      return parsed.success ? run(parsed.data, asSent(raw)) : refuse("invalid_arguments", "", problemsOf(parsed.error));
    },
  };
}

export function reach(
  workspace: Workspace,
  channelId: string,
): { readonly ok: true; readonly channel: Channel } | Refusal {
  const channel = workspace.channel(channelId) ?? workspace.directMessage(channelId);
  if (channel?.members.has(ids.botUserId)) return { ok: true, channel };
  return channel?.kind === "public"
    ? refuse("not_in_channel", `the bot has not joined #${channel.name}`)
    : refuse("channel_not_found", `the bot knows no channel ${channelId}`);
}

type Issue = z.core.$ZodIssue;

export function problemsOf(error: z.ZodError, root: readonly PropertyKey[] = []): readonly string[] {
  return error.issues.map((issue) => problem(wordsFor(issue), [...root, ...pathOf(issue)]));
}

export function problem(words: string, path: readonly PropertyKey[]): string {
  return `${words} [json-pointer:/${path.map(String).join("/")}]`;
}

function pathOf(issue: Issue): readonly PropertyKey[] {
  return isMissing(issue) ? issue.path.slice(0, -1) : issue.path;
}

function wordsFor(issue: Issue): string {
  if (isMissing(issue)) return `missing required field: ${String(issue.path.at(-1))}`;
  switch (issue.code) {
    case "too_big":
      return issue.origin === "array"
        ? `no more than ${issue.maximum} items allowed`
        : `must be less than ${Number(issue.maximum) + 1}${issue.origin === "string" ? " characters" : ""}`;
    case "too_small":
      return issue.origin === "array"
        ? `no fewer than ${issue.minimum} items allowed`
        : `must be more than ${Number(issue.minimum) - 1}${issue.origin === "string" ? " characters" : ""}`;
    case "unrecognized_keys":
      return `invalid additional property: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return unionWords(issue.input);
    default:
      return issue.message;
  }
}

function unionWords(input: unknown): string {
  const { data } = z.object({ type: z.string() }).safeParse(input);
  return data ? `unsupported type: ${data.type}` : "failed to match all allowed schemas";
}

/** Needs `reportInput`: without it every wrong type would look like a missing field. */
function isMissing(issue: Issue): boolean {
  return issue.path.length > 0 && issue.input === undefined && ["invalid_type", "invalid_value"].includes(issue.code);
}
