import { list, number, record, records, text } from "../core/json.ts";
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

/** The acts among these entries, oldest first. An entry belongs to the oldest act that may have led to it. */
export function actsIn(entries: readonly Entry[]): readonly Act[] {
  const taken = new Set<Entry>();
  const starts = entries.filter(isStartOfAct);
  return starts.map((start, index) => {
    const later = entries.filter(({ seq }) => seq > start.seq);
    const claims: Claims = {
      before: starts[index + 1]?.seq ?? Number.POSITIVE_INFINITY,
      take(fits) {
        const match = later.find((entry) => !taken.has(entry) && fits(entry));
        if (match) taken.add(match);
        return match;
      },
    };
    return readAct(start, later, claims);
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

function readAct(start: Start, later: readonly Entry[], claims: Claims) {
  const isHere = (entry: Entry) => entry.place === start.place;
  const isSame = (entry: Entry) => isHere(entry) && entry.interactionId === start.interactionId;
  const answer = later.find((entry) => isSame(entry) && (entry.kind === "answered" || entry.kind === "unanswered"));
  const prompt = promptOf(start);
  const call = answer && claims.take((entry) => isCall(entry) && (entry.seq < claims.before || asksFor(entry, prompt)));
  const card =
    call &&
    claims.take((entry) => isHere(entry) && entry.kind === "message" && !entry.personId && isCard(entry, start));
  const taskId = text(call?.payload.taskId);
  const about = later.filter(({ place, payload }) => place === "video" && taskId !== "" && payload.taskId === taskId);
  const settled = about.find(({ kind }) => kind === "settled");
  const edits = later.filter((entry) => card && entry.kind === "edited" && entry.messageId === card.messageId);
  const isWhisper = (entry: Entry) => isHere(entry) && entry.kind === "message" && entry.personId === start.personId;
  const isOfCard = ({ kind, messageId }: Entry) =>
    kind === "pinged" && later.some((entry) => entry.messageId === messageId && card && answersCard(entry, card));
  const called = later.find((entry) => isHere(entry) && isOfCard(entry));
  // Told before the service was done: a bot that was killed while it paid cannot know what became of it.
  const early = called && (!settled || called.seq < settled.seq);
  const outcome = call && (early ? doubtful(call) : outcomeOf(call, settled));
  const final = early
    ? edits.findLast(({ seq }) => seq < called.seq)
    : outcome && later.find((entry) => entry.seq > outcome.seq && (edits.includes(entry) || isWhisper(entry)));
  const ping = final && claims.take((entry) => isHere(entry) && entry.kind === "pinged" && entry.seq > final.seq);
  const until = final?.seq ?? Number.POSITIVE_INFINITY;
  const isRefusal = (entry: Entry) => isHere(entry) && entry.kind === "refused";
  const refused = call
    ? later.filter((entry) => isRefusal(entry) && entry.seq < until)
    : later.filter((entry) => isRefusal(entry) && entry.seq < claims.before && isNewMessage(entry));
  const since = (entry: Entry) => `after ${seconds(entry.at - start.at)}`;
  const polls = about.filter(({ kind }) => kind === "polled").reduce((sum, { times }) => sum + times, 0);
  const isPolled = call?.kind === "submitted" && !isLost(call);

  const steps: (Step | undefined)[] = [
    { label: "Received", detail: `from ${titleOf(start.place)}`, state: "done" },
    answered(answer),
    call && submitted(call),
    call && isLost(call) ? { label: "Answer lost", detail: "charged, or not?", state: "trouble" } : undefined,
    isPolled ? counted("Polled", polls, outcome !== undefined) : undefined,
    isPolled && card ? counted("Edited", edits.length, final !== undefined) : undefined,
    refused.length > 0
      ? { label: "Refused", detail: `${times(refused.length)} by ${titleOf(start.place)}`, state: "trouble" }
      : undefined,
    call ? finalWord(outcome, final && since(final)) : undefined,
    call && outcome?.isPrivate !== true
      ? { label: "Notification", detail: ping ? since(ping) : final ? "none yet" : "", state: ping ? "done" : "wait" }
      : undefined,
  ];
  return {
    seq: start.seq,
    place: start.place,
    personId: start.personId,
    label: labelOf(start, prompt),
    isPaid: call !== undefined,
    steps: steps.filter((step) => step !== undefined),
  };
}

interface Outcome {
  readonly seq: number;
  readonly words: string;
  readonly isPrivate: boolean;
}

function outcomeOf(call: Entry, end: Entry | undefined): Outcome | undefined {
  const isRefused = call.kind === "refused";
  if (isLost(call) || (isRefused && (number(call.payload.status) ?? 0) >= 500)) return doubtful(call);
  if (isRefused) return { seq: call.seq, words: "nothing charged", isPrivate: true };
  const refunded = number(end?.payload.refunded) ?? 0;
  const words = end?.payload.status === "failed" ? `failed, ${refunded} credits back` : "video ready";
  return end && { seq: end.seq, words, isPrivate: false };
}

function doubtful({ seq }: Entry): Outcome {
  return { seq, words: "may have been charged", isPrivate: false };
}

function answersCard({ kind, payload }: Entry, card: Entry): boolean {
  return kind === "message" && [text(payload.reference), text(payload.threadTs)].includes(card.messageId);
}

function isLost({ kind, payload }: Entry): boolean {
  return kind === "submitted" && payload.response === null;
}

function isCall({ place, kind, payload }: Entry): boolean {
  return place === "video" && (kind === "submitted" || (kind === "refused" && payload.path === "/api/generate-video"));
}

/** Where acts overlap, their words tell them apart. */
function asksFor({ payload }: Entry, prompt: string): boolean {
  return prompt !== "" && text(record(payload.body).prompt) === prompt;
}

/** A refused message, not an edit, which may be an earlier act's. */
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

function submitted({ kind, payload }: Entry): Step {
  if (kind === "refused") return { label: "Submit refused", detail: text(payload.why), state: "trouble" };
  return { label: "Submitted", detail: `${number(payload.creditsUsed) ?? 0} credits`, state: "done" };
}

function counted(label: string, count: number, isOver: boolean): Step {
  return { label, detail: count === 0 ? "" : times(count), state: isOver ? "done" : "wait" };
}

function finalWord(outcome: Outcome | undefined, when: string | undefined): Step {
  const came = outcome?.words ?? "";
  if (when) return { label: "Final word", detail: `${came}, ${when}`, state: "done" };
  return { label: "Final word", detail: outcome ? `${came}, not told yet` : "", state: "wait" };
}

function labelOf({ kind, place, payload }: Entry, prompt: string): string {
  const name = text(place === "slack" ? payload.command : payload.name).replace(/^\//, "");
  const verb = kind === "command" && name ? `/${name}` : (ACTS[kind] ?? kind);
  return [verb, prompt].filter(Boolean).join(" ");
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
