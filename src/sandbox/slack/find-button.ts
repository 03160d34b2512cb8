import { z } from "zod";
import { blockShape } from "./block-shapes.ts";
import type { Button } from "./element-shapes.ts";

export interface FoundButton {
  readonly blockId: string;
  readonly button: Button;
}

/** The button with that action_id among these blocks; throws what stands there instead. */
export function findButton(blocks: readonly unknown[], actionId: string, where: string): FoundButton {
  const buttons = z
    .array(blockShape)
    .parse(blocks)
    .flatMap((block) => {
      const elements = block.type === "actions" ? block.elements : block.type === "section" ? [block.accessory] : [];
      return elements.flatMap((element) =>
        element?.type === "button" ? [{ blockId: block.block_id ?? "", button: element }] : [],
      );
    });
  const found = buttons.find(({ button }) => button.action_id === actionId);
  if (found) return found;
  const there = buttons.map(({ button }) => button.action_id).join(", ");
  throw new Error(`${where} has no button ${actionId}, only: ${there || "none"}`);
}
