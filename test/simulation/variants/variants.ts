import { FILES } from "./variants-files.ts";
import { LOOKING } from "./variants-looking.ts";
import { PAYING } from "./variants-paying.ts";
import { SHARING } from "./variants-sharing.ts";
import { TELLING } from "./variants-telling.ts";
import { WAITING } from "./variants-waiting.ts";

/** The product with one mistake: a place in its source that reads otherwise. */
export interface Variant {
  /** The mistake in plain words. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly search: string;
  readonly replacement: string;
  /** A planned life, or a seed, that was seen to break: tried first where chance takes long to find one. */
  readonly tryFirst?: string | number;
  /** It takes two processes that share the jobs. */
  readonly isOfFleet?: boolean;
}

/** Mistakes that somebody could make; every one must break a claim. */
export const VARIANTS: readonly Variant[] = [...PAYING, ...TELLING, ...LOOKING, ...FILES, ...SHARING, ...WAITING];
