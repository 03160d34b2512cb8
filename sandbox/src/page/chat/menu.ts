import { element } from "../core/element.ts";

export interface MenuItem {
  readonly label: string;
  readonly note?: string;
  act(): unknown;
}

export interface Menu {
  readonly label: string;
  readonly heading?: string;
  items(): readonly MenuItem[];
}

export function withMenu(opener: HTMLButtonElement, { label, heading, items }: Menu): HTMLElement {
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label, hidden: true });
  const box = element("span", { class: "opens" }, opener, menu);
  const entries = () => [...menu.querySelectorAll("button")];
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-expanded", "false");

  function close(): void {
    menu.hidden = true;
    opener.setAttribute("aria-expanded", "false");
  }

  function open(): void {
    menu.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    menu.replaceChildren(
      ...(heading ? [element("p", { "aria-hidden": "true" }, heading)] : []),
      ...items().map(drawItem),
    );
    menu.classList.remove("is-above");
    // Near the end of the list there is no room below.
    const bottomEdge = box.closest(".timeline")?.getBoundingClientRect().bottom ?? innerHeight;
    menu.classList.toggle("is-above", menu.getBoundingClientRect().bottom > bottomEdge);
    entries()[0]?.focus();
  }

  function drawItem({ label: words, note, act }: MenuItem): HTMLElement {
    const name = heading ? `${heading}: ${words}` : undefined;
    const small = note ? element("small", {}, note) : null;
    const item = element(
      "button",
      { type: "button", role: "menuitem", tabindex: -1, "aria-label": name },
      words,
      small,
    );
    item.addEventListener("click", () => {
      opener.focus();
      close();
      act();
    });
    return item;
  }

  opener.addEventListener("click", () => (menu.hidden ? open() : close()));
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!menu.hidden && !(relatedTarget instanceof Node && box.contains(relatedTarget))) close();
  });
  box.addEventListener("keydown", (event) => {
    if (menu.hidden) return;
    const all = entries();
    const at = all.findIndex((entry) => entry.matches(":focus"));
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) all.at(to % all.length)?.focus();
    else if (event.key === "Escape") {
      opener.focus();
      close();
    } else return;
    event.preventDefault();
  });
  return box;
}

export interface Select {
  readonly label: string;
  readonly id: string;
  readonly isDisabled: boolean;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  choose(value: string): Promise<boolean>;
}

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
