import type { Choice } from "../../core/option-specs.ts";
import { asPicture } from "../../core/option-specs.ts";
import { DURATIONS, priceOf, RESOLUTIONS } from "../../core/request/price.ts";
import { CONFIRM_ABOVES, meaningOf, type Settings } from "../../core/request/settings.ts";
import { RATIOS } from "../../core/request/video-request.ts";
import { PAYERS } from "../../core/team/payer.ts";
import type { Words } from "../words.ts";

/** What a form offers, in one language. */
export interface Offered {
  readonly ratio: readonly Choice[];
  readonly asPicture: Choice;
  readonly duration: readonly Choice[];
  readonly resolution: readonly Choice[];
  readonly pay: readonly Choice[];
  readonly ping: readonly Choice[];
  readonly broadcast: Choice;
  readonly attach: readonly Choice[];
  /** The same where a card plays nothing itself, as on Slack. */
  readonly attachInThread: readonly Choice[];
  readonly visibility: readonly Choice[];
  readonly confirm_above: readonly Choice[];
}

/** Every choice with the label that a person of this language reads. */
export function offeredIn({ choices }: Pick<Words, "choices">, confirmAboves = CONFIRM_ABOVES): Offered {
  const { ping, attach, visibility, confirmAbove } = choices;
  return {
    ratio: RATIOS.map((value) => ({ label: choices.ratio[value], value })),
    asPicture: { label: choices.asPicture, value: asPicture.value },
    duration: DURATIONS.map((seconds) => ({ label: choices.duration(seconds), value: String(seconds) })),
    resolution: RESOLUTIONS.map((value) => ({
      label: choices.resolution(value, priceOf(value, 10), priceOf(value, 15)),
      value,
    })),
    pay: [{ label: choices.payByItself, value: "auto" }, ...PAYERS.map((value) => labelled(choices.pay, value))],
    ping: [labelled(ping, "on"), labelled(ping, "off")],
    broadcast: labelled(ping, "channel"),
    attach: [labelled(attach, "yes"), labelled(attach, "no")],
    attachInThread: [{ label: choices.attachInThread, value: "yes" }, labelled(attach, "no")],
    visibility: [labelled(visibility, "here"), labelled(visibility, "private")],
    confirm_above: confirmAboves.map((credits) => ({
      label: confirmAbove[meaningOf(credits)](credits),
      value: String(credits),
    })),
  };
}

function labelled<Value extends string>(labels: Readonly<Record<Value, string>>, value: Value): Choice {
  return { label: labels[value], value };
}

/** The settings as their choices' values. */
export function valuesOf(settings: Settings) {
  return {
    ratio: settings.aspectRatio ?? "16:9",
    duration: String(settings.duration ?? 10),
    resolution: settings.resolution ?? "480p",
    ping: settings.isSilent ? "off" : settings.isBroadcast ? "channel" : "on",
    attach: settings.isAttached ? "yes" : "no",
    visibility: settings.isPrivate ? "private" : "here",
    confirm_above: String(settings.confirmAbove),
    pay: settings.pay ?? "auto",
  };
}
