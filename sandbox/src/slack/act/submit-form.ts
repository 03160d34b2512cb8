import { z } from "zod";
import type { Person } from "../../people.ts";
import { checkModal } from "../check/check-view.ts";
import type { PickElement } from "../check/pick-shapes.ts";
import { submissionPayload } from "../payloads.ts";
import type { HeldView } from "../views.ts";
import type { World } from "../world.ts";
import { act, connected } from "./act.ts";
import { topForm } from "./close-form.ts";
import { fillIn, type Values } from "./fill-in.ts";
import { picksOf } from "./picks.ts";

type Refused = { readonly code: string; readonly why: string } | undefined;

const answer = z.discriminatedUnion("response_action", [
  z.object({ response_action: z.literal("errors"), errors: z.record(z.string(), z.string().min(1)) }),
  z.object({ response_action: z.literal("update"), view: z.unknown() }),
  z.object({ response_action: z.literal("push"), view: z.unknown() }),
  z.object({ response_action: z.literal("clear") }),
]);

/** What a person reads in a form whose submission the bot did not answer well. */
const trouble = { "": "We had some trouble connecting. Try again?" };

/** A person fills and submits the form on top. Resolves with the view id. */
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
  const about = { person, view, triggerId, responseUrls: responseUrlsOf(world, person, { view, values, triggerId }) };
  act(world, {
    kind: "submit_form",
    person,
    interactionId: viewId,
    envelope: {
      type: "interactive",
      payload: submissionPayload({ ...about, values }),
      accepts_response_payload: true,
    },
    kept: submissionPayload({ ...about, values: withoutKey(values) }),
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

/** One for each conversation that was chosen where the form asked for its response_url. */
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

/** Does with the form what the bot's answer says; a returned code says why Slack would not. */
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

/** An API key typed by a person never gets into the journal, only its length does. */
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
