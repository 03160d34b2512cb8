import type { Journal } from "../journal.ts";

/** Tells the journal what the bot was refused. `path` must hold no secret. */
export function journalRefusal(
  journal: Journal,
  refused: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly code: string;
    readonly why: string;
    readonly interactionId?: string | undefined;
  },
): void {
  const { interactionId, ...payload } = refused;
  journal.add({ place: "slack", kind: "refused", ...(interactionId !== undefined && { interactionId }), payload });
}
