import { element } from "../core/element.ts";

export interface MenuItem {
  readonly label: string;
  readonly note: string;
  act(): unknown;
}

/** Opens those at that button, as a menu that keys and mouse reach; closing it gives the focus back. */
export function openMenu(opener: HTMLButtonElement, label: string, items: readonly MenuItem[]): void {
  const entries = items.map(({ label: words, note, act }) => {
    const entry = element(
      "button",
      { type: "button", role: "menuitem", tabindex: -1 },
      words,
      element("small", {}, note),
    );
    entry.addEventListener("click", () => {
      close();
      act();
    });
    return entry;
  });
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label }, ...entries);
  const away = new AbortController();
  const { signal } = away;

  function close(): void {
    away.abort();
    menu.remove();
    opener.setAttribute("aria-expanded", "false");
    opener.focus();
  }

  menu.addEventListener("keydown", (event) => {
    const at = entries.findIndex((entry) => entry.matches(":focus"));
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    if (step !== undefined) entries.at(step % entries.length)?.focus();
    if (event.key !== "Tab" && (step !== undefined || event.key === "Escape")) event.preventDefault();
  });
  const outside = ({ target }: Event) => {
    if (!(target instanceof Node) || menu.contains(target) || opener.contains(target)) return;
    away.abort();
    menu.remove();
    opener.setAttribute("aria-expanded", "false");
  };
  document.addEventListener("pointerdown", outside, { signal });
  opener.setAttribute("aria-expanded", "true");
  opener.after(menu);
  entries[0]?.focus();
  menu.scrollIntoView({ block: "nearest" });
}
