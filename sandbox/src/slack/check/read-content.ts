import { type Refusal, refuse } from "../act/answer.ts";
import { nested } from "../methods/read-call.ts";
import type { Block } from "./block-shapes.ts";
import { checkBlocks } from "./check-blocks.ts";
import { limits } from "./limits.ts";

export interface Content {
  readonly ok: true;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The text and blocks of a message, whichever way it comes; text beyond Slack's 40,000 characters is cut as Slack cuts it. */
export function readContent(given: {
  readonly text?: string | undefined;
  readonly blocks?: unknown;
}): Content | Refusal {
  const raw = given.blocks === undefined || given.blocks === null ? [] : nested(given.blocks);
  if (!Array.isArray(raw)) return refuse("invalid_blocks_format", "blocks is no list of blocks");
  const checked = checkBlocks(raw, "message");
  if (!checked.ok) return refuse("invalid_blocks", "", checked.problems);
  const text = given.text ?? "";
  if (text.trim() === "" && checked.blocks.length === 0) return refuse("no_text", "neither text nor blocks");
  return { ok: true, text: text.slice(0, limits.messageText), blocks: checked.blocks };
}
