import type { Offer, OfferList } from "../chat/offer-list.ts";
import { button, element } from "../core/element.ts";
import type { Choice, Option } from "./commands.ts";
import { choicesFor } from "./offers.ts";
import { type Filled, fill } from "./typed.ts";

/** How long somebody must rest before the bot is asked what it would offer. */
const REST_MS = 200;

export interface OptionField {
  readonly option: Option;
  readonly node: HTMLElement;
  readonly input: HTMLInputElement | HTMLTextAreaElement;
  put(typed: string): void;
  /** As the command takes it; what is wrong is marked. */
  read(): Filled;
}

/** A field of the command line: its name, and beside it what is typed or chosen. */
export function optionField(
  option: Option,
  how: {
    readonly list: OfferList;
    suggest(typed: string): Promise<readonly Choice[] | undefined>;
    /** Something was chosen from the list. */
    chosen(): void;
    /** Takes the field away; what is required has no button for it. */
    remove(): void;
  },
): OptionField {
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
  /** A suggestion may be called otherwise than what is sent for it. */
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
    put(typed) {
      picked = undefined;
      input.value = typed;
    },
    read() {
      const filled = fill(option, picked?.value ?? input.value);
      node.classList.toggle("is-wrong", !filled.ok);
      input.setAttribute("aria-invalid", String(!filled.ok));
      return filled;
    },
  };
}
