import type { ButtonAction } from "../core/button.ts";
import type { Job } from "../core/job.ts";
import type { KeptRequest } from "../core/kept-request.ts";
import { type Credits, priceOf } from "../core/price.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { Settings } from "../core/settings.ts";
import { judgedAnew, type VideoRequest } from "../core/video-request.ts";

const given: unique symbol = Symbol("given");

/**
 * A request that its person is willing to pay for. Nothing starts without one, and this file alone makes them, so that a
 * new way to start a video has to ask or does not compile.
 */
export interface Consent {
  readonly request: VideoRequest;
  readonly [given]: true;
}

/** What is asked before a video starts. */
export type Question =
  /** It costs more than its person takes for granted. */
  | { readonly kind: "price"; readonly above: Credits }
  /** Its whole prompt asks for help. */
  | { readonly kind: "help" };

/** The consent that lies in the person's own settings, or what they want to be asked first. */
export function consentTo(
  request: VideoRequest,
  { confirmAbove }: Settings,
): Result<Consent, Extract<Question, { readonly kind: "price" }>> {
  const price = priceOf(request.resolution, request.duration);
  return confirmAbove > 0 && price > confirmAbove
    ? refuse({ kind: "price", above: confirmAbove })
    : ok(consent(request));
}

/** The consent to a request that was kept with the question about it, and whose *Start it* was pressed. */
export function consentToKept({ request }: KeptRequest, _pressed: Pressed<"start_kept">): Consent {
  return consent(request);
}

/** The consent to a copy of a card's request, whose question named the price, and whose *Start it* was pressed. */
export function consentToCopy({ request }: Job, { button }: Pressed<"start_it">): Consent {
  const changed = button === "in_720p" ? { resolution: "720p" as const } : {};
  return consent({ ...judgedAnew(request), ...changed });
}

type Pressed<Kind extends ButtonAction["kind"]> = Extract<ButtonAction, { readonly kind: Kind }>;

function consent(request: VideoRequest): Consent {
  return { request, [given]: true };
}
