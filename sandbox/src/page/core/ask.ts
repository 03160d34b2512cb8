import { element } from "./element.ts";

/** Asks before something that cannot be undone; true where the person goes on. The safe button has the focus. */
export function ask(question: {
  readonly title: string;
  readonly words: string;
  readonly go: string;
  readonly stay: string;
}): Promise<boolean> {
  const stay = element("button", { value: "", class: "button is-secondary" }, question.stay);
  const go = element("button", { value: "yes", class: "button is-danger" }, question.go);
  const dialog = element(
    "dialog",
    { class: "form is-small", "aria-labelledby": "ask-title" },
    element(
      "form",
      { method: "dialog", class: "sheet" },
      element("header", { class: "form-head" }, element("h2", { id: "ask-title" }, question.title)),
      element("div", { class: "form-body" }, element("p", {}, question.words)),
      element("footer", { class: "form-foot" }, stay, go),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  stay.focus();
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
