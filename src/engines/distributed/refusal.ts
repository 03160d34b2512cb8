/**
 * Why Redis cannot be used. `detail` is the reason in a few words, for the operator: never the address itself, which may
 * carry a password.
 */
export interface RedisRefusal {
  readonly kind:
    | "missing_packages"
    | "unreachable"
    | "bad_login"
    | "too_old"
    | "cluster"
    | "replica"
    | "may_lose"
    /** Its settings may not be read, as on many managed services. */
    | "unknown_durability"
    /** `npm run migrate` was cut off, or has moved what is in there elsewhere. */
    | "half_copied"
    | "moved_away";
  readonly detail: string;
}
