import type { ChatMessage } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import type { LinkNews } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import { addKeyButton } from "./buttons.ts";
import { message, paragraphs } from "./message.ts";
import { linkLife, videoLink } from "./outcome.ts";

const DASHBOARD = "Look in the dashboard of your account at the video service, or make the video again.";

/** The service is being asked. */
export function askingForLink(): ChatMessage {
  return message({ tone: "waiting", title: "Asking…", body: paragraphs("This costs no credits.") });
}

/** What came of it. */
export function linkNews(news: LinkNews, now: EpochMs): ChatMessage {
  switch (news.kind) {
    case "new": {
      const where = news.isShown
        ? "It stands on the card now, in the place of the old one."
        : "The card could not be changed, so keep this one.";
      return message({
        tone: "good",
        title: "There is a new link",
        body: [videoLink(news.videoUrl), linkLife(null, now), [where]],
      });
    }
    case "same":
      return sameLink(news.expiresAt, now);
    case "no_link":
      return nothingNew("The video service gives no link to this video any more.", DASHBOARD);
    case "no_answer":
      return nothingNew("The video service gave no answer.", "Try again in a few minutes.");
    case "no_key":
      return {
        ...nothingNew("There is no API key of yours to ask with.", "Add it, then press Fresh link."),
        ...addKey,
      };
    case "bad_key":
      return {
        ...nothingNew("The video service does not accept your key.", "Add a new one, then press Fresh link."),
        ...addKey,
      };
    default:
      return unreachable(news);
  }
}

const addKey = { buttons: [addKeyButton] };

function sameLink(expiresAt: EpochMs | null, now: EpochMs): ChatMessage {
  if (expiresAt === null) {
    const body = paragraphs("It is the link that the card has. Nobody says how long it works: save the video soon.");
    return message({ tone: "plain", title: "It is the same link", body });
  }
  if (now < expiresAt) {
    const until = { kind: "time", at: expiresAt, as: "clock" } as const;
    return message({
      tone: "good",
      title: "Nothing has changed",
      body: [["The link is still good until ", until, "."]],
    });
  }
  return message({ tone: "unsure", title: "It is the same link", body: [linkLife(expiresAt, now)] });
}

function nothingNew(what: string, next: string): ChatMessage {
  return message({
    tone: "unsure",
    title: "There is no new link",
    body: paragraphs(`${what} Nothing has changed.`, next),
  });
}
