import { element } from "../core/element.ts";
import { type Json, record } from "../core/json.ts";
import { textOf } from "./text-of.ts";

/** Asks as Slack does before it sends a press: true where the person goes on. */
export function confirmed(confirm: Json): Promise<boolean> {
  const isDanger = confirm.style === "danger";
  const deny = element("button", { value: "", class: "button is-secondary" }, textOf(confirm.deny) || "Cancel");
  const go = element(
    "button",
    { value: "yes", class: `button ${isDanger ? "is-danger" : "is-primary"}` },
    textOf(confirm.confirm) || "Yes",
  );
  const dialog = element(
    "dialog",
    { class: "form slack is-small", "aria-labelledby": "confirm-title" },
    element(
      "form",
      { method: "dialog", class: "sheet" },
      element(
        "header",
        { class: "form-head" },
        element("h2", { id: "confirm-title" }, textOf(confirm.title) || "Sure?"),
      ),
      element("div", { class: "form-body" }, element("p", {}, textOf(record(confirm.text)))),
      element("footer", { class: "form-foot" }, deny, go),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  go.focus();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        dialog.remove();
        resolve(dialog.returnValue === "yes");
      },
      { once: true },
    );
  });
}
