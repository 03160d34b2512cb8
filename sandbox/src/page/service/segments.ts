import { element } from "../core/element.ts";

/** One of a few, side by side. */
export interface Segments {
  readonly box: HTMLElement;
  /** Marks what is so; what somebody is just choosing stays until then. */
  show(value: string): void;
}

/** Radio buttons under a legend; what was not done is not marked. */
export function drawSegments(how: {
  readonly name: string;
  readonly legend: string;
  readonly labels: readonly (readonly [value: string, label: string])[];
  choose(value: string): Promise<boolean> | boolean;
}): Segments {
  let shown: string | undefined;
  const inputs = how.labels.map(([value]) => element("input", { type: "radio", name: how.name, value }));
  const mark = () => {
    for (const input of inputs) input.checked = input.value === shown;
  };
  const box = element(
    "fieldset",
    { class: "choice" },
    element("legend", {}, how.legend),
    ...how.labels.map(([, label], index) => element("label", {}, inputs[index], label)),
  );
  box.addEventListener("change", () => {
    const chosen = inputs.find((input) => input.checked)?.value ?? "";
    void Promise.resolve(how.choose(chosen)).then((isDone) => {
      if (!isDone) mark();
    });
  });
  return {
    box,
    show(value) {
      if (value === shown) return;
      shown = value;
      mark();
    },
  };
}
