import { z } from "zod";
import type { Person } from "../people.ts";
import type { Block, InputBlock, InputElement, Option, PickElement } from "./block-shapes.ts";
import { checkModal } from "./check-blocks.ts";
import type { SlackFile } from "./files.ts";
import { doneBy } from "./payloads.ts";
import { isPickElement, pickedField, picksOf } from "./picks.ts";
import { act, connected, topForm } from "./slack-acts.ts";
import { limits } from "./slack-limits.ts";
import type { World } from "./slack-world.ts";
import type { HeldView } from "./views.ts";

type Refused = { readonly code: string; readonly why: string } | undefined;

const answer = z.discriminatedUnion("response_action", [
  z.object({ response_action: z.literal("errors"), errors: z.record(z.string(), z.string().min(1)) }),
  z.object({ response_action: z.literal("update"), view: z.unknown() }),
  z.object({ response_action: z.literal("push"), view: z.unknown() }),
  z.object({ response_action: z.literal("clear") }),
]);

const trouble = { "": "We had some trouble connecting. Try again?" };

export async function submitForm(
  world: World,
  person: Person,
  filled: { viewId: string; values: Readonly<Record<string, string>> },
): Promise<string> {
  const { viewId } = filled;
  const reach = {
    picksOf: (element: PickElement) => picksOf(element, person, world.workspace),
    fileOf: (id: string) => (world.files.find(id)?.ownerId === person.slackId ? world.files.find(id) : undefined),
    describe: world.files.describe,
  };
  fillIn(topForm(world, person, viewId).view.blocks, filled.values, reach);
  await connected(world, person);
  const { view, client } = topForm(world, person, viewId);
  const values = fillIn(view.blocks, filled.values, reach);
  const triggerId = world.triggerIds.mint({ ...person, client });
  const responseUrls = responseUrlsOf(world, person, { view, values, triggerId });
  const payload = (values: Values) => ({
    type: "view_submission",
    ...doneBy(person),
    trigger_id: triggerId,
    view: { ...view, state: { values } },
    response_urls: responseUrls,
  });
  act(world, {
    kind: "submit_form",
    person,
    interactionId: viewId,
    envelope: { type: "interactive", payload: payload(values), accepts_response_payload: true },
    kept: payload(withoutKey(values)),
    answered(body) {
      const refused = follow(world, viewId, body);
      if (refused) world.views.showErrors(viewId, trouble);
      return refused;
    },
    unanswered: () => world.views.showErrors(viewId, trouble),
  });
  return viewId;
}

const chosenPlace = z.object({
  selected_conversation: z.string().nullish(),
  selected_channel: z.string().nullish(),
});

function responseUrlsOf(
  { responseUrls }: World,
  person: Person,
  { view, values, triggerId }: { view: HeldView; values: Values; triggerId: string },
): readonly object[] {
  return view.blocks.flatMap((block) => {
    if (block.type !== "input" || !("response_url_enabled" in block.element)) return [];
    const [block_id = "", action_id = ""] = [block.block_id, block.element.action_id];
    const { data } = chosenPlace.safeParse(values[block_id]?.[action_id]);
    const channelId = data?.selected_conversation ?? data?.selected_channel;
    if (!block.element.response_url_enabled || !channelId) return [];
    const source = { kind: "actions", channelId, slackUserId: person.slackId, interactionId: triggerId } as const;
    return [{ block_id, action_id, channel_id: channelId, response_url: responseUrls.mint(source) }];
  });
}

function follow({ views }: World, viewId: string, body: unknown): Refused {
  const form = views.find({ viewId });
  if (!form) return undefined;
  if (typeof body !== "object" || body === null || Object.keys(body).length === 0) {
    views.close(viewId);
    return undefined;
  }
  const parsed = answer.safeParse(body);
  if (!parsed.success) return { code: "invalid_response", why: z.prettifyError(parsed.error) };
  switch (parsed.data.response_action) {
    case "clear":
      views.closeAll(form);
      return undefined;
    case "errors": {
      const inputs = form.view.blocks.filter((block) => block.type === "input").map((block) => block.block_id);
      const strange = Object.keys(parsed.data.errors).filter((id) => !inputs.includes(id));
      if (strange.length > 0) return { code: "invalid_errors", why: `the form has no input ${strange.join(", ")}` };
      views.showErrors(viewId, parsed.data.errors);
      return undefined;
    }
    case "update":
    case "push": {
      const checked = checkModal(parsed.data.view);
      if (!checked.ok) return { code: "invalid_arguments", why: checked.problems.join("; ") };
      if (parsed.data.response_action === "update") views.update(viewId, checked.view);
      else if (!views.open(form, checked.view)) return { code: "push_limit_reached", why: "too many forms" };
      return undefined;
    }
  }
}

/** The journal has only the length of an API key. */
function withoutKey(values: Values): Values {
  const { key, ...others } = values;
  if (!key) return values;
  const hidden = z.looseObject({ value: z.string() });
  const masked = Object.entries(key).map(([actionId, state]) => {
    const parsed = hidden.safeParse(state);
    return [actionId, parsed.success ? { ...parsed.data, value: `(${parsed.data.value.length} characters)` } : state];
  });
  return { ...others, key: Object.fromEntries(masked) };
}

export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Reach {
  picksOf(element: PickElement): readonly { readonly id: string }[];
  fileOf(id: string): SlackFile | undefined;
  describe(file: SlackFile): object;
}

/**
 * `view.state.values`. What is not given keeps its initial value; several choices are separated by commas; a file is named
 * by its id. Throws what Slack's client would show.
 */
function fillIn(blocks: readonly Block[], given: Readonly<Record<string, string>>, reach: Reach): Values {
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
  const pick = (from: PickElement) => {
    const { isMany, field } = pickedField(from);
    const offered = new Set(picksOf(from).map(({ id }) => id));
    const initial = Object.entries(from).flatMap(([name, ids]) => (name === `initial_${field}` ? [ids].flat() : []));
    // An initial choice that no longer exists is not shown.
    const chosen = several() ?? initial.map(String).filter((id) => offered.has(id));
    present(chosen.length > 0);
    for (const id of chosen) demand(offered.has(id), `${id} is not offered to you`);
    const { max_selected_items: most = isMany ? chosen.length : 1 } = "max_selected_items" in from ? from : {};
    demand(chosen.length <= most, `at most ${most}`);
    return { type: from.type, [`selected_${field}`]: isMany ? chosen : (chosen[0] ?? null) };
  };
  if (isPickElement(element)) return pick(element);

  switch (element.type) {
    case "plain_text_input":
    case "url_text_input":
    case "email_text_input":
    case "number_input": {
      const text = given ?? element.initial_value ?? "";
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

/** Does not use `URL.canParse`, which in Node 20 rejects letters such as ü after many calls. */
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
