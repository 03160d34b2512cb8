import type { JobId } from "../../core/job/ids.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { unreachable } from "../../core/result.ts";
import { draftProblemOf } from "../../messages/ask/draft-problem.ts";
import { ownKeyInText } from "../../messages/ask/leaked-key.ts";
import { cannotSave } from "../../messages/ask/notices.ts";
import { wordsIn } from "../../messages/words.ts";
import { bounds } from "../bounds.ts";
import type { CommandDeps, PayingDeps, StartOutcome, StartVideo } from "../command-deps.ts";
import { saysKey } from "./leak-guard.ts";

/** Judges the key and saves the job that was consented to; the store keeps the bounds, however many commands come at once. */
export function videoStarter(deps: PayingDeps): StartVideo {
  const { maxJobsPerUser: ofOwner, maxJobsPerWorkspace: ofWorkspace } = deps.rules;
  return async function start(ask, wanted): Promise<StartOutcome> {
    const { consent, ...placed } = wanted;
    const { owner } = placed;
    const words = wordsIn(placed.locale);
    const refused: StartOutcome = { kind: "refused", message: cannotSave(words) };
    const request = withAddress(deps, placed.id, consent.request);
    if (request === null)
      return { kind: "refused", message: draftProblemOf({ kind: "picture_private" }, words).message };
    const known = await ask(() => Promise.all([deps.vault.get(owner), deps.settings.get(owner)]));
    if (!known.ok) return refused;
    const [key, { isAttached: isVideoWanted }] = known.value;
    if (!key) return { kind: "no_key" };
    if (saysKey(consent.request, key)) return { kind: "refused", message: ownKeyInText(words) };

    // Not cut short by our patience: an order that is saved late must not be answered with "nothing was charged".
    const order = { ...placed, request, isVideoWanted, sealedKey: deps.vault.seal(owner, key) };
    const accepted = await deps.accept(order, { ofOwner, ofWorkspace });
    if (accepted.ok) return { kind: "started", job: accepted.value };
    const { kind } = accepted.refusal;
    switch (kind) {
      case "cannot_save":
        return refused;
      case "already_accepted":
        return { kind };
      case "full": {
        const full = await ask(() => bounds(deps, wanted, words));
        if (!full.ok) return refused;
        // One of them ended meanwhile.
        return full.value ? { kind: "refused", message: full.value } : start(ask, wanted);
      }
      default:
        return unreachable(kind);
    }
  };
}

/** A private picture has another address for each job; null where it can have none. */
function withAddress({ files }: CommandDeps, id: JobId, request: VideoRequest): VideoRequest | null {
  const { picture } = request;
  if (!picture?.file) return request;
  return files === null ? null : { ...request, picture: { ...picture, url: files.addressFor(id) } };
}
