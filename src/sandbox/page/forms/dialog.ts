import { element } from "../core/element.ts";
import type { Control } from "./controls.ts";

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string;
  readonly control: Control;
}

/** A form of either platform, ready to be shown. */
export interface FormSketch {
  readonly id: string;
  /** Changes whenever what is shown must be drawn afresh. */
  readonly version: string;
  readonly title: string;
  /** Absent where there is nothing to submit. */
  readonly submit: string | undefined;
  readonly close: string;
  readonly parts: readonly (Field | HTMLElement)[];
  /** The sentence that says why not, or undefined where it is done. */
  send(values: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  dismissed(): void;
}

export interface FormDialog {
  /** Shows that form, or none. What is being typed into the same one is kept. */
  show(form: FormSketch | undefined): void;
}

export function formDialog(): FormDialog {
  const dialog = element("dialog", { class: "form", "aria-labelledby": "form-title" });
  document.body.append(dialog);
  let shown: FormSketch | undefined;

  // Escape, too, is the person's way of closing it.
  dialog.addEventListener("cancel", () => dismiss());

  function dismiss(): void {
    const form = shown;
    hide();
    form?.dismissed();
  }

  function hide(): void {
    shown = undefined;
    if (dialog.open) dialog.close();
  }

  function draw(form: FormSketch): void {
    const trouble = element("p", { class: "error", role: "alert" });
    const submit =
      form.submit === undefined
        ? undefined
        : element("button", { type: "submit", class: "button is-primary" }, form.submit);
    const close = element("button", { type: "button", class: "button is-secondary" }, form.close);
    close.addEventListener("click", dismiss);
    const body = element(
      "form",
      { method: "dialog" },
      element("h2", { id: "form-title" }, form.title),
      ...form.parts.map((part) => (part instanceof HTMLElement ? part : drawField(part))),
      trouble,
      element("div", { class: "row is-end" }, close, submit),
    );
    body.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form, submit, trouble);
    });
    dialog.replaceChildren(body);
  }

  async function send(form: FormSketch, submit: HTMLButtonElement | undefined, trouble: HTMLElement): Promise<void> {
    if (submit) submit.disabled = true;
    trouble.textContent = "";
    const values: Record<string, unknown> = {};
    for (const part of form.parts) {
      if (part instanceof HTMLElement) continue;
      const value = await part.control.read();
      if (value !== undefined) values[part.name] = value;
    }
    trouble.textContent = (await form.send(values)) ?? "";
    if (submit) submit.disabled = false;
  }

  return {
    show(form) {
      if (!form) return hide();
      if (shown?.id === form.id && shown.version === form.version) return;
      shown = form;
      draw(form);
      if (!dialog.open) dialog.showModal();
    },
  };
}

function drawField({ label, hint, error, control }: Field): HTMLElement {
  const { node } = control;
  const isGroup = node.matches("[role]");
  if (isGroup) node.setAttribute("aria-label", label);
  const notes = [
    hint && element("small", {}, hint),
    error && element("small", { class: "error", role: "alert" }, error),
  ];
  return element(
    "div",
    { class: "field" },
    isGroup ? element("p", {}, label) : element("label", { for: node.id }, label),
    node,
    ...notes,
  );
}
