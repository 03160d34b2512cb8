import { button, element, type Props } from "../core/element.ts";
import type { Place } from "../core/page-state.ts";
import { readProblem } from "./problem.ts";

export interface FormSketch {
  readonly id: string;
  readonly place: Place;
  readonly version: string;
  readonly title: string;
  readonly trouble?: string;
  readonly submit: string | undefined;
  readonly close: string;
  readonly parts: readonly (Field | HTMLElement)[];
  send(values: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  dismissed(): void;
}

export function formDialog() {
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
  let controls = new Map<string, Control>();
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

  /** A redrawn form keeps its values and the focus. */
  function draw(form: FormSketch, isSame: boolean): void {
    const focused = document.activeElement;
    const before = isSame ? controls : new Map<string, Control>();
    controls = new Map();
    const drawn = form.parts.map((part) => {
      if (part instanceof HTMLElement) return part;
      const key = `${part.name} ${part.kept}`;
      const control = before.get(key) ?? part.control;
      controls.set(key, control);
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
    const wrong = fields.filter(({ control, showProblem }) => {
      const problem = problemOf(control);
      showProblem(problem);
      return problem !== "";
    });
    if (wrong[0]) return wrong[0].focus();
    const values: Record<string, unknown> = {};
    for (const { name, control } of fields) {
      const value = control.read();
      if (value !== undefined) values[name] = value;
    }
    const why = await form.send(values);
    if (why === undefined) return;
    const names = fields.map(({ name }) => name);
    const problem = readProblem(why, names);
    trouble.textContent = problem ? "" : why;
    fields.find(({ name }) => name === problem?.name)?.showProblem(problem?.words ?? "");
    if (problem) focusOn(problem.name);
  }

  // Escape closes the form, too.
  dialog.addEventListener("cancel", ({ target }) => {
    // A canceled file picker sends the same event.
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
    show(form: FormSketch | undefined) {
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

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string;
  readonly isOptional?: boolean;
  readonly kept: string;
  readonly control: Control;
}

type DrawnField = ReturnType<typeof drawField>;

function drawField({ name, label, hint, error, isOptional }: Field, control: Control) {
  const { node } = control;
  const isGroup = node.matches("[role]");
  const id = node.id || `form-${name}`;
  const labelled = isGroup ? node.querySelector<HTMLInputElement>("input[type=file]")?.id : id;
  const words = [label, isOptional ? element("span", { class: "optional" }, " (optional)") : null];
  const title = element(labelled ? "label" : "p", { class: "label", id: `${id}-label`, for: labelled }, ...words);
  const note = hint ? element("small", { class: "hint", id: `${id}-hint` }, hint) : null;
  const trouble = element("small", { class: "error", id: `${id}-error` });
  const drawn = element("div", { class: "field" }, title, node, drawChosen(node), note, trouble);
  if (isGroup) node.setAttribute("aria-labelledby", title.id);
  node.setAttribute("aria-describedby", [trouble.id, note?.id].filter(Boolean).join(" "));

  function showProblem(problem: string): void {
    trouble.textContent = problem;
    drawn.classList.toggle("is-wrong", problem !== "");
    if (problem === "") node.removeAttribute("aria-invalid");
    else node.setAttribute("aria-invalid", "true");
  }

  showProblem(error);
  return {
    name,
    node: drawn,
    control,
    showProblem,
    focus() {
      const inner = isGroup ? node.querySelector<HTMLElement>("button, input:not([hidden])") : node;
      inner?.focus();
      drawn.scrollIntoView({ block: "nearest" });
    },
  };
}

const LONG = 42;

/** A phone cuts off a menu's long text, so show it below in full. */
function drawChosen(node: HTMLElement): HTMLElement | null {
  if (!(node instanceof HTMLSelectElement)) return null;
  const words = element("small", { class: "chosen", "aria-hidden": "true" });
  const show = () => {
    const chosen = node.selectedOptions[0]?.textContent ?? "";
    words.textContent = chosen.length > LONG ? chosen : "";
  };
  node.addEventListener("change", show);
  show();
  return words;
}

function problemOf({ node }: Control): string {
  for (const each of [node, ...node.querySelectorAll("input")]) {
    const isInput =
      each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement || each instanceof HTMLSelectElement;
    if (!isInput || each.validity.valid) continue;
    return each.validity.valueMissing ? "Please complete this required field." : each.validationMessage;
  }
  return "";
}

export interface Control {
  readonly node: HTMLElement;
  read(): unknown;
}

export interface Choice {
  readonly label: string;
  readonly value: string;
  readonly isChosen?: boolean;
}

export function textControl(field: { isLong: boolean; value: string }, attributes: Props): Control {
  const node = field.isLong
    ? element("textarea", { autocomplete: "off", rows: 4, ...attributes })
    : element("input", { autocomplete: "off", step: attributes.type === "number" && "any", ...attributes });
  node.value = field.value;
  return { node, read: () => node.value };
}

export function selectControl(
  field: { id: string; isRequired?: boolean; nothing?: string },
  choices: readonly Choice[],
): Control & { readonly node: HTMLSelectElement } {
  const node = element("select", { id: field.id, required: field.isRequired });
  if (field.nothing !== undefined) node.append(element("option", { value: "" }, field.nothing));
  for (const { label, value, isChosen } of choices)
    node.append(element("option", { value, selected: isChosen ?? false }, label));
  return { node, read: () => node.value };
}

export function tickControl(
  field: { id: string; type: "radio" | "checkbox"; isRequired?: boolean; note?: string },
  choices: readonly Choice[],
): { readonly node: HTMLElement; read(): readonly string[] } {
  const boxes = choices.map(({ value, isChosen }) =>
    element("input", {
      type: field.type,
      name: field.id,
      value,
      checked: isChosen ?? false,
      required: field.type === "radio" && (field.isRequired ?? false),
    }),
  );
  const node = element(
    "div",
    { id: field.id, class: "ticks", role: field.type === "radio" ? "radiogroup" : "group" },
    field.note && element("small", { class: "hint" }, field.note),
    ...boxes.map((box, index) => element("label", {}, box, ` ${choices[index]?.label ?? ""}`)),
  );
  return { node, read: () => boxes.filter((box) => box.checked).map((box) => box.value) };
}

const WORD = "sandbox";

/** The page's own note. The bot's form is unchanged. */
function drawKeyNote(fields: readonly DrawnField[]): readonly HTMLElement[] {
  const node = fields.find(({ name }) => name === "key")?.control.node;
  if (!(node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)) return [];
  const put = button("Put it in", { class: "chip" }, () => {
    node.value = WORD;
    node.focus();
  });
  const words = ["The sandbox says: here the word ", element("code", {}, WORD), " stands for a working key."];
  return [element("div", { class: "sandbox-note" }, element("p", {}, ...words), put)];
}

function rememberPlace(dialog: HTMLElement): (place: Place) => void {
  let last: HTMLElement | undefined;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest("dialog") === null) last = target;
  });

  return (place) => {
    const panel = document.getElementById(place);
    // A card that was redrawn has a new button with the same name.
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
