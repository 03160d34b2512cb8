import type { Field, Form } from "../../core/chat.ts";
import { DURATIONS, priceOf, RESOLUTIONS } from "../../core/request/price.ts";
import { packSize } from "../../core/request/size.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { Words } from "../words.ts";
import { offeredIn } from "./choices.ts";

/** The same form with a field for who pays, below the others. */
export function withPayer(form: Form, payer: Payer, words: Words): Form {
  const options = offeredIn(words).pay.filter(({ value }) => value !== "auto");
  const field: Field = {
    kind: "choice",
    id: "pay",
    label: words.settings.labels.pay,
    hint: null,
    value: payer,
    options,
  };
  return { ...form, fields: [...form.fields, field] };
}

/** The same form with `most` fields at most: where it has more, length and resolution become one choice with its price. */
export function fitForm(form: Form, most: number, words: Words): Form {
  if (form.fields.length <= most) return form;
  const chosen = (name: string) => form.fields.find((field) => field.kind === "choice" && field.id === name);
  const [duration, resolution] = [chosen("duration"), chosen("resolution")];
  if (duration?.kind !== "choice" || resolution?.kind !== "choice") return form;
  const { amounts, facts } = words;
  const size: Field = {
    kind: "choice",
    id: "size",
    label: resolution.label,
    hint: null,
    value: `${resolution.value}-${duration.value}`,
    options: RESOLUTIONS.flatMap((sharp) =>
      DURATIONS.map((seconds) => ({
        label: [sharp, facts.seconds(seconds), amounts.credits(priceOf(sharp, seconds))].join(" · "),
        value: packSize(sharp, seconds),
      })),
    ),
  };
  const fields = form.fields.flatMap((field) => (field === duration ? [] : field === resolution ? [size] : [field]));
  return { ...form, fields };
}
