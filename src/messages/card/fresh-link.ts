import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { LinkNews } from "../../core/job/link-news.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";
import { keyButtons } from "./buttons.ts";
import { linkLife, timeAt, videoLink } from "./outcome.ts";

/** The service is being asked. */
export function askingForLink({ link }: Words): ChatMessage {
  return told("waiting", link.asking);
}

/** What came of it. */
export function linkNews(
  news: LinkNews,
  { now, isTeams }: { readonly now: EpochMs; readonly isTeams: boolean },
  words: Words,
): ChatMessage {
  const { link, team } = words;
  if (isTeams && (news.kind === "no_key" || news.kind === "bad_key")) return nothingNew(team.linkNeedsKey, words);
  switch (news.kind) {
    case "new":
      return message({
        tone: "good",
        title: link.isNew,
        body: [
          videoLink(news.videoUrl, words),
          linkLife(null, now, words),
          [news.isShown ? link.onTheCard : link.keepThis],
        ],
      });
    case "same":
      return sameLink(news.expiresAt, now, words);
    case "no_link":
      return nothingNew(link.noLink, words);
    case "no_answer":
      return nothingNew(link.noAnswer, words);
    case "no_key":
      return { ...nothingNew(link.noKey, words), buttons: keyButtons(words) };
    case "bad_key":
      return { ...nothingNew(link.badKey, words), buttons: keyButtons(words) };
    default:
      return unreachable(news);
  }
}

function sameLink(expiresAt: EpochMs | null, now: EpochMs, words: Words): ChatMessage {
  const { link } = words;
  if (expiresAt === null) return message({ tone: "plain", title: link.same, body: paragraphs(link.sameText) });
  if (now < expiresAt) {
    const until = { ...timeAt(expiresAt, words), as: "clock" } as const;
    return message({ tone: "plain", title: link.unchanged, body: [link.stillGood(until)] });
  }
  return message({ tone: "unsure", title: link.same, body: [linkLife(expiresAt, now, words)] });
}

function nothingNew(body: readonly string[], { link }: Words): ChatMessage {
  return told("bad", { title: link.none, body });
}
