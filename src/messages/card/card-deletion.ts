import type { ChatMessage } from "../../core/chat.ts";
import type { Deletion } from "../../core/job/card-deletion.ts";
import type { Job } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import { told } from "../message.ts";
import type { Words } from "../words.ts";
import { deleteItButton, keepCardButton } from "./buttons.ts";
import { excerpt } from "./excerpt.ts";

const QUOTE_MAX = 100;

/** Asks before a card goes. */
export function confirmCardDeletion({ id, request }: Job, words: Words): ChatMessage {
  const buttons = [deleteItButton(id, words), keepCardButton(words)];
  return told("unsure", words.deletion.confirm, { quote: excerpt(request.prompt, QUOTE_MAX), buttons });
}

/** In the place of the question, while it takes its time; it stays true where nothing comes after it. */
export function deleting({ deletion }: Words): ChatMessage {
  return told("waiting", deletion.waiting);
}

/** In the place of the question: what is gone, and what only a person can take away. */
export function deletionNews(deletion: Deletion, { deletion: said }: Words): ChatMessage {
  switch (deletion.kind) {
    case "deleted": {
      const { left } = deletion;
      if (left.length === 0) return told("plain", { title: said.done, body: [] });
      const title = left.includes("card") ? said.notAll : said.done;
      return told("bad", { title, body: left.map((what) => said.left[what]) });
    }
    case "still_open":
      return told("bad", said.stillOpen);
    case "not_now":
      return told("bad", said.notNow);
    default:
      return unreachable(deletion);
  }
}

/** In the place of a question that was answered with no. */
export function cardKept({ deletion }: Words): ChatMessage {
  return told("plain", { title: deletion.kept, body: [] });
}
