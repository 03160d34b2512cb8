/** What came of joining; `bytes` with "joined" alone. */
export interface Joining {
  readonly kind: "joined" | "unreadable" | "unequal" | "too_large";
  readonly nth?: number;
  readonly durationMs?: number;
  readonly bytes?: Uint8Array;
}

/** To come. */
export async function joined(_files: readonly number[], _maxBytes: number): Promise<Joining> {
  return { kind: "unreadable" };
}
