import type { ChatMessage } from "../core/chat.ts";
import { within } from "../core/clock.ts";
import { type Job, ownerName } from "../core/job.ts";
import type { Order } from "../core/ports.ts";
import type { VideoRequest } from "../core/video-request.ts";
import { draftProblemOf } from "../messages/draft-problem.ts";
import { ownKeyInText } from "../messages/leaked-key.ts";
import { cannotSave } from "../messages/notices.ts";
import { type AskStore, STORE_PATIENCE_MS } from "./ask-store.ts";
import { bounds } from "./bounds.ts";
import type { CommandDeps } from "./command-deps.ts";
import { saysKey } from "./leak-guard.ts";
import { turns } from "./turns.ts";

type Wanted = Omit<Order, "sealedKey" | "isVideoWanted">;

type StartOutcome =
  | { readonly kind: "started"; readonly job: Job }
  /** The same event came before. */
  | { readonly kind: "already_accepted" }
  | { readonly kind: "no_key" }
  | { readonly kind: "refused"; readonly message: ChatMessage };

export type StartVideo = (ask: AskStore, wanted: Wanted) => Promise<StartOutcome>;

/** Judges bounds and key and saves the job; one at a time for each person, so that many commands at once stay within the bounds. */
export function videoStarter(deps: CommandDeps): StartVideo {
  const takeTurn = turns();
  const refused: StartOutcome = { kind: "refused", message: cannotSave() };

  return async (ask, wanted) => {
    const taking = takeTurn(ownerName(wanted.owner));
    const endTurn = await within(deps.clock, STORE_PATIENCE_MS, taking);
    if (endTurn === "late") {
      // The turn comes all the same, and must not be held by a command that has been answered.
      void taking.then((end) => end());
      return refused;
    }
    try {
      return await inTurn(ask, wanted);
    } finally {
      endTurn();
    }
  };

  async function inTurn(ask: AskStore, wanted: Wanted): Promise<StartOutcome> {
    const { owner, workspace } = wanted;
    const request = withAddress(deps, wanted);
    if (request === null) return { kind: "refused", message: draftProblemOf({ kind: "picture_private" }).message };
    const known = await ask(() =>
      Promise.all([bounds(deps, owner, workspace), deps.vault.get(owner), deps.settings.get(owner)]),
    );
    if (!known.ok) return refused;
    const [full, key, { isAttached: isVideoWanted }] = known.value;
    if (full) return { kind: "refused", message: full };
    if (!key) return { kind: "no_key" };
    if (saysKey(wanted.request, key)) return { kind: "refused", message: ownKeyInText() };

    // Not cut short by our patience: an order that is saved late must not be answered with "nothing was charged".
    const accepted = await deps.accept({ ...wanted, request, isVideoWanted, sealedKey: deps.vault.seal(owner, key) });
    if (accepted.ok) return { kind: "started", job: accepted.value };
    return accepted.refusal.kind === "cannot_save" ? refused : { kind: "already_accepted" };
  }
}

/** A private picture has another address for each job; null where it can have none. */
function withAddress({ files }: CommandDeps, { id, request }: Wanted): VideoRequest | null {
  const { picture } = request;
  if (!picture?.file) return request;
  return files === null ? null : { ...request, picture: { ...picture, url: files.addressFor(id) } };
}
