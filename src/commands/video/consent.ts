import type { ActionOf } from "../../core/button.ts";
import type { Trouble } from "../../core/health.ts";
import type { PriceQuestion, UnconfirmedRequest } from "../../core/request/kept-request.ts";
import type { PlannedVideo } from "../../core/request/plan-video.ts";
import { type Credits, priceOf } from "../../core/request/price.ts";
import { isAskedBefore, type Settings } from "../../core/request/settings.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { PaidBy } from "../../core/team/payer.ts";

const given: unique symbol = Symbol("given");

/**
 * A person's consent to pay. Nothing starts without one and only this file creates them, so code that starts a video without
 * asking does not compile.
 */
export interface Consent {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  readonly pay: PaidBy;
  readonly [given]: true;
}

/** Refuses with the question to ask first. Always asks while the video service has trouble. */
export function consentTo(
  { request, suspected, flagsAsText }: Pick<PlannedVideo, "request" | "suspected" | "flagsAsText">,
  { confirmAbove }: Settings,
  {
    pay,
    trouble,
    named,
  }: {
    readonly pay: PaidBy;
    readonly trouble: Trouble | null;
    /** The price last shown for this request. */
    readonly named?: Credits | undefined;
  },
): Result<Consent, PriceQuestion> {
  const price = priceOf(request);
  const isDear = isAskedBefore(price, confirmAbove);
  const changedFrom = named === price ? undefined : named;
  if (!isDear && changedFrom === undefined && suspected.length === 0 && !trouble) return ok(consent([request], pay));
  const changed = changedFrom === undefined ? {} : { changedFrom };
  return refuse({ above: isDear ? confirmAbove : null, ...changed, suspected, flagsAsText, trouble });
}

export function consentToConfirmed(
  { each, flagsAsText = [], pay }: UnconfirmedRequest,
  pressed: ActionOf<"start_kept" | "start_typed" | "pay_kept">,
): Consent | null {
  const [first, ...more] = pressed.kind === "start_typed" ? flagsAsText : each;
  return first === undefined ? null : consent([first, ...more], pressed.kind === "pay_kept" ? pressed.pay : pay);
}

function consent(each: Consent["each"], pay: PaidBy): Consent {
  return { each, pay, [given]: true };
}
