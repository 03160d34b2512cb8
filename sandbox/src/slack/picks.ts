import { z } from "zod";
import { type Person, people } from "../people.ts";
import type { Button, Choice, InputElement, Menu, PickElement } from "./block-shapes.ts";
import { type Block, blockShape } from "./block-shapes.ts";
import { type Channel, ids, type Workspace } from "./workspace.ts";

export interface Pickable {
  readonly id: string;
  readonly kind: "user" | "channel";
  readonly name: string;
}

const PICK = /^(multi_)?(user|channel|conversation)s_select$/;

export function isPickElement(element: InputElement): element is PickElement {
  return PICK.test(element.type);
}

export function pickedField({ type }: PickElement): { readonly isMany: boolean; readonly field: string } {
  const [, multi, kind = ""] = PICK.exec(type) ?? [];
  return { isMany: multi !== undefined, field: multi ? `${kind}s` : kind };
}

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

function pickOf({ id, kind, name }: Channel): Pickable {
  return kind === "im" ? { id, kind: "user", name: "Reelay" } : { id, kind: "channel", name };
}

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

export interface Pressed {
  readonly blockId: string;
  readonly element: Button | Menu;
  readonly chosen?: Choice;
}

export interface Aim {
  readonly actionId: string;
  readonly value?: string | undefined;
}

export function findButton(blocks: readonly unknown[], { actionId, value }: Aim, where: string): Pressed {
  const all = z.array(blockShape).parse(blocks).flatMap(elementsOf);
  const kind = value === undefined ? "button" : "menu";
  const type = value === undefined ? "button" : "static_select";
  const some = all.filter(({ element }) => element.type === type);
  const match = some.find(({ element }) => element.action_id === actionId);
  if (!match) throw new Error(`${where} has no ${kind} ${actionId}, only: ${listed(some, actionIdOf)}`);
  if (match.element.type === "button") return match;
  const { options = [] } = match.element;
  const chosen = options.find((option) => option.value === value);
  if (!chosen) throw new Error(`${where} has no choice ${value}, only: ${listed(options, (option) => option.value)}`);
  return { ...match, chosen };
}

const actionIdOf = ({ element }: Pressed) => element.action_id ?? "";

function elementsOf(block: Block): readonly Pressed[] {
  const elements = block.type === "actions" ? block.elements : block.type === "section" ? [block.accessory] : [];
  return elements.flatMap((element) =>
    element?.type === "button" || element?.type === "static_select" ? [{ blockId: block.block_id ?? "", element }] : [],
  );
}

function listed<Item>(all: readonly Item[], nameOf: (item: Item) => string): string {
  return all.map(nameOf).join(", ") || "none";
}
