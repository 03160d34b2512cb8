import { element } from "../core/element.ts";

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
  /** Called when a person opens it. */
  opened(): void;
}

/** Tabs of which one is open; arrows go from one to the next. */
export function drawTabs(
  label: string,
  tabs: readonly [Tab, ...Tab[]],
): { readonly node: HTMLElement; open(id: string): void } {
  const buttons = tabs.map(({ id, label: words, panel }) =>
    element("button", { type: "button", role: "tab", id, "aria-controls": panel.id }, words),
  );
  const open = (chosen: number) => {
    for (const [index, { panel }] of tabs.entries()) {
      panel.hidden = index !== chosen;
      buttons[index]?.setAttribute("aria-selected", String(index === chosen));
      buttons[index]?.setAttribute("tabindex", index === chosen ? "0" : "-1");
    }
  };
  const press = (index: number) => {
    open(index);
    tabs[index]?.opened();
  };
  for (const [index, each] of buttons.entries()) {
    each.addEventListener("click", () => press(index));
    each.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = (index + step + tabs.length) % tabs.length;
      press(next);
      buttons[next]?.focus();
    });
  }
  open(0);
  return {
    node: element("div", { class: "tabs", role: "tablist", "aria-label": label }, ...buttons),
    open: (id) => open(tabs.findIndex((tab) => tab.id === id)),
  };
}
