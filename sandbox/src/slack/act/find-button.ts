import { z } from "zod";
import { type Block, blockShape } from "../check/block-shapes.ts";
import type { Button, Choice, Menu } from "../check/element-shapes.ts";

/** Something of a view or message that a person presses; of a menu, what they choose in it. */
export interface Pressed {
  readonly blockId: string;
  readonly element: Button | Menu;
  readonly chosen?: Choice;
}

/** What a person presses: by its action_id, and of a menu by the value of what they choose. */
export interface Aim {
  readonly actionId: string;
  readonly value?: string | undefined;
}

/** The button with that action_id among these blocks, or the menu with that choice; throws what stands there instead. */
export function findButton(blocks: readonly unknown[], { actionId, value }: Aim, where: string): Pressed {
  const all = z.array(blockShape).parse(blocks).flatMap(elementsOf);
  const kind = value === undefined ? "button" : "menu";
  const type = value === undefined ? "button" : "static_select";
  const some = all.filter(({ element }) => element.type === type);
  const found = some.find(({ element }) => element.action_id === actionId);
  if (!found) throw new Error(`${where} has no ${kind} ${actionId}, only: ${listed(some, actionIdOf)}`);
  if (found.element.type === "button") return found;
  const { options = [] } = found.element;
  const chosen = options.find((option) => option.value === value);
  if (!chosen) throw new Error(`${where} has no choice ${value}, only: ${listed(options, (option) => option.value)}`);
  return { ...found, chosen };
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
