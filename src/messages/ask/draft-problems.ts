import { BATCH_MAX, type BatchProblem } from "../../core/batch/plan-batch.ts";
import type { ChatMessage, Sentence } from "../../core/chat.ts";
import { videoOptionSpecs } from "../../core/option-specs.ts";
import type { PolicyRefusal } from "../../core/prompt-policy.ts";
import { flagValues, type SuspectedFlag } from "../../core/request/flags.ts";
import {
  PICTURE_MAX_PIXELS,
  type PictureProblem,
  PROMPT_MAX,
  pictureMaxMb,
  type RequestProblem,
  type VideoOptionName,
} from "../../core/request/video-request.ts";
import { unreachable } from "../../core/result.ts";
import { buttonFor } from "../card/buttons.ts";
import { excerpt } from "../card/card-facts.ts";
import { problem, type TurnedAway, textMessage } from "../message.ts";
import type { Words } from "../words.ts";

interface DraftProblemTexts extends TurnedAway {
  readonly field: "prompt" | VideoOptionName;
}

const GIVEN_MAX = 40;
const KNOWN_MAX = 10;
const TYPED_MAX = 200;

export function draftProblemOf(refused: RequestProblem, words: Words): DraftProblemTexts {
  const { draft, nothingCharged } = words;
  const { field, text } = fieldTexts(refused, words);
  return { field, ...problem(draft.title, text, [nothingCharged]) };
}

function fieldTexts(refused: RequestProblem, words: Words): Pick<DraftProblemTexts, "field" | "text"> {
  const { draft, settings } = words;
  const given = "given" in refused ? excerpt(refused.given ?? "", GIVEN_MAX) : "";
  switch (refused.kind) {
    case "no_prompt":
      return { field: "prompt", text: draft.noPrompt };
    case "prompt_too_long":
      return { field: "prompt", text: draft.promptTooLong(refused.length, PROMPT_MAX) };
    case "bad_option": {
      const { option } = refused;
      const choices = videoOptionSpecs[option].choices.map(({ value }) => value);
      const why = settings.bad(given, choices.join(words.amounts.or));
      return { field: option, text: settings.line(settings.labels[option], why) };
    }
    case "two_pictures":
      return { field: "image_url", text: draft.twoPictures };
    case "unknown_flag":
      return { field: "prompt", text: draft.unknownFlag(excerpt(refused.flag, GIVEN_MAX), flagsIn(words)) };
    case "bad_flag": {
      const takes = refused.takes.slice(0, KNOWN_MAX).join(words.amounts.or);
      return {
        field: "prompt",
        text: draft.badFlag(excerpt(refused.flag, GIVEN_MAX), takes, refused.given === null ? null : given),
      };
    }
    case "unknown_style":
      return { field: "style", text: unknownStyleText(refused, words) };
    case "other_style":
      return { field: "style", text: words.denied.otherStyle(refused.always) };
    case "denied":
      return { field: "prompt", text: deniedText(refused.by, words) };
    default:
      return { field: "image_url", text: pictureProblemText(refused, words) };
  }
}

/** The British locale has no comma before the last item. */
function flagsIn({ locale, amounts }: Words): string {
  const flags = flagValues.map(([flag, values]) => `${flag} ${values.join(amounts.or)}`);
  return new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "conjunction" }).format(flags);
}

export function flagTexts(suspected: readonly SuspectedFlag[], words: Words): readonly Sentence[] {
  const { confirm } = words;
  const typed = (flags: readonly SuspectedFlag[]) =>
    ({ kind: "code", text: excerpt(flags.map((flag) => flag.typed).join(" "), TYPED_MAX) }) as const;
  const usable = suspected.filter(({ isUsable }) => isUsable);
  const others = suspected.filter(({ isUsable }) => !isUsable);
  return [
    ...(usable.length > 0 ? [confirm.meantText(typed(usable), usable.length)] : []),
    ...(others.length > 0 ? [confirm.cannotUse(typed(others), others.length, flagsIn(words))] : []),
  ];
}

function unknownStyleText(
  { given, names }: { readonly given: string | null; readonly names: readonly string[] },
  { styles, amounts }: Words,
): string {
  const named = names.slice(0, KNOWN_MAX).map(amounts.quoted);
  const why = given === null ? styles.goneText : styles.unknown(excerpt(given, GIVEN_MAX));
  const next = named.length === 0 ? styles.leaveOut : styles.chooseOne(named.join(amounts.comma));
  return [why, next].join(amounts.sentenceGap);
}

/** Repeats no part of the prompt except a word that the team does not want. */
function deniedText(by: PolicyRefusal, { denied }: Words): string {
  switch (by.kind) {
    case "rule":
      return denied.rule(by.name);
    case "team_words":
      return by.word === null ? denied.teamWords : denied.teamWord(excerpt(by.word, GIVEN_MAX));
    case "service":
      return by.reason === null ? denied.service : denied.serviceSays(by.reason);
    case "other_style":
      return denied.otherStyle(by.name);
    default:
      return denied[by.kind];
  }
}

export function batchProblemOf(refused: BatchProblem, typed: string, words: Words): DraftProblemTexts {
  const { draft, nothingCharged } = words;
  const { field, text } = batchFieldTexts(refused, words);
  const { message } = problem(draft.title, text, [nothingCharged]);
  return { field, text, message: { ...message, quote: typed || null } };
}

function batchFieldTexts(refused: BatchProblem, words: Words): Pick<DraftProblemTexts, "field" | "text"> {
  const { several } = words;
  switch (refused.kind) {
    case "draft": {
      const { field, text } = fieldTexts(refused.problem, words);
      // A problem with a line's own options must be fixed in that line.
      return refused.line === null ? { field, text } : { field: "prompt", text: several.inLine(refused.line, text) };
    }
    case "too_many":
      return { field: "prompt", text: several.tooMany(refused.scenes, BATCH_MAX) };
    case "one_prompt":
      return { field: "prompt", text: several.onePrompt };
    default:
      return unreachable(refused);
  }
}

/** `left`: how many videos would fit. None is started. */
export function tooManyVideosFor(
  {
    videos,
    left,
    rules,
  }: {
    readonly videos: number;
    readonly left: number;
    readonly rules: { readonly maxJobsPerUser: number; readonly maxWaitingPerUser: number };
  },
  { several, nothingCharged }: Words,
): ChatMessage {
  const { title, text, limits } = several.noRoom;
  const body = [text(videos, left), limits(rules.maxJobsPerUser, rules.maxWaitingPerUser), nothingCharged];
  return textMessage("bad", { title, body });
}

export function looksLikeAKey(words: Words): TurnedAway {
  const { atField: text, suspected } = words.leak;
  return { text, message: textMessage("bad", suspected, { buttons: [buttonFor({ kind: "add_key" }, words)] }) };
}

export function ownKeyInText(words: Words): ChatMessage {
  return textMessage("bad", words.leak.own, { buttons: [buttonFor({ kind: "add_key" }, words)] });
}

export function pictureProblemText(problem: PictureProblem, { picture }: Words): string {
  switch (problem.kind) {
    case "bad_address":
      return picture.address[problem.why];
    case "picture_too_large": {
      const most = pictureMaxMb(problem.canFit ?? false);
      return problem.sizeBytes === null
        ? picture.tooLarge(most)
        : picture.tooLargeBy(megabytes(problem.sizeBytes), most);
    }
    case "picture_too_many_pixels":
      return picture.tooManyPixels(
        Math.ceil((problem.width * problem.height) / MEGAPIXEL),
        PICTURE_MAX_PIXELS / MEGAPIXEL,
      );
    case "picture_not_fitted":
      return picture.notFitted;
    case "picture_of_other_kind":
      return picture.notAPicture(false);
    case "not_a_picture":
      return picture.notAPicture(problem.canFit ?? false);
    case "picture_empty":
      return picture.empty;
    case "picture_unreadable":
      return picture.unreadable;
    case "picture_unreachable":
      return picture.unreachable;
    case "picture_away":
      return picture.away;
    case "picture_gone":
      return picture.gone;
    case "picture_private":
      return picture.private;
    default:
      return unreachable(problem);
  }
}

const MEGAPIXEL = 1_000_000;

function megabytes(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 100_000) / 10;
}
