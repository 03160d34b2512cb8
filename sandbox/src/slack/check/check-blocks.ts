import { randomBytes } from "node:crypto";
import { z } from "zod";
import { areUnique, type Block, blockShape } from "./block-shapes.ts";
import { limits } from "./limits.ts";
import { problem, problemsOf } from "./problems-of.ts";

export type Surface = "message" | "modal" | "home";

/** Where a block is not allowed. */
const banned: Readonly<Record<Surface, readonly Block["type"][]>> = {
  message: ["input"],
  modal: ["markdown"],
  home: ["markdown"],
};

export type CheckedBlocks =
  | { readonly ok: true; readonly blocks: readonly Block[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Are these blocks Slack would take on that surface? What is taken gets the ids it lacks, as Slack does.
 * `root` is where the blocks stand in the request, for the pointers.
 */
export function checkBlocks(raw: unknown, surface: Surface, root: readonly string[] = ["blocks"]): CheckedBlocks {
  const most = surface === "message" ? limits.messageBlocks : limits.viewBlocks;
  const parsed = z.array(blockShape).max(most).safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };

  const problems = [...misplaced(parsed.data, surface, root), ...tooMuchMarkdown(parsed.data, root)];
  if (!areUnique(parsed.data.map((block) => block.block_id))) problems.push(problem("`block_id` must be unique", root));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, blocks: parsed.data.map(withIds) };
}

function misplaced(blocks: readonly Block[], surface: Surface, root: readonly string[]): string[] {
  return blocks.flatMap((block, index) =>
    banned[surface].includes(block.type) ? [problem(`unsupported type: ${block.type}`, [...root, index, "type"])] : [],
  );
}

function tooMuchMarkdown(blocks: readonly Block[], root: readonly string[]): string[] {
  const length = blocks.reduce((sum, block) => sum + (block.type === "markdown" ? block.text.length : 0), 0);
  return length > limits.markdown ? [problem(`must be less than ${limits.markdown + 1} characters`, root)] : [];
}

function withIds(block: Block): Block {
  const block_id = block.block_id ?? freshId();
  switch (block.type) {
    case "actions":
      return { ...block, block_id, elements: block.elements.map(withActionId) };
    case "section":
      return block.accessory === undefined || block.accessory.type === "image"
        ? { ...block, block_id }
        : { ...block, block_id, accessory: withActionId(block.accessory) };
    case "input":
      return { ...block, block_id, element: withActionId(block.element) };
    default:
      return { ...block, block_id };
  }
}

function withActionId<E extends { readonly action_id?: string | undefined }>(element: E): E {
  return { ...element, action_id: element.action_id ?? freshId() };
}

/** Five characters, as Slack's own. */
function freshId(): string {
  return randomBytes(3).toString("hex").slice(0, 5);
}
