import { partsToCancel, spentOn } from "../../core/batch/batch.ts";
import { buttonId } from "../../core/button.ts";
import type { Button, ChatMessage, Select, Tone } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { isSettled, type Job, outcomeOf } from "../../core/job/job.ts";
import type { Ledger } from "../../core/job/ledger.ts";
import type { Section } from "../../core/section.ts";
import type { Sentence } from "../../core/sentence.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { cancelRestButton, deleteButton, renewKeyButton } from "./buttons.ts";
import { excerpt } from "./excerpt.ts";
import { jobStateText } from "./job-state.ts";
import { videoLink } from "./outcome.ts";
import { progressOf } from "./progress.ts";

/** So much of a prompt stands above each video, and in the menu. */
const PROMPT_PART = 80;
const OPTION_MAX = 75;

/** What the card of a batch says of all its videos: how far they are, one sum of what they cost, and what can be done. */
export function severalWords(batch: Job, parts: readonly Job[], words: Words): ChatMessage {
  const needsKey = parts.find(({ state }) => state.status === "running" && state.waitingFor === "key");
  const said = message({ ...severalInShort(batch, parts, words), buttons: buttonsOf(batch, parts, words) });
  if (!needsKey) return said;
  const body = [...said.body, ...paragraphs(batch.team ? words.team.needsKey : words.card.needsKey)];
  const buttons = batch.team ? said.buttons : [renewKeyButton(needsKey.id, words), ...said.buttons];
  return { ...said, tone: "key", body, buttons };
}

/** A section for each video of a batch, and the menu that opens one of them. */
export function eachOf(
  parts: readonly Job[],
  now: { readonly now: EpochMs; readonly words: Words },
): Pick<ChatMessage, "sections" | "select"> {
  const sections = parts.map((part, index) => sectionOf(part, index + 1, now));
  return { sections, select: chooseOne(parts, now.words) };
}

/** How far a batch is, or how it ended, and what it has cost. */
export function severalInShort(batch: Job, parts: readonly Job[], words: Words) {
  return { ...stateOf(batch, parts, words), body: sumLine(spentOn(parts), words) };
}

function stateOf(
  batch: Job,
  parts: readonly Job[],
  { several }: Words,
): { readonly tone: Tone; readonly title: string } {
  const count = parts.length;
  if (!isSettled(batch)) return { tone: "running", title: several.making(count) };
  const outcomes = parts.map(outcomeOf);
  const ready = outcomes.filter((one) => one?.kind === "succeeded").length;
  if (ready === count) return { tone: "good", title: several.ready(count) };
  const isUnsure = ready > 0 || outcomes.some((one) => one?.kind === "unknown");
  return isUnsure
    ? { tone: "unsure", title: several.partly(ready, count) }
    : { tone: "bad", title: several.none(count) };
}

/** Nothing before something was charged. */
function sumLine({ charged, refunded, unknown }: Ledger, { several }: Words): readonly Sentence[] {
  const said = [
    ...(charged > 0 ? [several.charged(charged)] : []),
    ...(refunded > 0 ? [several.cameBack(refunded), several.net(charged - refunded)] : []),
    ...(unknown > 0 ? [several.perhaps(unknown)] : []),
  ];
  return said.length === 0 ? [] : [[said.join(" · ")]];
}

function sectionOf(part: Job, nth: number, { now, words }: { readonly now: EpochMs; readonly words: Words }): Section {
  const title = words.several.nth(nth, excerpt(part.request.prompt, PROMPT_PART));
  const { state } = part;
  if (state.status === "running") return { title, body: [], bar: progressOf(part, state, now, words) };
  const outcome = outcomeOf(part);
  if (outcome?.kind !== "succeeded") return { title, body: [[jobStateText(part, words)]] };
  const { credits, videoUrl } = outcome;
  const link = videoUrl === null ? [] : [" · ", ...videoLink(videoUrl, words)];
  return { title, body: [[jobStateText(part, words), ` · ${words.amounts.credits(credits)}`, ...link]] };
}

/** Each opens privately, with its own buttons. */
function chooseOne(parts: readonly Job[], { several }: Words): Select {
  const options = parts.map(({ id, request }, index) => ({
    label: excerpt(several.nth(index + 1, request.prompt), OPTION_MAX),
    value: buttonId({ kind: "show_job", jobId: id }),
  }));
  return { label: several.choose, options };
}

function buttonsOf(batch: Job, parts: readonly Job[], words: Words): readonly Button[] {
  if (isSettled(batch)) return [deleteButton(batch.id, words)];
  return partsToCancel(parts).length > 0 ? [cancelRestButton(batch.id, words)] : [];
}

/** What *Cancel the rest* came to. */
export function restCancelled(videos: number, { several }: Words): ChatMessage {
  return message({ tone: "plain", title: videos > 0 ? several.restCancelled : several.nothingLeft });
}
