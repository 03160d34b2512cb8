import type { Owner } from "../core/job/ids.ts";

export interface SealedText {
  readonly purpose: "stored" | "job";
  readonly owner: Owner;
  readonly sealed: string;
}

/** What is sealed in an engine's store, whether or not a bot runs on it. Its methods fail where the store does. */
export interface SealedTexts {
  readonly isInUse: boolean;
  /** What keyv holds there as a text; null for nothing. */
  noted(namespace: string, key: string): Promise<string | null>;
  /** Shows every sealed text to `renew`, and puts what that returns in its place, unless it changed meanwhile. */
  renewAll(renew: (text: SealedText) => string | null): Promise<void>;
  close(): Promise<void>;
}
