import type { Block, InputBlock } from "../check/block-shapes.ts";
import type { InputElement } from "../check/element-shapes.ts";
import { limits } from "../check/limits.ts";
import type { PickElement } from "../check/pick-shapes.ts";
import type { Option } from "../check/text-shapes.ts";
import type { SlackFile } from "../methods/files.ts";

export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the person who fills it in can choose from. */
interface Reach {
  picksOf(element: PickElement): readonly { readonly id: string }[];
  fileOf(id: string): SlackFile | undefined;
  describe(file: SlackFile): object;
}

/**
 * The state of a form when a person has filled it in: `view.state.values`. What is not given keeps its initial value;
 * several choices are separated by commas; a file is named by its id.
 * Throws what Slack's client would say instead of sending it.
 */
export function fillIn(blocks: readonly Block[], given: Readonly<Record<string, string>>, reach: Reach): Values {
  const inputs = blocks.filter((block) => block.type === "input");
  const unknown = Object.keys(given).filter((id) => !inputs.some((input) => input.block_id === id));
  if (unknown.length > 0)
    throw new Error(
      `the form has no input ${unknown.join(", ")}, only: ${inputs.map((one) => one.block_id).join(", ")}`,
    );
  return Object.fromEntries(
    inputs.map((input) => {
      const id = input.block_id ?? "";
      return [id, { [input.element.action_id ?? ""]: fill(input, given[id], reach) }];
    }),
  );
}

function fill(input: InputBlock, given: string | undefined, { picksOf, fileOf, describe }: Reach): unknown {
  const { element } = input;
  const demand = (is: boolean, words: string) => {
    if (!is) throw new Error(`${input.block_id}: ${words}`);
  };
  const present = (is: boolean) => demand(is || input.optional === true, "Please complete this required field.");
  const choose = (value: string): Option => {
    const option = optionsOf(element).find((one) => one.value === value);
    if (!option) throw new Error(`${input.block_id}: no option ${value}`);
    return option;
  };
  const several = () => given?.split(",").filter(Boolean);
  const picked = (from: PickElement, ids: readonly string[] | undefined, initial: readonly string[]) => {
    const offered = new Set(picksOf(from).map(({ id }) => id));
    // What was chosen at first and is no more is shown to nobody.
    const chosen = ids ?? initial.filter((id) => offered.has(id));
    present(chosen.length > 0);
    for (const id of chosen) demand(offered.has(id), `${id} is not offered to you`);
    return chosen;
  };
  const pick = (from: PickElement, initial: string | undefined) =>
    picked(from, given === undefined ? undefined : [given].filter(Boolean), initial ? [initial] : [])[0] ?? null;
  const pickSeveral = (
    from: Extract<PickElement, { max_selected_items?: unknown }>,
    initial: readonly string[] | undefined,
  ) => {
    const chosen = picked(from, several(), initial ?? []);
    const { max_selected_items: most = chosen.length } = from;
    demand(chosen.length <= most, `at most ${most}`);
    return chosen;
  };

  switch (element.type) {
    case "plain_text_input":
    case "url_text_input":
    case "email_text_input":
    case "number_input": {
      const text = given ?? element.initial_value ?? "";
      // An empty or blank field counts as not filled in.
      const value = text.trim() === "" ? null : text;
      present(value !== null);
      const problem = value === null ? undefined : textProblem(element, value);
      demand(problem === undefined, problem ?? "");
      return { type: element.type, value };
    }
    case "static_select":
    case "radio_buttons": {
      const option = given === undefined ? element.initial_option : given === "" ? undefined : choose(given);
      present(option !== undefined);
      return { type: element.type, selected_option: option ?? null };
    }
    case "multi_static_select":
    case "checkboxes": {
      const options = several()?.map(choose) ?? element.initial_options ?? [];
      present(options.length > 0);
      return { type: element.type, selected_options: options };
    }
    case "users_select":
      return { type: element.type, selected_user: pick(element, element.initial_user) };
    case "multi_users_select":
      return { type: element.type, selected_users: pickSeveral(element, element.initial_users) };
    case "channels_select":
      return { type: element.type, selected_channel: pick(element, element.initial_channel) };
    case "multi_channels_select":
      return { type: element.type, selected_channels: pickSeveral(element, element.initial_channels) };
    case "conversations_select":
      return { type: element.type, selected_conversation: pick(element, element.initial_conversation) };
    case "multi_conversations_select":
      return { type: element.type, selected_conversations: pickSeveral(element, element.initial_conversations) };
    case "file_input": {
      const ids = (given ?? "").split(",").filter(Boolean);
      present(ids.length > 0);
      const { max_files: most = 10, filetypes } = element;
      demand(ids.length <= most, `at most ${most} files`);
      const files = ids.map((id) => fileOf(id) ?? fail(`${input.block_id}: you have no file ${id}`));
      for (const { name, bytes } of files) {
        const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
        demand(filetypes === undefined || filetypes.includes(ending), `${ending} files are not taken here`);
        demand(bytes.length <= limits.fileBytes, "the file is too large");
      }
      return { type: element.type, files: files.map(describe) };
    }
  }
}

/** What Slack's client would say about that text, undefined where it takes it. */
function textProblem(element: InputElement, value: string): string | undefined {
  switch (element.type) {
    case "plain_text_input": {
      const { min_length: least = 0, max_length: most = Number.POSITIVE_INFINITY } = element;
      if (value.length < least) return `at least ${least} characters`;
      return value.length > most ? `at most ${most} characters, not ${value.length}` : undefined;
    }
    case "url_text_input":
      return isUrl(value) ? undefined : "not a URL";
    case "email_text_input":
      return /^\S+@\S+\.\S+$/.test(value) ? undefined : "not an email address";
    case "number_input": {
      const { min_value: least = "-Infinity", max_value: most = "Infinity", is_decimal_allowed: decimal } = element;
      const number = Number(value);
      if (!Number.isFinite(number) || !(decimal || Number.isInteger(number))) return "not a number";
      if (number < Number(least)) return `less than ${least}`;
      return number > Number(most) ? `more than ${most}` : undefined;
    }
    default:
      return undefined;
  }
}

function optionsOf(element: InputElement): readonly Option[] {
  if (!("options" in element || "option_groups" in element)) return [];
  const groups = "option_groups" in element ? (element.option_groups ?? []) : [];
  return [...(element.options ?? []), ...groups.flatMap((group) => group.options)];
}

/** Not `URL.canParse`, which in Node 20 says no to letters such as ü once it has been called often. */
function isUrl(text: string): boolean {
  try {
    return new URL(text) !== null;
  } catch {
    return false;
  }
}

function fail(why: string): never {
  throw new Error(why);
}
