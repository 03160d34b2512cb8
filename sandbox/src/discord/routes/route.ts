import type { RateLimit } from "./rate-limit.ts";
import type { ReadRequest } from "./upload.ts";

/** One request to one address. */
export interface Call extends ReadRequest {
  /** A part of the path that the route names with a colon. */
  param(name: string): string;
  readonly query: URLSearchParams;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** One address of the REST interface. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v10`, with `:names` for what varies. */
  readonly path: string;
  /** Whether the bot's own token is needed; interactions carry theirs in the path. */
  readonly needsBot: boolean;
  readonly limit?: (param: Call["param"]) => RateLimit;
  serve(call: Call): Answer;
}
