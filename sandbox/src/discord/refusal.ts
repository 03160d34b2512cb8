import type { z } from "zod";

/** Source: Discord docs, topics/opcodes-and-status-codes (read 2026-11-21). */
const KNOWN = {
  unauthorized: [401, 0, "401: Unauthorized"],
  not_found: [404, 0, "404: Not Found"],
  method_not_allowed: [405, 0, "405: Method Not Allowed"],
  unknown_channel: [404, 10003, "Unknown Channel"],
  unknown_guild: [404, 10004, "Unknown Guild"],
  unknown_member: [404, 10007, "Unknown Member"],
  unknown_message: [404, 10008, "Unknown Message"],
  unknown_webhook: [404, 10015, "Unknown Webhook"],
  unknown_interaction: [404, 10062, "Unknown interaction"],
  unknown_command: [404, 10063, "Unknown application command"],
  foreign_application: [403, 20012, "You are not authorized to perform this action on this application"],
  too_large: [413, 40005, "Request entity too large"],
  already_acknowledged: [400, 40060, "Interaction has already been acknowledged."],
  missing_access: [403, 50001, "Missing Access"],
  too_many_follow_ups: [400, 40094, "This interaction has reached the maximum number of follow-up messages"],
  cannot_message_person: [403, 50007, "Cannot send messages to this user"],
  missing_permissions: [403, 50013, "Missing Permissions"],
  archived_thread: [400, 50083, "Thread is archived"],
  locked_thread: [403, 160005, "This thread is locked"],
  blocked_message: [400, 200000, "Message was blocked by automatic moderation"],
  blocked_title: [400, 200001, "Title was blocked by automatic moderation"],
  foreign_author: [403, 50005, "Cannot edit a message authored by another user"],
  empty_message: [400, 50006, "Cannot send an empty message"],
  file_too_large: [400, 50045, "File uploaded exceeds the maximum size"],
  uploads_limited: [403, 400001, "Access to file uploads has been limited for this guild"],
  invalid_webhook_token: [401, 50027, "Invalid Webhook Token"],
  invalid_recipient: [400, 50033, "Invalid Recipient(s)"],
  invalid_json: [400, 50109, "The request body contains invalid JSON."],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>;

export interface Fault {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

export function fault(path: Fault["path"], code: string, message: string): Fault {
  return { path, code, message };
}

export function flaw(path: (string | number)[], code: string, message: string) {
  return { path, message, params: { code } };
}

/** Thrown by a route. The router turns it into the response. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>> & { readonly message: string },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export type Known = keyof typeof KNOWN;

export function refuse(what: Known): Refusal {
  const [status, code, message] = KNOWN[what];
  return new Refusal(status, { message, code });
}

export function rateLimited(
  waitMs: number,
  headers: Readonly<Record<string, string>> & { readonly "x-ratelimit-scope": "user" | "shared" | "global" },
  code?: number,
): Refusal {
  const scope = headers["x-ratelimit-scope"];
  return new Refusal(
    429,
    {
      message: `${scope === "shared" ? "The resource is" : "You are"} being rate limited.`,
      retry_after: waitMs / 1_000,
      global: scope === "global",
      ...(code && { code }),
    },
    { "retry-after": String(Math.ceil(waitMs / 1_000)), ...headers },
  );
}

export function invalidForm(faults: readonly Fault[]): Refusal {
  return new Refusal(400, { message: "Invalid Form Body", code: 50035, errors: errorTree(faults) });
}

function errorTree(faults: readonly Fault[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  const here = faults.filter((fault) => fault.path.length === 0);
  if (here.length > 0) tree._errors = here.map(({ code, message }) => ({ code, message }));
  for (const key of new Set(faults.flatMap((fault) => fault.path.slice(0, 1)))) {
    const below = faults.filter((fault) => fault.path[0] === key);
    tree[String(key)] = errorTree(below.map((fault) => ({ ...fault, path: fault.path.slice(1) })));
  }
  return tree;
}

export interface Denial {
  readonly what: Known;
  readonly by?: "bot" | "token";
  readonly channelId?: string;
  readonly methods?: readonly string[];
  readonly isUpload?: true;
}

export function openDenials() {
  const denials = new Set<Denial>();
  return {
    add(denial: Denial): () => void {
      denials.add(denial);
      return () => denials.delete(denial);
    },
    check(call: { by: "bot" | "token"; channelId: string; method: string; isUpload: boolean }) {
      const denial = [...denials].find(
        ({ by, channelId, methods, isUpload }) =>
          (by ?? call.by) === call.by &&
          (channelId ?? call.channelId) === call.channelId &&
          (methods ?? [call.method]).includes(call.method) &&
          (call.isUpload || !isUpload),
      );
      if (denial) throw refuse(denial.what);
    },
  };
}

/** Refuses as Discord does, with every fault at its place. Unknown keys are dropped, as Discord drops them. */
export function parseForm<Form>(schema: z.ZodType<Form>, body: unknown, at: readonly (string | number)[] = []): Form {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidForm(parsed.error.issues.flatMap(faultsOf).map((fault) => ({ ...fault, path: [...at, ...fault.path] })));
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  const one = (code: string, message: string) => [fault(path, code, message)];
  if (issue.input === undefined && issue.code !== "custom") return one("BASE_TYPE_REQUIRED", "This field is required");
  switch (issue.code) {
    case "too_big":
      if (issue.origin !== "string" && issue.origin !== "array")
        return one("NUMBER_TYPE_MAX", `Value should be less than or equal to ${issue.maximum}.`);
      return one("BASE_TYPE_MAX_LENGTH", `Must be ${issue.maximum} or fewer in length.`);
    case "too_small":
      if (issue.origin !== "string" && issue.origin !== "array")
        return one("NUMBER_TYPE_MIN", `Value should be greater than or equal to ${issue.minimum}.`);
      return one("BASE_TYPE_MIN_LENGTH", `Must be ${issue.minimum} or more in length.`);
    case "invalid_value":
      return one("BASE_TYPE_CHOICES", `Value must be one of {${issue.values.join(", ")}}.`);
    case "invalid_format":
      return one("STRING_TYPE_REGEX", `Value ${JSON.stringify(issue.input)} is not well formed.`);
    case "invalid_union":
      return one("UNION_TYPE_CHOICES", "Value is of no known kind here.");
    case "unrecognized_keys":
      return issue.keys.map((key) => fault([...path, key], "BASE_TYPE_CHOICES", "There is no such key."));
    case "custom":
      return one(String(issue.params?.code ?? "BASE_TYPE_BAD"), issue.message);
    default:
      return one("BASE_TYPE_BAD_TYPE", issue.message);
  }
}
