import { element } from "../core/element.ts";

/** Something to fill in. `read` gives undefined where nothing is to be sent, and `Unread` where it cannot be. */
export interface Control {
  readonly node: HTMLElement;
  read(): unknown;
}

export interface Choice {
  readonly label: string;
  readonly value: string;
  readonly isChosen?: boolean;
}

export interface TextLook {
  readonly id: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly isLong?: boolean;
  readonly kind?: "text" | "url" | "email" | "number";
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

export function textControl(look: TextLook): Control {
  const shared = {
    id: look.id,
    placeholder: look.placeholder,
    required: look.isRequired,
    autocomplete: "off",
    minlength: look.minLength,
    maxlength: look.maxLength,
  };
  const node = look.isLong
    ? element("textarea", { ...shared, rows: 4 })
    : element("input", { ...shared, type: look.kind ?? "text", step: look.kind === "number" ? "any" : undefined });
  node.value = look.value ?? "";
  return { node, read: () => node.value };
}

/** `nothing` is what stands there while nothing is chosen. */
export function selectControl(
  look: { id: string; isRequired?: boolean; nothing?: string },
  choices: readonly Choice[],
): Control & { readonly node: HTMLSelectElement } {
  const node = element("select", { id: look.id, required: look.isRequired });
  if (look.nothing !== undefined) node.append(element("option", { value: "" }, look.nothing));
  for (const { label, value, isChosen } of choices)
    node.append(element("option", { value, selected: isChosen ?? false }, label));
  return { node, read: () => node.value };
}

/** Radio buttons or boxes to tick; `note` stands above them while none is chosen. `read` gives the values that are chosen. */
export function tickControl(
  look: { id: string; type: "radio" | "checkbox"; isRequired?: boolean; note?: string },
  choices: readonly Choice[],
): { readonly node: HTMLElement; read(): readonly string[] } {
  const boxes = choices.map(({ value, isChosen }) =>
    element("input", {
      type: look.type,
      name: look.id,
      value,
      checked: isChosen ?? false,
      required: look.type === "radio" && (look.isRequired ?? false),
    }),
  );
  const node = element(
    "div",
    { id: look.id, class: "ticks", role: look.type === "radio" ? "radiogroup" : "group" },
    look.note && element("small", { class: "hint" }, look.note),
    ...boxes.map((box, index) => element("label", {}, box, ` ${choices[index]?.label ?? ""}`)),
  );
  return { node, read: () => boxes.filter((box) => box.checked).map((box) => box.value) };
}
