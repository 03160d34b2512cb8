import { find } from "./element.ts";

const KEPT_AS = "reelay-you";

/** The person who acts in this tab: the one who was chosen in it, after a reload too. Two tabs may be two people. */
export function openYou(changed: () => void): () => string {
  const box = find("#you", HTMLElement);
  const chosen = () => find("input:checked", HTMLInputElement, box).value;
  const kept = sessionStorage.getItem(KEPT_AS);
  for (const input of box.querySelectorAll("input")) if (input.value === kept) input.checked = true;
  box.addEventListener("change", () => {
    sessionStorage.setItem(KEPT_AS, chosen());
    changed();
  });
  return chosen;
}
