import { button, element } from "../core/element.ts";
import { record } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import { act } from "../core/wire.ts";

/** A small button that shows the JSON which the bot sent for the message that `named` names. */
export function drawJsonButton(named: () => Readonly<Record<string, string>>, seatNow: () => Seat): HTMLButtonElement {
  const opener: HTMLButtonElement = button(
    "",
    { class: "more show-json", "aria-label": "Show JSON", title: "Show JSON" },
    async () => {
      const { place, personId: person } = seatNow();
      const done = await act(`/sandbox/${place}/sent`, { person, ...named() });
      const words = done.ok ? JSON.stringify(record(done.body).json, null, 2) : done.why;
      showSheet("What the bot sent", words, () => opener.focus());
    },
  );
  return opener;
}

/** A sheet at the side of the page, with the words as they stand and a button that copies them. */
function showSheet(title: string, words: string, closed: () => void): void {
  const code = element("pre", { tabindex: 0, "aria-label": title }, element("code", {}, words));
  const said = element("span", { class: "said", role: "status" });
  const copy = button("Copy", { class: "button is-primary" }, async () => {
    said.textContent = await navigator.clipboard.writeText(words).then(
      () => "Copied.",
      () => "The browser does not let this page copy. Select it instead.",
    );
  });
  const close = element("button", { class: "leave", "aria-label": "Close" }, "×");
  const dialog = element(
    "dialog",
    { class: "json", "aria-labelledby": "json-title" },
    element(
      "form",
      { method: "dialog", class: "json-head" },
      element("h2", { id: "json-title" }, title),
      said,
      copy,
      close,
    ),
    code,
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  // Outside of the sheet lies the dialog's own backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.showModal();
  copy.focus();
}
