export interface VideoService {
  readonly name: string | null;
  /** Where people get a key and see their credits. Null: unknown. */
  readonly dashboardUrl: string | null;
}

export type ApiRefusal =
  | { readonly kind: "no_key" | "bad_key" | "no_credits" }
  /**
   * `detail` is for the log, never for a person. `serviceWords` is the service's own explanation as one line of plain
   * text, for the person, never for the log.
   */
  | { readonly kind: "bad_request"; readonly detail: string; readonly serviceWords?: string }
  | { readonly kind: "busy"; readonly detail: string }
  /** Nothing at this address accepts videos: a configuration mistake. */
  | { readonly kind: "wrong_address"; readonly detail: string }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number | null }
  /** `sent`: the request may have reached the service, so it may have been charged. */
  | { readonly kind: "unavailable"; readonly sent: boolean; readonly detail: string };

/** The raw response to the paid call. `isWhole`: it was not truncated. */
export interface RawAnswer {
  readonly status?: number;
  readonly text: string;
  readonly isWhole: boolean;
}
