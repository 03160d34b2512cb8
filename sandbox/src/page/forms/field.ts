import { element } from "../core/element.ts";
import type { Control } from "./controls.ts";

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string;
  /** Says so behind the label. */
  readonly isOptional?: boolean;
  /** The same for as long as what stands in the control may stay there. */
  readonly kept: string;
  readonly control: Control;
}

/** A field as it stands in the form. */
export interface DrawnField {
  readonly name: string;
  readonly node: HTMLElement;
  readonly control: Control;
  /** "" where nothing is wrong with it. */
  say(problem: string): void;
  focus(): void;
}

export function drawField({ name, label, hint, error, isOptional }: Field, control: Control): DrawnField {
  const { node } = control;
  const isGroup = node.matches("[role]");
  const id = node.id || `form-${name}`;
  const labelled = isGroup ? node.querySelector<HTMLInputElement>("input[type=file]")?.id : id;
  const words = [label, isOptional ? element("span", { class: "optional" }, " (optional)") : null];
  const title = element(labelled ? "label" : "p", { class: "label", id: `${id}-label`, for: labelled }, ...words);
  const note = hint ? element("small", { class: "hint", id: `${id}-hint` }, hint) : null;
  const trouble = element("small", { class: "error", id: `${id}-error` });
  const drawn = element("div", { class: "field" }, title, node, note, trouble);
  if (isGroup) node.setAttribute("aria-labelledby", title.id);
  node.setAttribute("aria-describedby", [trouble.id, note?.id].filter(Boolean).join(" "));

  function say(problem: string): void {
    trouble.textContent = problem;
    drawn.classList.toggle("is-wrong", problem !== "");
    if (problem === "") node.removeAttribute("aria-invalid");
    else node.setAttribute("aria-invalid", "true");
  }

  say(error);
  return {
    name,
    node: drawn,
    control,
    say,
    focus() {
      const inner = isGroup ? node.querySelector<HTMLElement>("button, input:not([hidden])") : node;
      inner?.focus();
      // Its problem stands below it.
      drawn.scrollIntoView({ block: "nearest" });
    },
  };
}

/** What the browser itself says of it; "" where it may be sent. */
export function problemOf({ node }: Control): string {
  for (const each of [node, ...node.querySelectorAll("input")]) {
    const isInput =
      each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement || each instanceof HTMLSelectElement;
    if (!isInput || each.validity.valid) continue;
    return each.validity.valueMissing ? "Please complete this required field." : each.validationMessage;
  }
  return "";
}
