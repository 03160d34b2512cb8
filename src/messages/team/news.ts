import type { ChatMessage } from "../../core/chat.ts";
import { unreachable } from "../../core/result.ts";
import type { TeamNews } from "../../core/team/notice.ts";
import { told } from "../message.ts";
import type { Words } from "../words.ts";

/** What a team's managers are told without being asked. */
export function teamNews(news: TeamNews, { teamNews: said }: Words): ChatMessage {
  switch (news.kind) {
    case "cap":
      return told("unsure", said.cap[news.level](news.used, news.cap));
    case "no_credits":
      return told("bad", said.noCredits);
    case "key_refused":
      return told("bad", said.keyRefused);
    case "cost_more":
      return told("unsure", said.costMore(news.price, news.credits));
    default:
      return unreachable(news);
  }
}
