/** What a look at teams' books found. */
export interface TeamBooksSeen {
  /** How many months of teams there are. */
  readonly months: number;
  /** Those whose sums are not what their rows come to: `discord:123 2026-11`. */
  readonly differing: readonly string[];
}
