import { element } from "../core/element.ts";
import { withMenu } from "./menu.ts";

/** What a menu of a message offers. */
export interface Select {
  /** Shown while nothing is chosen. */
  readonly label: string;
  /** The bot's own name of it: by that the focus finds it again. */
  readonly id: string;
  readonly isDisabled: boolean;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  choose(value: string): Promise<boolean>;
}

/** Draws it as both platforms do: it opens under its label, and shows what was chosen in it. */
export function drawSelect({ label, id, isDisabled, options, choose }: Select): HTMLElement {
  const shown = element("span", {}, label);
  const opener = element(
    "button",
    { type: "button", class: "button is-secondary", "data-focus": id, disabled: isDisabled, "aria-label": label },
    shown,
    element("span", { "aria-hidden": "true" }, " ▾"),
  );
  const items = () =>
    options.map((option) => ({
      label: option.label,
      async act() {
        if (await choose(option.value)) shown.textContent = option.label;
      },
    }));
  return element("span", { class: "select" }, withMenu(opener, { label, items }));
}
