import { worded } from "./time.ts";

/** Times that say how long ago something was are told again every second. */
export function keepTimesFresh(): void {
  setInterval(() => {
    for (const node of document.querySelectorAll<HTMLTimeElement>("time[data-style]")) {
      const fresh = worded(Number(node.dataset.ms), node.dataset.style ?? "f");
      if (node.textContent !== fresh) node.textContent = fresh;
    }
  }, 1_000);
}
