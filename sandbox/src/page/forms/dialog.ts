import { element } from "../core/element.ts";
import type { Place } from "../core/state.ts";
import { Unread } from "../core/wire.ts";
import type { Control } from "./controls.ts";
import { type DrawnField, drawField, type Field, problemOf } from "./field.ts";
import { drawKeyNote } from "./key-note.ts";
import { readProblem } from "./problem.ts";
import { rememberPlace } from "./return-focus.ts";

/** A form of either platform, ready to be shown. */
export interface FormSketch {
  readonly id: string;
  readonly place: Place;
  /** Changes whenever what is shown must be drawn afresh. */
  readonly version: string;
  readonly title: string;
  /** What is wrong with the whole of it, where something is. */
  readonly trouble?: string;
  /** Absent where there is nothing to submit. */
  readonly submit: string | undefined;
  readonly close: string;
  readonly parts: readonly (Field | HTMLElement)[];
  /** The sentence that says why not, or undefined where it is done. */
  send(values: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  dismissed(): void;
}

export interface FormDialog {
  /** Shows that form, or none. The text that is being typed into the same one stays. */
  show(form: FormSketch | undefined): void;
}

export function formDialog(): FormDialog {
  const title = element("h2", { id: "form-title" });
  const leave = element("button", { type: "button", class: "leave", "aria-label": "Dismiss the form" }, "×");
  const body = element("div", { class: "form-body" });
  const trouble = element("p", { class: "error", role: "alert" });
  const close = element("button", { type: "button", class: "button is-secondary" });
  const submit = element("button", { type: "submit", class: "button is-primary" });
  const sheet = element(
    "form",
    { method: "dialog", class: "sheet", novalidate: true },
    element("header", { class: "form-head" }, title, leave),
    body,
    trouble,
    element("footer", { class: "form-foot" }, close, submit),
  );
  const aside = element("div", { class: "aside" });
  const dialog = element("dialog", { "aria-labelledby": title.id }, sheet, aside);
  document.body.append(dialog);
  const goBack = rememberPlace(dialog);
  let shown: FormSketch | undefined;
  let fields: readonly DrawnField[] = [];
  let kept = new Map<string, Control>();
  let isBusy = false;

  function dismiss(): void {
    const form = shown;
    hide();
    form?.dismissed();
  }

  function hide(): void {
    const form = shown;
    shown = undefined;
    if (dialog.open) dialog.close();
    if (form) goBack(form.place);
  }

  /** The same form drawn anew keeps what stands in its fields, and the focus where it was. */
  function draw(form: FormSketch, isSame: boolean): void {
    const focused = document.activeElement;
    const before = isSame ? kept : new Map<string, Control>();
    kept = new Map();
    const drawn = form.parts.map((part) => {
      if (part instanceof HTMLElement) return part;
      const key = `${part.name} ${part.kept}`;
      const control = before.get(key) ?? part.control;
      kept.set(key, control);
      return drawField(part, control);
    });
    fields = drawn.flatMap((part) => (part instanceof HTMLElement ? [] : [part]));
    title.textContent = form.title;
    close.textContent = form.close;
    submit.textContent = form.submit ?? "";
    submit.hidden = form.submit === undefined;
    trouble.textContent = form.trouble ?? "";
    body.replaceChildren(...drawn.map((part) => (part instanceof HTMLElement ? part : part.node)));
    aside.replaceChildren(...drawKeyNote(fields));
    dialog.className = `form ${form.place}`;
    if (!dialog.open) dialog.showModal();
    const wrong = form.parts.find((part) => !(part instanceof HTMLElement) && part.error !== "");
    if (wrong && !(wrong instanceof HTMLElement)) focusOn(wrong.name);
    else if (isSame && focused instanceof HTMLElement && dialog.contains(focused) && !focused.hidden) focused.focus();
    else (fields[0] ?? (submit.hidden ? close : submit)).focus();
  }

  const focusOn = (name: string) => fields.find((field) => field.name === name)?.focus();

  async function send(form: FormSketch): Promise<void> {
    const wrong = fields.filter(({ control, say }) => {
      const problem = problemOf(control);
      say(problem);
      return problem !== "";
    });
    if (wrong[0]) return wrong[0].focus();
    const values: Record<string, unknown> = {};
    for (const { name, control, say, focus } of fields) {
      const value = await control.read();
      if (value instanceof Unread) {
        say(value.why);
        return focus();
      }
      if (value !== undefined) values[name] = value;
    }
    const why = await form.send(values);
    if (why === undefined) return;
    const names = fields.map(({ name }) => name);
    const problem = readProblem(why, names);
    trouble.textContent = problem ? "" : why;
    fields.find(({ name }) => name === problem?.name)?.say(problem?.words ?? "");
    if (problem) focusOn(problem.name);
  }

  // Escape, too, is the person's way of closing it.
  dialog.addEventListener("cancel", ({ target }) => {
    // A file picker that was left says the same of itself.
    if (target === dialog) dismiss();
  });
  close.addEventListener("click", dismiss);
  leave.addEventListener("click", dismiss);
  sheet.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!shown || isBusy) return;
    isBusy = true;
    trouble.textContent = "";
    submit.setAttribute("aria-busy", "true");
    void send(shown).finally(() => {
      isBusy = false;
      submit.removeAttribute("aria-busy");
    });
  });

  return {
    show(form) {
      if (!form) {
        if (shown) hide();
        return;
      }
      if (shown?.id === form.id && shown.version === form.version) return;
      const isSame = shown?.id === form.id;
      shown = form;
      draw(form, isSame);
    },
  };
}
