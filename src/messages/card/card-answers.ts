import { cardPlace } from "../../core/card-place.ts";
import type { ChatMessage, Deletion, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { JoinedFilm, LinkNews } from "../../core/film/film.ts";
import { JOIN_WITHIN_MS, type JoinNews, nthOf, type SavedVideos } from "../../core/film/film-chain.ts";
import { liveLink } from "../../core/job/final-message.ts";
import { type Job, outcomeOf } from "../../core/job/job.ts";
import { unreachable } from "../../core/result.ts";
import { command, message, paragraphs, textMessage } from "../message.ts";
import { type Words, wordsIn } from "../words.ts";
import { buttonFor, dashboardButtons, keyButtons } from "./buttons.ts";
import { excerpt } from "./card-facts.ts";
import { linkLife, timeAt, videoLink } from "./card-outcome.ts";

const QUOTE_MAX = 100;

/** Lists what else is deleted. If the bot has saved the video, the card alone can be removed. */
export function confirmCardDeletion(
  { id: jobId, request }: Pick<Job, "id" | "request">,
  saved: SavedVideos,
  words: Words,
): ChatMessage {
  const { title, body, ofService, ofSaved, ofLinked } = words.deletion.confirm;
  const isSaved = saved.count > 0;
  const video = isSaved ? (saved.areLinked ? ofLinked : ofSaved)(saved.count) : ofService;
  const buttons = [
    buttonFor({ kind: "delete_it", jobId }, words),
    ...(isSaved ? [buttonFor({ kind: "delete_card", jobId }, words)] : []),
    buttonFor({ kind: "keep" }, words),
  ];
  const quote = excerpt(request.prompt, QUOTE_MAX);
  return textMessage("unsure", { title, body: [...body, video] }, { quote, buttons });
}

/** Also lists what only a person can delete, and where to find a saved video that was kept. */
export function deletionNews(deletion: Deletion, prefix: string, { deletion: texts }: Words): ChatMessage {
  switch (deletion.kind) {
    case "deleted": {
      const { left, saved } = deletion;
      const title = left.includes("card") ? texts.notAll : texts.done;
      const stays = saved === 0 ? [] : [texts.savedStays(saved, command(prefix, "-jobs"))];
      const body = [...paragraphs(...left.map((what) => texts.left[what])), ...stays];
      return message({ tone: left.length === 0 ? "plain" : "bad", title, body });
    }
    case "not_now":
      return textMessage("bad", texts.notNow);
    default:
      return unreachable(deletion);
  }
}

interface Asking {
  readonly now: EpochMs;
  readonly isTeams: boolean;
  /** *Continue* is on the video's card. */
  readonly canContinue: boolean;
}

export function linkNews(news: LinkNews, asking: Asking, words: Words): ChatMessage {
  const { link } = words;
  const keptUntil = "keptUntil" in news ? news.keptUntil : undefined;
  if (keptUntil === undefined) return newLinkNews(news, asking, words);
  const until = timeAt(keptUntil, words);
  const kept = asking.canContinue ? link.keptGoesOn(until) : link.keptAlone(until);
  if (news.kind === "same" || news.kind === "no_link")
    return message({ tone: "plain", title: link.kept, body: [[link.keptText], kept] });
  const other = newLinkNews(news, asking, words);
  return { ...other, body: [...other.body, kept] };
}

function newLinkNews(news: LinkNews, { now, isTeams }: Asking, words: Words): ChatMessage {
  const { link, team } = words;
  if (isTeams && (news.kind === "no_key" || news.kind === "bad_key")) return nothingNew(team.linkNeedsKey, words);
  if (isTeams && news.kind === "no_credits") return nothingNew(team.linkNeedsCredits, words);
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
    case "in_card":
      return textMessage("good", link.inCard);
    case "no_link":
      return nothingNew(link.noLink, words);
    case "no_answer":
      return nothingNew(link.noAnswer, words);
    case "no_key":
      return { ...nothingNew(link.noKey, words), buttons: keyButtons(words) };
    case "bad_key":
      return { ...nothingNew(link.badKey, words), buttons: keyButtons(words) };
    case "no_credits":
      return { ...nothingNew(link.noCredits, words), buttons: dashboardButtons("checkCredits", words) };
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
  return textMessage("bad", { title: link.none, body });
}

type NotJoined = Extract<JoinNews, { kind: "not_joined" }>;

const BYTES_OF_MB = 1_000_000;

/** The text must stay true even if no result arrives. */
export function joining(parts: number, now: EpochMs, words: Words): ChatMessage {
  return message({ tone: "waiting", title: words.join.joining(parts), body: [untilWhen(now, words)] });
}

export function cardWhileJoining(
  card: ChatMessage,
  parts: number,
  { job, now }: { job: Job; now: EpochMs },
): ChatMessage {
  const words = wordsIn(job.locale);
  return { ...card, body: [...card.body, [words.join.joining(parts)], untilWhen(now, words)] };
}

function untilWhen(now: EpochMs, words: Words): Sentence {
  return words.join.joiningText({ ...timeAt(now + JOIN_WITHIN_MS, words), as: "clock" });
}

/** Uses the card's language. Its *Delete* removes only this message. */
export function joinedFilm(
  parts: readonly Job[],
  { durationMs, copies }: Pick<JoinedFilm, "durationMs" | "copies">,
  card: Job,
): ChatMessage {
  const words = wordsIn(card.locale);
  const { join, amounts } = words;
  const title = join.whole(parts.length);
  const facts = [[`${amounts.seconds(Math.round(durationMs / 1_000))} · ${join.forFree}`]];
  if (copies) facts.push([join.withCopies]);
  const description = `${title}: ${card.request.prompt}`;
  return message({
    tone: "good",
    title,
    facts,
    video: { description },
    buttons: [buttonFor({ kind: "delete", jobId: card.id }, words)],
  });
}

/** If joining failed, shows the separate parts. */
export function joinNews(news: JoinNews, parts: readonly Job[], now: EpochMs, words: Words): ChatMessage {
  const { join } = words;
  switch (news.kind) {
    case "joined":
      return message({ tone: "good", title: join.done(parts.length), body: paragraphs(join.doneText) });
    case "unclear":
      return textMessage("unsure", join.unclear);
    case "not_joined": {
      const body = [[why(news, words)], [words.nothingCharged], ...parts.map((part) => partLink(part, now, words))];
      return message({ tone: "bad", title: join.notJoined, body });
    }
    default:
      return unreachable(news);
  }
}

function why({ why, nth, maxBytes }: NotJoined, { join }: Words): string {
  const part = nth === undefined ? null : nth + 1;
  switch (why) {
    case "too_large":
      return join.tooLarge(Math.floor(maxBytes / BYTES_OF_MB));
    case "unequal":
      return part === null ? join.unequalSome : join.unequal(part);
    case "copy_unequal":
      return part === null ? join.unequalSome : join.copyUnequal(part);
    case "gone":
      return part === null ? join.failed : join.gone(part);
    case "unreadable":
      return part === null ? join.failed : join.unreadable(part);
    case "unreachable":
    case "not_sent":
    case "too_slow":
    case "busy":
    case "stopped":
      return join.failed;
    case "not_taken":
      return join.notTaken;
    default:
      return unreachable(why);
  }
}

/** Links the video while its link works, then its card if others can see it. */
function partLink(part: Job, now: EpochMs, { chain, join }: Words): Sentence {
  const label = chain.part(nthOf(part), null);
  const outcome = outcomeOf(part);
  const url = (outcome && liveLink(outcome, now)) ?? cardPlace(part.reply).address();
  return url === null ? [join.noLink(label)] : [{ kind: "link", label, url }];
}
