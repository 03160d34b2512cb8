import { find } from "./element.ts";

const KEPT_AS = "reelay-theme";
const themes = ["auto", "light", "dark"];

/** Follows the system until somebody chooses; what was chosen is remembered by the browser. */
export function openTheme(): void {
  const box = find("#theme", HTMLElement);
  const kept = localStorage.getItem(KEPT_AS) ?? "auto";
  const theme = themes.includes(kept) ? kept : "auto";
  find(`input[value="${theme}"]`, HTMLInputElement, box).checked = true;
  document.documentElement.dataset.theme = theme;
  box.addEventListener("change", () => {
    const { value } = find("input:checked", HTMLInputElement, box);
    document.documentElement.dataset.theme = value;
    localStorage.setItem(KEPT_AS, value);
  });
}
