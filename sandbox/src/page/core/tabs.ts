import { find } from "./element.ts";

/** On a narrow screen one panel shows at a time; on a wide one all do, and the tabs are not there. */
export function openTabs(): void {
  const bar = find("#tabs", HTMLElement);
  const tabs = [...bar.querySelectorAll<HTMLButtonElement>("[role=tab]")];

  function choose(chosen: HTMLButtonElement): void {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      find(`#${tab.getAttribute("aria-controls")}`, HTMLElement).classList.toggle("is-front", isChosen);
    }
  }

  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  bar.addEventListener("keydown", (event) => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    const at = tabs.findIndex((tab) => tab.matches(":focus"));
    const next = step === undefined || at < 0 ? undefined : tabs.at((at + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    choose(next);
    next.focus();
  });
}
