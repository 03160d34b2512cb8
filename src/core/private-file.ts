import type { JobId } from "./job/ids.ts";
import type { Result } from "./result.ts";

/** A file that a platform gives to nobody but its own people, and to the bot. */
export interface PrivateFile {
  readonly platform: "slack";
  readonly teamId: string;
  readonly enterpriseId?: string | null;
  readonly id: string;
}

/** Fetches a file that only the platform's own people see. */
export type OpenFile = (file: PrivateFile) => Promise<Result<Uint8Array, { readonly kind: "gone" | "unreachable" }>>;

/** How the video service comes to pictures that a platform shows to its own people alone. */
export interface PrivateFiles {
  /** Where that job's picture is served while the job is under way; it cannot be guessed. */
  addressFor(id: JobId): string;
  /** The picture itself, judged by its content. The caller knows who may see it. */
  open(
    file: PrivateFile,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly type: string }, { readonly kind: string }>>;
  /** Whether the platform says that there is no such file (any more). */
  isGone(file: PrivateFile): Promise<boolean>;
}
