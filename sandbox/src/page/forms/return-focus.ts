import type { Place } from "../core/state.ts";

/** Remembers what had the focus before the dialog took it; the returned function gives it back. */
export function rememberPlace(dialog: HTMLElement): (place: Place) => void {
  let last: HTMLElement | undefined;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest("dialog") === null) last = target;
  });

  return (place) => {
    const panel = document.getElementById(place);
    // A card that was drawn anew meanwhile has another button of that name.
    const again = last?.dataset.focus && `[data-focus="${CSS.escape(last.dataset.focus)}"]`;
    const twin = again ? panel?.querySelector<HTMLElement>(again) : undefined;
    const box = panel?.querySelector<HTMLElement>(".composer :is(textarea, input:not([hidden]))");
    for (const each of [last, twin, box]) {
      if (!each?.isConnected || each.closest("dialog") === dialog) continue;
      each.focus();
      if (document.activeElement === each) return;
    }
  };
}
