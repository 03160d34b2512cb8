import type { Platform, Report, Sight } from "./protocol.ts";

/** A message as it was at each time; what its texts said stays evidence after it is gone. */
export interface Shown {
  readonly platform: Platform;
  readonly messageId: string;
  /** Empty where it replies to nothing. */
  readonly replyTo: string;
  readonly texts: readonly { readonly at: number; readonly text: string }[];
  readonly pings: number;
  readonly isGone: boolean;
}

/** What the servers saw of one world, in the order in which they saw it. */
export interface Evidence {
  take(sight: Sight): void;
  /** Every message that ever quoted the prompt, and what replied to it; the question before it starts is no text of theirs. */
  about(prompt: string): readonly Shown[];
  /** Whether its person was asked before it starts. */
  isAsked(prompt: string): boolean;
  /** Notifications that name no command: a card whose id the bot never learned is replied to by nothing. */
  orphans(): readonly Shown[];
  answerTo(interactionId: string): "answered" | "unanswered" | null;
  /** When the platforms last saw anything, in milliseconds since the epoch. */
  lastAt(): number;
  /** How often that platform has been connected to. */
  connections(platform: Platform): number;
}

const IS_QUESTION = /Start when it clears waits for up to an hour/;
/** Every prompt of the harness begins with it. */
export const MARK = "kite ";

interface Held {
  readonly platform: Platform;
  readonly messageId: string;
  readonly replyTo: string;
  readonly texts: { readonly at: number; readonly text: string }[];
  pings: number;
  isGone: boolean;
}

export function evidence(): Evidence {
  const messages = new Map<string, Held>();
  const answers = new Map<string, "answered" | "unanswered">();
  const connections = { discord: 0, slack: 0 };
  let lastAt = 0;

  function heldOf({ platform, messageId = "", replyTo = "" }: Sight): Held {
    const name = `${platform} ${messageId}`;
    const held = messages.get(name) ?? { platform, messageId, replyTo, texts: [], pings: 0, isGone: false };
    messages.set(name, held);
    return held;
  }

  const quotes = ({ texts }: Shown, prompt: string) => texts.some(({ text }) => text.includes(prompt));

  function about(prompt: string): readonly Shown[] {
    const all = [...messages.values()];
    const quoting = new Set(all.filter((one) => quotes(one, prompt)).map(({ messageId }) => messageId));
    const found = all.filter(({ messageId, replyTo }) => quoting.has(messageId) || quoting.has(replyTo));
    // A bot that was killed while it answered the press says in the question's place that nothing was started.
    const said = found.map((one) => ({ ...one, texts: one.texts.filter(({ text }) => !IS_QUESTION.test(text)) }));
    return said.filter(({ texts }) => texts.length > 0);
  }

  return {
    take(sight) {
      lastAt = sight.at;
      switch (sight.what) {
        case "connected":
          connections[sight.platform] += 1;
          return;
        case "answered":
        case "unanswered":
          answers.set(sight.interactionId ?? "", sight.what);
          return;
        case "message":
        case "edited":
          heldOf(sight).texts.push({ at: sight.at, text: sight.text });
          return;
        case "pinged":
          heldOf(sight).pings += 1;
          return;
        case "deleted":
          heldOf(sight).isGone = true;
      }
    },
    about,
    isAsked: (prompt) =>
      [...messages.values()].some(({ texts }) =>
        texts.some(({ text }) => IS_QUESTION.test(text) && text.includes(prompt)),
      ),
    orphans: () => {
      const known = (text: string) => [...messages.values()].some((one) => one.messageId === text);
      return [...messages.values()].filter(
        ({ pings, replyTo, texts }) => pings > 0 && !known(replyTo) && !texts.some(({ text }) => text.includes(MARK)),
      );
    },
    answerTo: (interactionId) => answers.get(interactionId) ?? null,
    lastAt: () => lastAt,
    connections: (platform) => connections[platform],
  };
}

/** Whether the servers' own list of what a person sees agrees with what was journalled. */
export function agrees(shown: readonly Shown[], visible: Report["visible"]): boolean {
  const standing = new Set(visible.map(({ platform, messageId }) => `${platform} ${messageId}`));
  return shown.every(({ platform, messageId, isGone }) => standing.has(`${platform} ${messageId}`) !== isGone);
}
