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

/** Asks for several videos; `isShort`: shape, length and resolution are one choice. */
export function batchForm(
  { values, isShort }: { readonly values: VideoFormValues; readonly isShort: boolean },
  words: Words,
): Form {
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
      kindField(words),
      ...(isShort ? [lookField(values, words)] : look),
      picture,
    ],
  };
}

function kindField({ several }: Words): Field {
  const { form } = several;
  const labelOf = (kind: BatchKind) => (kind === "scenes" ? form.eachLine : form.versions(Number(kind)));
  const options = BATCH_KINDS.map((kind) => ({ label: labelOf(kind), value: kind }));
  return { kind: "choice", look: "radio", id: "make", label: form.make, hint: null, value: "scenes", options };
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
