import type { ChatMessage } from "../../core/chat.ts";
import { unreachable } from "../../core/result.ts";
import type { TeamNews } from "../../core/team/notice.ts";
import { told } from "../message.ts";
import type { Words } from "../words.ts";

/** What a team's managers are told without being asked. */
export function teamNews(news: TeamNews, { teamNews: said }: Words): ChatMessage {
  switch (news.kind) {
    case "cap":
      return capNews(news, said);
    case "no_credits":
      return told("bad", said.noCredits);
    case "key_refused":
      return told("bad", said.keyRefused);
    case "cost_more":
      return told("bad", { title: said.costMore.title, body: [said.costMore.text(news.price, news.credits)] });
    default:
      return unreachable(news);
  }
}

function capNews(
  { level, used, cap }: Extract<TeamNews, { readonly kind: "cap" }>,
  said: Words["teamNews"],
): ChatMessage {
  const { title, text } = said.cap[level];
  return told("bad", { title, body: [text(used, cap), said.cap.next] });
}
