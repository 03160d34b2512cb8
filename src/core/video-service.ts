export interface VideoService {
  readonly name: string | null;
  /** People get a key and see their credits at this address; null: none is known. */
  readonly dashboardUrl: string | null;
}

export type ApiRefusal =
  | { readonly kind: "no_key" | "bad_key" | "no_credits" }
  /** `detail` is for the log, never for a person; `serviceWords` is the service's own explanation, made plain: one line, for a person, never for the log. */
  | { readonly kind: "bad_request"; readonly detail: string; readonly serviceWords?: string }
  | { readonly kind: "busy"; readonly detail: string }
  /** Nothing at its address takes videos: the operator's mistake. */
  | { readonly kind: "wrong_address"; readonly detail: string }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | null }
  /** `sent`: the request's bytes may have reached the service, so it may have been charged. */
  | { readonly kind: "unavailable"; readonly sent: boolean; readonly detail: string };

/** A raw answer to the paid call, as it came; `isWhole`: not cut off. */
export interface RawAnswer {
  readonly status?: number;
  readonly text: string;
  readonly isWhole: boolean;
}
