import { isOfType } from "../chat/attachments.ts";
import type { Offer, OfferList } from "../chat/offer-list.ts";
import { button, element } from "../core/element.ts";
import type { Choice, Option, Usable } from "./commands.ts";
import { choicesFor, type Filled, fill, readOptions, type Typed, writeLine } from "./commands.ts";

export type CommandLine = ReturnType<typeof commandLine>;

interface How {
  readonly list: OfferList;
  files(): readonly File[];
  pickFile(): void;
  suggest(option: Option, typed: string): Promise<readonly Choice[] | undefined>;
  leave(line: string): void;
}

export function commandLine(usable: Usable, typed: Typed, how: How) {
  const { list } = how;
  const fileOptions = usable.options.filter(({ kind }) => kind === "file");
  const fields = new Map<string, OptionField>();
  const pills = element("span", { class: "pills" });
  const others = element("span", { class: "others" });
  const name = element("span", { class: "command-name" }, `/${usable.path}`);
  const node = element(
    "div",
    { class: "command", role: "group", "aria-label": `/${usable.path}: ${usable.description}`, tabindex: -1 },
    ...[name, pills, others],
    usable.options.length === 0 ? element("span", { class: "subtext" }, "Press Enter to send it.") : null,
  );

  const typedNow = (): Typed => Object.fromEntries([...fields].map(([each, { input }]) => [each, input.value]));
  const leave = () => how.leave(writeLine(usable, typedNow()));

  function add(option: Option, value = ""): OptionField {
    const present = fields.get(option.name);
    const field =
      present ??
      optionField(option, {
        list,
        suggest: (words) => how.suggest(option, words),
        chosen: () => goOn(),
        remove: () => remove(option.name),
      });
    if (value !== "" || !present) field.put(value);
    if (present) return field;
    fields.set(option.name, field);
    pills.append(field.node);
    field.input.addEventListener("input", () => splitUp(field));
    drawOthers();
    return field;
  }

  function remove(option: string): void {
    fields.get(option)?.node.remove();
    fields.delete(option);
    drawOthers();
    focus();
  }

  function splitUp({ option, input }: OptionField): void {
    if (option.kind !== "text" || option.choices.length > 0) return;
    const values = readOptions(input.value, usable.options, option.name);
    const others = usable.options.filter(({ name: each }) => each !== option.name && values[each] !== undefined);
    const news = others.filter(({ name: each }) => !fields.has(each));
    if (news.length === 0) return;
    input.value = values[option.name] ?? "";
    for (const each of others) add(each, values[each.name]).input.focus();
  }

  function goOn(): void {
    const empty = [...fields.values()].find(({ option, input }) => option.isRequired && input.value.trim() === "");
    empty?.input.focus();
  }

  function focus(): void {
    const all = [...fields.values()];
    const [first] = [...all.filter(({ input }) => input.value === ""), ...all.toReversed()];
    if (first) first.input.focus();
    else node.focus();
  }

  function drawOthers(): void {
    const files = how.files();
    const missing = usable.options.filter(({ name: each }) => !fields.has(each));
    others.replaceChildren(
      ...missing.map((option) => {
        if (option.kind !== "file") return plus(option, () => add(option).input.focus());
        const file = files[fileOptions.indexOf(option)];
        return file ? drawFile(option, file) : plus(option, how.pickFile);
      }),
    );
  }

  node.addEventListener("keydown", (event) => {
    if (list.takes(event) || event.isComposing) return;
    const { target } = event;
    const field = [...fields.values()].find(({ input }) => input === target);
    if (event.key === "Escape") leave();
    else if (event.key === "Backspace" && target === node) leave();
    else if (event.key === "Backspace" && field?.input.value === "") {
      if (field.option.isRequired) leave();
      else remove(field.option.name);
    } else if (event.key === "Enter" && !event.shiftKey && (field || target === node))
      node.closest("form")?.requestSubmit();
    else return;
    event.preventDefault();
  });

  for (const option of usable.options)
    if (option.kind !== "file" && (option.isRequired || typed[option.name] !== undefined))
      add(option, typed[option.name]);
  drawOthers();

  return {
    usable,
    node,
    focus,
    filesChanged: drawOthers,
    read(): { options: Readonly<Record<string, unknown>> } | { why: string } {
      const options: Record<string, unknown> = {};
      for (const [each, field] of fields) {
        const filled = field.read();
        if (!filled.ok) field.input.focus();
        if (!filled.ok) return { why: `${each}: ${filled.why}` };
        if (filled.value !== undefined) options[each] = filled.value;
      }
      const files = how.files();
      if (files.length > fileOptions.length) return { why: tooMany(usable, fileOptions.length) };
      for (const [index, { name: each, fileTypes, isRequired }] of fileOptions.entries()) {
        const file = files[index];
        if (file && !isOfType(file, fileTypes))
          return { why: `${each}: ${file.name} is of a kind that is not taken here.` };
        if (file) options[each] = file;
        else if (isRequired) return { why: `${each}: This option is required.` };
      }
      return { options };
    },
  };
}

function plus({ name, description }: Option, act: () => void): HTMLButtonElement {
  return button(`+ ${name}`, { class: "plus", title: description }, act);
}

function drawFile({ name }: Option, file: File): HTMLElement {
  return element("span", { class: "pill is-file" }, element("span", {}, name), file.name);
}

function tooMany({ path }: Usable, most: number): string {
  const takes = most === 0 ? "no file" : most === 1 ? "one file" : `${most} files`;
  return `/${path} takes ${takes}. Remove what is too much.`;
}

const REST_MS = 200;

export type OptionField = ReturnType<typeof optionField>;

function optionField(
  option: Option,
  how: {
    readonly list: OfferList;
    suggest(typed: string): Promise<readonly Choice[] | undefined>;
    chosen(): void;
    remove(): void;
  },
) {
  const { list, suggest } = how;
  const { name, isRequired, choices } = option;
  const isFree = option.kind === "text" && choices.length === 0;
  const shared = {
    id: `discord-${name}`,
    autocomplete: "off",
    "aria-required": isRequired,
    maxlength: option.maxLength,
    "aria-autocomplete": "list",
    placeholder: isRequired ? option.description : undefined,
  };
  const input = isFree
    ? element("textarea", { ...shared, rows: 1 })
    : element("input", { ...shared, type: "text", role: "combobox", "aria-expanded": "false" });
  const node = element(
    "span",
    { class: "pill" },
    element("label", { for: input.id }, name),
    input,
    isRequired ? null : button("×", { class: "remove", "aria-label": `Remove ${name}` }, how.remove),
  );
  let picked: Choice | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const offerOf = (choice: Choice): Offer => ({
    title: choice.name,
    choose() {
      picked = choice;
      input.value = choice.name;
      node.classList.remove("is-wrong");
      how.chosen();
    },
  });

  function offer(offered: readonly Choice[]): void {
    if (document.activeElement !== input) return;
    const offers = offered.filter((choice) => choices.length > 0 || choice.name !== input.value).map(offerOf);
    list.show(input, { heading: `${name}: ${option.description}`, offers, isFirstTaken: choices.length > 0 });
  }

  async function ask(): Promise<void> {
    const typed = input.value;
    const offered = await suggest(typed);
    if (typed !== input.value) return;
    if (offered) offer(offered);
    else if (document.activeElement === input)
      list.show(input, { heading: "Loading options failed", offers: [], isFirstTaken: false });
  }

  function look(): void {
    clearTimeout(resting);
    if (option.isSuggested) resting = setTimeout(() => void ask(), REST_MS);
    if (!option.isSuggested || list.node.hidden) offer(choicesFor(input.value, choices));
  }

  input.addEventListener("input", () => {
    picked = undefined;
    node.classList.remove("is-wrong");
    input.removeAttribute("aria-invalid");
    look();
  });
  input.addEventListener("focus", look);
  input.addEventListener("click", () => list.node.hidden && look());
  input.addEventListener("blur", () => {
    clearTimeout(resting);
    list.hide();
  });

  return {
    option,
    node,
    input,
    put(typed: string) {
      picked = undefined;
      input.value = typed;
    },
    read(): Filled {
      const filled = fill(option, picked?.value ?? input.value);
      node.classList.toggle("is-wrong", !filled.ok);
      input.setAttribute("aria-invalid", String(!filled.ok));
      return filled;
    },
  };
}
