type Child = Node | string | null | undefined | false;

interface Props {
  /** Attributes; false and undefined leave one out, true gives it without a value. */
  readonly [attribute: string]: string | number | boolean | undefined;
}

/** Makes an element. Text goes in as text, never as HTML. */
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

/** A button that does something and, meanwhile, cannot be pressed again; who pressed it by key is at it still. */
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

/** The page's own element of that selector: index.html has it. */
export function find<T extends Element>(selector: string, kind: new () => T, within: ParentNode = document): T {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${selector}`);
  return found;
}

/** Writes words only where they differ, so that nothing is read out again. */
export function put(node: HTMLElement, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}
