import { type Json, list, number, record, records, text } from "../core/json.ts";
import type { Place } from "../core/page-state.ts";
import { unescaped } from "../slack/mrkdwn.ts";

export type Entry = ReturnType<typeof readEntry>;

export interface Step {
  readonly label: string;
  readonly detail: string;
  readonly state: "done" | "wait" | "trouble";
}

export type Act = ReturnType<typeof readAct>;

const ACTS: Readonly<Record<string, string>> = {
  command: "used a command",
  press: "pressed a button",
  submit_form: "submitted a form",
  shortcut: "used a shortcut",
};

const places = ["discord", "slack", "video", "bot"] as const;

export function readEntry(raw: unknown) {
  const entry = record(raw);
  const place = places.find((each) => each === entry.place) ?? "video";
  return {
    seq: number(entry.seq) ?? 0,
    at: number(entry.at) ?? 0,
    place,
    kind: text(entry.kind),
    personId: text(entry.personId),
    channelId: text(entry.channelId),
    messageId: text(entry.messageId),
    interactionId: text(entry.interactionId),
    times: number(entry.times) ?? 1,
    payload: record(entry.payload),
  };
}

/** Oldest first. An entry belongs to the oldest act that can have caused it. */
export function actsIn(entries: readonly Entry[]): readonly Act[] {
  const taken = new Set<Entry>();
  const starts = entries.filter(isStartOfAct);
  return starts.map((start, index) => {
    const later = entries.filter(({ seq }) => seq > start.seq);
    const earlier = entries.slice(0, entries.indexOf(start));
    const claims: Claims = {
      before: starts[index + 1]?.seq ?? Number.POSITIVE_INFINITY,
      take(fits) {
        const match = later.find((entry) => !taken.has(entry) && fits(entry));
        if (match) taken.add(match);
        return match;
      },
    };
    return readAct(start, { earlier, later, claims });
  });
}

type Start = Entry & { readonly place: Place };

function isStartOfAct(entry: Entry): entry is Start {
  return Object.hasOwn(ACTS, entry.kind) && entry.place !== "video" && entry.place !== "bot";
}

interface Claims {
  readonly before: number;
  take(fits: (entry: Entry) => boolean): Entry | undefined;
}

interface Around {
  readonly earlier: readonly Entry[];
  readonly later: readonly Entry[];
  readonly claims: Claims;
}

function readAct(start: Start, { earlier, later, claims }: Around) {
  const isHere = (entry: Entry) => entry.place === start.place;
  const isSame = (entry: Entry) => isHere(entry) && entry.interactionId === start.interactionId;
  const answer = later.find((entry) => isSame(entry) && (entry.kind === "answered" || entry.kind === "unanswered"));
  const prompt = promptOf(start);
  const isMessage = (entry: Entry) => isHere(entry) && entry.kind === "message" && !entry.personId;
  // A command without a prompt opens a form or a page.
  const mayAsk = answer !== undefined && (prompt !== "" || start.kind === "press" || start.kind === "submit_form");
  const isOwnCard = (entry: Entry) => (start.place === "discord" ? isSame(entry) : isCard(entry, start));
  const soon = mayAsk
    ? claims.take((entry) => isMessage(entry) && entry.seq < claims.before && isOwnCard(entry))
    : undefined;
  const call = mayAsk
    ? claims.take(
        (entry) =>
          isCall(entry) &&
          (entry.seq < claims.before || asksFor(entry, prompt) || (soon !== undefined && shows(soon, entry))),
      )
    : undefined;
  const card = soon ?? (call && claims.take((entry) => isMessage(entry) && isCard(entry, start)));
  const parts = card && call ? partsIn(card, call) : [];
  const others = parts.flatMap((part) => claims.take((entry) => isCall(entry) && beginsWith(entry, part)) ?? []);
  const first = call ? [call, ...others] : [];
  // A lost start that was sent again with its idempotency key got the same task.
  const calls = first.map((each) => (isLost(each) && claims.take((entry) => isRepetition(entry, each))) || each);
  const wanted = parts.length + 1;

  const taskIds: readonly string[] = calls.map(({ payload }) => text(payload.taskId)).filter((id) => id !== "");
  const about = later.filter(({ place, payload }) => place === "video" && taskIds.includes(text(payload.taskId)));
  const endOf = ({ payload }: Entry) =>
    about.find((entry) => entry.kind === "settled" && entry.payload.taskId === payload.taskId);
  const edits = later.filter((entry) => card && entry.kind === "edited" && entry.messageId === card.messageId);
  const isPrivate = (entry: Entry) => isHere(entry) && entry.kind === "message" && entry.personId === start.personId;
  const isOfCard = ({ kind, messageId }: Entry) =>
    kind === "pinged" && later.some((entry) => entry.messageId === messageId && card && answersCard(entry, card));
  const called = later.find((entry) => isHere(entry) && isOfCard(entry));
  const ends = calls.map((each) => ({ call: each, end: endOf(each) }));
  // A bot killed during the paid call notifies before the service is done.
  const early = called && ends.some(({ end }) => !end || called.seq < end.seq);
  const outcome =
    wanted > 1 ? outcomeOfAll(ends, { wanted, isOver: early === true }) : outcomeOfOne(ends, early === true);
  const final = early
    ? edits.findLast(({ seq }) => seq < called.seq)
    : outcome && later.find((entry) => entry.seq > outcome.seq && (edits.includes(entry) || isPrivate(entry)));
  const ping = final && claims.take((entry) => isHere(entry) && entry.kind === "pinged" && entry.seq > final.seq);
  const until = final?.seq ?? Number.POSITIVE_INFINITY;
  const isRefusal = (entry: Entry) => isHere(entry) && entry.kind === "refused";
  const refused = call
    ? later.filter((entry) => isRefusal(entry) && entry.seq < until)
    : later.filter((entry) => isRefusal(entry) && entry.seq < claims.before && isNewMessage(entry));
  const since = (entry: Entry) => `after ${seconds(entry.at - start.at)}`;
  const polls = about.filter(({ kind }) => kind === "polled").reduce((sum, { times }) => sum + times, 0);
  const isPolled = calls.some((each) => each.kind === "submitted" && !isLost(each));

  const steps: (Step | undefined)[] = [
    { label: "Received", detail: `from ${titleOf(start.place)}`, state: "done" },
    answered(answer),
    call && submitted(calls, wanted),
    answerLost(first, calls),
    isPolled ? counted("Polled", polls, outcome !== undefined) : undefined,
    isPolled && card ? counted("Edited", edits.length, final !== undefined) : undefined,
    refused.length > 0
      ? { label: "Refused", detail: `${times(refused.length)} by ${titleOf(start.place)}`, state: "trouble" }
      : undefined,
    call ? finalMessage(outcome, final && since(final)) : undefined,
    call && outcome?.isPrivate !== true
      ? { label: "Notification", detail: ping ? since(ping) : final ? "none yet" : "", state: ping ? "done" : "wait" }
      : undefined,
  ];
  return {
    seq: start.seq,
    place: start.place,
    personId: start.personId,
    label: labelOf(start, prompt, earlier),
    isPaid: call !== undefined,
    taskIds,
    steps: steps.filter((step) => step !== undefined),
  };
}

interface Outcome {
  readonly seq: number;
  readonly words: string;
  readonly isPrivate: boolean;
}

interface CallAndEnd {
  readonly call: Entry;
  readonly end: Entry | undefined;
}

function outcomeOfOne([only]: readonly CallAndEnd[], isOver: boolean): Outcome | undefined {
  if (!only) return undefined;
  const { call, end } = only;
  if (isOver || isDoubtful(call)) return { seq: call.seq, words: "may have been charged", isPrivate: false };
  if (call.kind === "refused") return { seq: call.seq, words: "nothing charged", isPrivate: true };
  const words = end?.payload.status === "failed" ? `failed, ${refundedIn(end)} credits back` : "video ready";
  return end && { seq: end.seq, words, isPrivate: false };
}

function outcomeOfAll(
  ends: readonly CallAndEnd[],
  { wanted, isOver }: { readonly wanted: number; readonly isOver: boolean },
): Outcome | undefined {
  const isOpen = ({ call, end }: CallAndEnd) => !end && call.kind !== "refused" && !isLost(call);
  if (!isOver && (ends.length < wanted || ends.some(isOpen))) return undefined;
  const ready = ends.filter(({ end }) => end?.payload.status === "succeeded").length;
  const back = ends.reduce((sum, { end }) => sum + refundedIn(end), 0);
  const words = [
    ready === wanted ? `${wanted} videos ready` : `${ready} of ${wanted} videos ready`,
    ...(back > 0 ? [`${back} credits back`] : []),
    ...(ends.some(({ call }) => isDoubtful(call)) ? ["may have been charged"] : []),
  ];
  const seq = Math.max(...ends.map(({ call, end }) => (end ?? call).seq));
  return { seq, words: words.join(", "), isPrivate: false };
}

const refundedIn = (end: Entry | undefined): number => number(end?.payload.refunded) ?? 0;

function isDoubtful(call: Entry): boolean {
  return isLost(call) || (call.kind === "refused" && (number(call.payload.status) ?? 0) >= 500);
}

function answersCard({ kind, payload }: Entry, card: Entry): boolean {
  return kind === "message" && [text(payload.reference), text(payload.threadTs)].includes(card.messageId);
}

function isLost({ kind, payload }: Entry): boolean {
  return kind === "submitted" && payload.response === null;
}

function isRepetition(entry: Entry, lost: Entry): boolean {
  return entry.seq > lost.seq && isCall(entry) && !isLost(entry) && entry.payload.taskId === lost.payload.taskId;
}

function isCall({ place, kind, payload }: Entry): boolean {
  return place === "video" && (kind === "submitted" || (kind === "refused" && payload.path === "/api/generate-video"));
}

/** Overlapping acts are distinguished by their prompts. */
function asksFor(call: Entry, prompt: string): boolean {
  return prompt !== "" && promptIn(call) === prompt;
}

const promptIn = ({ payload }: Entry): string => text(record(payload.body).prompt);

/** Cards shorten prompts, and both platforms put marks between the letters. */
const SHOWN_MAX = 40;

const lettersOf = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, " ").trim();

function shows(card: Entry, call: Entry): boolean {
  const beginning = lettersOf(promptIn(call)).slice(0, SHOWN_MAX).trim();
  return beginning !== "" && textsIn(card.payload).some((words) => lettersOf(words).includes(beginning));
}

function beginsWith(call: Entry, part: string): boolean {
  return lettersOf(promptIn(call)).includes(lettersOf(part));
}

/** Beginnings of the card's other prompts; empty if it has only one. */
function partsIn(card: Entry, call: Entry): readonly string[] {
  const numbered = textsIn(card.payload).flatMap((words) => {
    const [, number, part = ""] = /^(\d+)\. (.+)$/s.exec(words) ?? [];
    return number === undefined ? [] : [[Number(number), part] as const];
  });
  const parts = [...new Map(numbered)].toSorted(([one], [other]) => one - other).map(([, part]) => part);
  const own = parts.findIndex((part) => beginsWith(call, part));
  return parts.length < 2 ? [] : parts.toSpliced(Math.max(0, own), 1);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function isNewMessage({ payload }: Entry): boolean {
  return payload.method === "POST" && !text(payload.path).endsWith("chat.update");
}

function isCard(entry: Entry, start: Entry): boolean {
  if (entry.place === "discord") return entry.interactionId === start.interactionId || !text(entry.payload.reference);
  return text(entry.payload.threadTs) === "" || entry.channelId !== start.channelId;
}

function answered(entry: Entry | undefined): Step {
  if (!entry) return { label: "Answered", detail: "", state: "wait" };
  if (entry.kind === "unanswered") return { label: "Not answered", detail: "in the platform's time", state: "trouble" };
  return { label: "Answered", detail: `in ${number(entry.payload.ms) ?? 0} ms`, state: "done" };
}

function submitted(calls: readonly Entry[], wanted: number): Step {
  // A start that was repeated under its idempotency key is one start.
  const submits = calls.filter(({ kind }) => kind === "submitted");
  const paid = [...new Map(submits.map((entry) => [entry.payload.taskId, entry])).values()];
  const credits = paid.reduce((sum, { payload }) => sum + (number(payload.creditsUsed) ?? 0), 0);
  if (paid.length === 0) return { label: "Submit refused", detail: text(calls[0]?.payload.why), state: "trouble" };
  if (wanted === 1) return { label: "Submitted", detail: `${credits} credits`, state: "done" };
  const isAll = calls.length === wanted;
  const count = paid.length === wanted ? `${wanted} videos` : `${paid.length} of ${wanted} videos`;
  return { label: "Submitted", detail: `${count}, ${credits} credits`, state: isAll ? "done" : "wait" };
}

function answerLost(first: readonly Entry[], calls: readonly Entry[]): Step | undefined {
  if (!first.some(isLost)) return undefined;
  if (calls.some(isLost)) return { label: "Answer lost", detail: "charged, or not?", state: "trouble" };
  return { label: "Answer lost", detail: "sent again, charged once", state: "done" };
}

function counted(label: string, count: number, isOver: boolean): Step {
  return { label, detail: count === 0 ? "" : times(count), state: isOver ? "done" : "wait" };
}

function finalMessage(outcome: Outcome | undefined, when: string | undefined): Step {
  const came = outcome?.words ?? "";
  if (when) return { label: "Final message", detail: `${came}, ${when}`, state: "done" };
  return { label: "Final message", detail: outcome ? `${came}, not shown yet` : "", state: "wait" };
}

function labelOf(start: Start, prompt: string, earlier: readonly Entry[]): string {
  const { kind, place, payload } = start;
  const name = text(place === "slack" ? payload.command : payload.name).replace(/^\//, "");
  const pressed = kind === "press" ? buttonOf(start, earlier) : "";
  if (pressed !== "") return `pressed “${pressed}”`;
  const verb = kind === "command" && name ? `/${name}` : (ACTS[kind] ?? kind);
  return [verb, prompt].filter(Boolean).join(" ");
}

/** Slack sends the label; on Discord it is in the message. */
function buttonOf({ payload, messageId }: Start, earlier: readonly Entry[]): string {
  const [action] = records(payload.actions);
  if (action) return text(record(action.text).text);
  const message = earlier.findLast((entry) => entry.messageId === messageId && isShown(entry));
  return message ? labelIn(message.payload, text(payload.custom_id)) : "";
}

const isShown = ({ kind }: Entry): boolean => kind === "message" || kind === "edited";

function labelIn(value: unknown, customId: string): string {
  const node: Json = record(value);
  if (customId !== "" && node.custom_id === customId) return text(node.label);
  for (const inner of list(node.components)) {
    const label = labelIn(inner, customId);
    if (label !== "") return label;
  }
  return "";
}

function promptOf({ kind, place, payload }: Entry): string {
  if (kind !== "command") return "";
  if (place === "discord") return text(records(payload.options).find(({ name }) => name === "prompt")?.value);
  return text(payload.command).endsWith("video") ? unescaped(text(payload.text).split(" --")[0]?.trim() ?? "") : "";
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

export const titleOf = (place: Place): string => (place === "discord" ? "Discord" : "Slack");

export function pingedIn({ payload }: Entry): readonly string[] {
  return list(payload.personIds).map(text);
}
