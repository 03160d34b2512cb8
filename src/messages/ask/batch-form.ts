import { BATCH_KINDS, BATCH_MAX, type BatchKind } from "../../core/batch/plan-batch.ts";
import type { Field, Form } from "../../core/chat.ts";
import { DURATIONS, priceOf, RESOLUTIONS } from "../../core/request/price.ts";
import { packLook } from "../../core/request/size.ts";
import { PROMPT_MAX, RATIOS } from "../../core/request/video-request.ts";
import type { Words } from "../words.ts";
import { offeredIn } from "./choices.ts";
import { pictureField, type VideoFormValues, videoFields } from "./forms.ts";

/** Most characters of all scenes together; a platform's own field may hold less. */
const SCENES_MAX = BATCH_MAX * PROMPT_MAX;

interface BatchAskedFor {
  readonly values: VideoFormValues;
  /** Shape, length and resolution are one choice. */
  readonly isShort: boolean;
  /** One video can go on from another here. */
  readonly canChain: boolean;
}

/** Asks for several videos. */
export function batchForm({ values, isShort, canChain }: BatchAskedFor, words: Words): Form {
  const { forms, several } = words;
  const { form } = several;
  const picture = pictureField({ address: "", hints: forms.hints, isRequired: false }, words);
  const [prompt, ...others] = videoFields(values, { promptHint: form.scenesHint, picture }, words);
  const look = others.filter((field) => field !== picture);
  return {
    id: "batch",
    title: form.title,
    submit: form.submit,
    note: form.note,
    fields: [
      ...(prompt?.kind === "text" ? [{ ...prompt, label: form.scenes, maxLength: SCENES_MAX }] : []),
      kindField(canChain, words),
      ...(isShort ? [lookField(values, words)] : look),
      picture,
    ],
  };
}

function kindField(canChain: boolean, { several }: Words): Field {
  const { form } = several;
  const kinds = BATCH_KINDS.filter((kind) => canChain || kind !== "chain");
  const options = kinds.map((kind) => ({ label: kindLabel(kind, form), value: kind }));
  return { kind: "choice", look: "radio", id: "make", label: form.make, hint: null, value: "scenes", options };
}

function kindLabel(kind: BatchKind, form: Words["several"]["form"]): string {
  if (kind === "scenes") return form.eachLine;
  return kind === "chain" ? form.chain : form.versions(Number(kind));
}

/** One choice of eight, each with the price of one video. */
function lookField({ ratio, resolution, duration }: VideoFormValues, words: Words): Field {
  const { facts, amounts, several } = words;
  const shapes = offeredIn(words).ratio;
  const options = RATIOS.flatMap((shape) =>
    RESOLUTIONS.flatMap((sharp) =>
      DURATIONS.map((seconds) => ({
        label: [
          shapes.find(({ value }) => value === shape)?.label ?? shape,
          sharp,
          facts.seconds(seconds),
          amounts.credits(priceOf(sharp, seconds)),
        ].join(" · "),
        value: packLook(shape, sharp, seconds),
      })),
    ),
  );
  const value = [ratio, resolution, duration].join("-");
  return { kind: "choice", id: "size", label: several.form.look, hint: several.form.eachCosts, value, options };
}
