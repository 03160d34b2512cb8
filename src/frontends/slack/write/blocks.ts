import { createHash } from "node:crypto";
import type { types } from "@slack/bolt";
import type { UserId } from "../../../core/job/ids.ts";
import { textOf } from "../read/rich-text.ts";
import { isUserId } from "./naming.ts";

/** Rich text of those parts that there are; none is no block. */
export function richBlock(...parts: readonly (types.RichTextBlock["elements"][number] | null)[]): types.KnownBlock[] {
  const elements = parts.filter((part) => part !== null);
  return elements.length === 0 ? [] : [{ type: "rich_text", elements }];
}

export function richSection(elements: types.RichTextElement[]): types.RichTextSection {
  return { type: "rich_text_section", elements };
}

/** Mentions, a space between them. */
export function mentionsOf(calling: readonly UserId[]): types.RichTextElement[] {
  const users = calling.filter(isUserId).map((user_id): types.RichTextElement => ({ type: "user", user_id }));
  return users.flatMap((user, index) => (index === 0 ? [user] : [...textOf(" "), user]));
}

/**
 * Slack asks for other block ids with each update: these change with what the block says. Source: docs, reference/block-kit/blocks
 * (read 2026-11-21). `name` stands before the first one.
 */
export function withIds(blocks: readonly types.KnownBlock[], name = ""): types.KnownBlock[] {
  return blocks.map((block, index) => {
    const digest = createHash("sha256").update(JSON.stringify(block)).digest("hex").slice(0, 10);
    return { ...block, block_id: `${index === 0 ? name : ""}${index}-${digest}` };
  });
}
