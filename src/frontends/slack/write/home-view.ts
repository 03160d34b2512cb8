import type { types } from "@slack/bolt";
import type { ChatMessage } from "../../../core/chat.ts";
import { limits } from "../limits.ts";
import { mentioned } from "./naming.ts";
import { writeMessage } from "./write.ts";

/** A person's own page as Slack's Home tab; what is too much for it is left out from its end. */
export function homeView(parts: readonly ChatMessage[]): types.HomeView {
  const blocks = parts.flatMap((part, index): types.KnownBlock[] => {
    const written = writeMessage(part, { naming: mentioned }).blocks;
    return index > 0 && beginsPart(part) ? [{ type: "divider" }, ...written] : written;
  });
  return {
    type: "home",
    blocks: blocks.slice(0, limits.viewBlocks).map((block, index) => ({ ...block, block_id: `home-${index}` })),
  };
}

/** By a title, or by buttons that belong to nothing before them. */
function beginsPart({ title, quote, body }: ChatMessage): boolean {
  return title !== "" || (quote === null && body.length === 0);
}
