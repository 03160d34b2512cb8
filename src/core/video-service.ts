import type { TaskId } from "./job/ids.ts";
import type { Credits } from "./request/price.ts";
import type { VideoRequest } from "./request/video-request.ts";
import type { Result } from "./result.ts";
import type { Secret } from "./text/secret.ts";
export interface VideoService {
  readonly name: string | null;
  readonly dashboardUrl: string | null;
}

export type ApiRefusal =
  | { readonly kind: "no_key" | "bad_key" | "no_credits" }
  /** `detail` is only for the log. `serviceWords` (one line of the service's own) is only for the person. */
  | { readonly kind: "bad_request"; readonly detail: string; readonly serviceWords?: string }
  | { readonly kind: "busy"; readonly detail: string }
  /** Nothing at this address accepts videos: a configuration mistake. */
  | { readonly kind: "wrong_address"; readonly detail: string }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | null }
  /** `sent`: the request may have reached the service, so it may have been charged. */
  | { readonly kind: "unavailable"; readonly sent: boolean; readonly detail: string };

export interface RawAnswer {
  readonly status?: number;
  readonly text: string;
  readonly isWhole: boolean;
}

export type Task =
  /** `percent`: 0 to 100. */
  | { readonly status: "running"; readonly percent: number | null }
  /** A `videoUrl` that is unsafe to pass on counts as missing. */
  | { readonly status: "succeeded"; readonly videoUrl: string | null }
  | { readonly status: "failed"; readonly reason?: string };

export interface Started {
  readonly taskId: TaskId;
  readonly credits: Credits | null;
  readonly problem?: string;
}

export type PollRefusal = ApiRefusal | { readonly kind: "unknown_task" };

/** "no_credits": the key works, but the account has too few credits. "unchecked": no clear answer. */
export type KeyVerdict = "good" | "no_credits" | "bad" | "unchecked";

/** Every HTTP outcome is a value, and nothing is retried here. */
export interface VideoApi {
  /**
   * The service starts one task per idempotency key, which it remembers for `forMs`. `place` names its address and header.
   */
  readonly idempotency?: { readonly place: string; readonly forMs: number };
  /** Calls `saveAnswer` before it parses an answer that may contain a task. `saveAnswer` must not reject. */
  submit(
    key: Secret,
    request: VideoRequest,
    saveAnswer: (answer: RawAnswer) => Promise<void>,
    idempotencyKey?: string,
  ): Promise<Result<Started, ApiRefusal>>;
  readAnswer(answer: RawAnswer): Result<Started, ApiRefusal>;
  poll(key: Secret, taskId: TaskId): Promise<Result<Task, PollRefusal>>;
  /** Spends no credits, and takes at most 8 s. */
  checkKey(key: Secret): Promise<KeyVerdict>;
  close(): Promise<void>;
}
