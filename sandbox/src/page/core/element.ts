type Child = Node | string | null | undefined | false;

export interface Props {
  readonly [attribute: string]: string | number | boolean | undefined;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (/^on/i.test(name)) throw new Error(`${name} is no attribute to set from text`);
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child || child === "") made.append(child);
  return made;
}

export function button(label: string, props: Props, act: () => Promise<unknown> | unknown): HTMLButtonElement {
  const made = element("button", { type: "button", ...props }, label);
  made.addEventListener("click", () => {
    if (made.disabled) return;
    const isAt = document.activeElement === made;
    made.disabled = true;
    const free = () => {
      made.disabled = false;
      if (isAt && document.activeElement === document.body) made.focus();
    };
    void Promise.resolve(act()).then(free, free);
  });
  return made;
}

export function find<T extends Element>(selector: string, kind: new () => T, within: ParentNode = document): T {
  const node = within.querySelector(selector);
  if (!(node instanceof kind)) throw new Error(`index.html has no ${selector}`);
  return node;
}

export function iconButton(name: string, picture: IconName, props: Props = {}): HTMLButtonElement {
  return element("button", { type: "button", "aria-label": name, title: name, ...props }, icon(picture));
}

/** Changes the text only if it differs, so that screen readers do not repeat it. */
export function put(node: HTMLElement, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}

export function openTabs(
  tabs: readonly HTMLButtonElement[],
  opened: (index: number, isChosen: boolean) => void,
): (index: number) => void {
  function open(chosen: number, isChosen = false): void {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
    }
    opened(chosen, isChosen);
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(index, true));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = (index + step + tabs.length) % tabs.length;
      open(next, true);
      tabs[next]?.focus();
    });
  }
  open(0);
  return open;
}

export function openSheet(sheet: {
  readonly title: string;
  readonly className: string;
  readonly body: Child;
  readonly foot: readonly Child[];
  closed(answer: string): void;
}): HTMLDialogElement {
  const { title, className, body, foot, closed } = sheet;
  const leave = element("button", { class: "leave", "aria-label": "Close" }, "×");
  const dialog = element(
    "dialog",
    { class: `form ${className}`, "aria-labelledby": "sheet-title" },
    element(
      "form",
      { method: "dialog", class: "sheet" },
      element("header", { class: "form-head" }, element("h2", { id: "sheet-title" }, title), leave),
      element("div", { class: "form-body" }, body),
      element("footer", { class: "form-foot" }, ...foot),
    ),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed(dialog.returnValue);
  });
  dialog.showModal();
  return dialog;
}

/** True if the person confirms. For a dangerous act, the focus is on the other button. */
export function ask(question: {
  readonly title: string;
  readonly words: string;
  readonly go: string;
  readonly stay: string;
  readonly isDestructive: boolean;
  readonly className?: string;
}): Promise<boolean> {
  const { title, words, isDestructive, className = "" } = question;
  const stay = element("button", { value: "", class: "button is-secondary" }, question.stay);
  const go = element(
    "button",
    { value: "yes", class: `button ${isDestructive ? "is-danger" : "is-primary"}` },
    question.go,
  );
  return new Promise((resolve) => {
    const closed = (answer: string) => resolve(answer === "yes");
    openSheet({ title, className, body: element("p", {}, words), foot: [stay, go], closed });
    (isDestructive ? stay : go).focus();
  });
}

const SVG = "http://www.w3.org/2000/svg";

const paths = {
  attach: "M10 4v12M4 10h12",
  close: "M5 5l10 10M15 5L5 15",
  eye: "M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z",
  file: "M5 2.5h7l4 4v11H5zM12 2.5v4h4",
  more: "M10 4.5v.1M10 10v.1M10 15.5v.1",
  reply: "M3 4.5h14v9H9l-4 3v-3H3zM7 8h6M7 10.5h4",
  send: "M3 3.5l14.5 6.5L3 16.5l1.8-6.5zM4.8 10H10",
  shortcut: "M11 2.5L4.5 11.5H9L8 17.5l7-9.5h-4.5z",
  slash: "M7 17.5L13 2.5",
} as const;

export type IconName = keyof typeof paths;

/** Hidden from screen readers, because there is always a text as well. */
export function icon(name: IconName): Element {
  const drawn = document.createElementNS(SVG, "svg");
  for (const [attribute, value] of Object.entries({
    viewBox: "0 0 20 20",
    class: `icon is-${name}`,
    "aria-hidden": "true",
  }))
    drawn.setAttribute(attribute, value);
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", paths[name]);
  drawn.append(line);
  return drawn;
}
