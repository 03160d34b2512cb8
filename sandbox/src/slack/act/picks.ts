import { type Person, people } from "../../people.ts";
import type { Block } from "../check/block-shapes.ts";
import type { InputElement } from "../check/element-shapes.ts";
import type { PickElement } from "../check/pick-shapes.ts";
import { type Channel, ids, type Workspace } from "../workspace.ts";

/** Somebody or a conversation that a menu offers. */
export interface Pickable {
  readonly id: string;
  readonly kind: "user" | "channel";
  /** As it is called there: without `@` or `#`. */
  readonly name: string;
}

function isPickElement(element: InputElement): element is PickElement {
  return /^(?:multi_)?(?:users|channels|conversations)_select$/.test(element.type);
}

/** What Slack's client offers that person in that menu. */
export function picksOf(element: PickElement, person: Person, { channels }: Workspace): readonly Pickable[] {
  switch (element.type) {
    case "users_select":
    case "multi_users_select":
      return [
        ...people.map(({ slackId: id, name }): Pickable => ({ id, kind: "user", name })),
        { id: ids.botUserId, kind: "user", name: "Reelay" },
      ];
    case "channels_select":
    case "multi_channels_select":
      return channels.filter(({ kind }) => kind === "public").map(pickOf);
    case "conversations_select":
    case "multi_conversations_select": {
      const { include = ["im", "mpim", "private", "public"], exclude_bot_users: isWithoutBots } = element.filter ?? {};
      return channels
        .filter(({ kind, members }) => include.includes(kind) && members.has(person.slackId))
        .filter(({ kind }) => kind !== "im" || !isWithoutBots)
        .map(pickOf);
    }
  }
}

/** Every direct message here is one with the bot. */
function pickOf({ id, kind, name }: Channel): Pickable {
  return kind === "im" ? { id, kind: "user", name: "Reelay" } : { id, kind: "channel", name };
}

/** The same for each menu of a form, by its block_id. */
export function picksOfForm(
  blocks: readonly Block[],
  person: Person,
  workspace: Workspace,
): Readonly<Record<string, readonly Pickable[]>> {
  return Object.fromEntries(
    blocks.flatMap((block) =>
      block.type === "input" && isPickElement(block.element)
        ? [[block.block_id ?? "", picksOf(block.element, person, workspace)] as const]
        : [],
    ),
  );
}
