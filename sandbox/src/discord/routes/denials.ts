import { type Known, refuse } from "./refusal.ts";

/** A request that the emulator is told to refuse, even if there is nothing wrong with it. */
export interface Denial {
  readonly what: Known;
  /** With the bot's own token, or with an interaction's; both where nothing is said. First answers are never denied. */
  readonly by?: "bot" | "token";
  /** Every channel where nothing is said. */
  readonly channelId?: string;
  readonly methods?: readonly string[];
  /** Only what brings files. */
  readonly isUpload?: true;
}

/** What people's moderators, settings and deletions make of a channel, on demand. */
export interface Denials {
  /** From now on; the returned function ends it. */
  add(denial: Denial): () => void;
  /** Throws the refusal where there is one. */
  check(request: {
    readonly by: "bot" | "token";
    readonly channelId: string;
    readonly method: string;
    readonly isUpload: boolean;
  }): void;
}

export function openDenials(): Denials {
  const denials = new Set<Denial>();
  return {
    add(denial) {
      denials.add(denial);
      return () => denials.delete(denial);
    },
    check({ by, channelId, method, isUpload }) {
      for (const denial of denials) {
        const fits =
          (denial.by ?? by) === by &&
          (denial.channelId ?? channelId) === channelId &&
          (denial.methods ?? [method]).includes(method) &&
          (isUpload || !denial.isUpload);
        if (fits) throw refuse(denial.what);
      }
    },
  };
}
