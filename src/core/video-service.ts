/** The video service as its operator names it to people. */
export interface VideoService {
  /** The name that people know it by; null: "the video service". */
  readonly name: string | null;
  /** Where people get a key and see their credits; null: nobody says. */
  readonly dashboardUrl: string | null;
}

/** How the service refuses. */
export type ApiRefusal =
  | { readonly kind: "no_key" | "bad_key" | "no_credits" }
  /** `detail` is for the log, never for a person; `said` is what the service says about it in its own words, made plain: one line, for a person, never for the log. */
  | { readonly kind: "bad_request"; readonly detail: string; readonly said?: string }
  /** It has too much to do, and took nothing. */
  | { readonly kind: "busy"; readonly detail: string }
  /** Nothing at its address takes videos: the operator's mistake. */
  | { readonly kind: "wrong_address"; readonly detail: string }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | null }
  /** `sent`: the request's bytes may have reached the service, so it may have been charged; `isError`: it answered with an error. */
  | { readonly kind: "unavailable"; readonly sent: boolean; readonly detail: string; readonly isError?: boolean };

/** An answer to the paid call as it came; `isWhole`: not cut off. */
export interface RawAnswer {
  /** The HTTP status; absent: 200. */
  readonly status?: number;
  readonly text: string;
  readonly isWhole: boolean;
}
