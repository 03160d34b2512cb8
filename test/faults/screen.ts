/** One message as a person sees it. */
export interface Seen {
  readonly id: string;
  readonly kind: Kind;
  /** The first line. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** "whisper": only its owner sees it. "moved card": a new message with a card's words. */
export type Kind = "card" | "moved card" | "notification" | "whisper";

/** What one person sees, and every text they have read. */
export interface Screen {
  /** The first message is the card; says the new message's id, which the nonce of an earlier one finds again. */
  put(lines: readonly string[], how: { readonly isPrivate?: boolean; readonly nonce?: string | null }): string;
  edit(id: string, lines: readonly string[]): boolean;
  remove(id: string): void;
  /** What is there now. */
  visible(): readonly Seen[];
  /** Everything that was there at any time, once each, in its order. */
  read(): readonly Seen[];
}

/** `see` is told every text at the moment it is read; `nameOf` makes the nth message's id. */
export function screen(nameOf: (count: number) => string, see: (seen: Seen) => void): Screen {
  const messages = new Map<string, Seen>();
  const nonces = new Map<string, string>();
  const history: Seen[] = [];

  function write(id: string, kind: Kind, lines: readonly string[]): void {
    const seen = { id, kind, title: lines[0] ?? "", lines };
    messages.set(id, seen);
    const last = history.findLast((each) => each.id === id);
    if (last?.title !== seen.title) history.push(seen);
    see(seen);
  }

  return {
    put(lines, { isPrivate = false, nonce = null }) {
      const known = nonce === null ? undefined : nonces.get(nonce);
      if (known !== undefined) return known;
      const id = nameOf(history.length);
      if (nonce !== null) nonces.set(nonce, id);
      write(id, history.length === 0 ? "card" : kindOf(lines[0] ?? "", isPrivate), lines);
      return id;
    },
    edit(id, lines) {
      const message = messages.get(id);
      if (message) write(id, message.kind, lines);
      return message !== undefined;
    },
    remove: (id) => void messages.delete(id),
    visible: () => [...messages.values()],
    read: () => history,
  };
}

/** Whether these are words that nothing comes after. */
export function isFinal({ kind, title }: Seen): boolean {
  return (
    kind !== "notification" && !/^(Request received|Starting…|Queued|Making the video|Still not finished…)$/.test(title)
  );
}

function kindOf(title: string, isPrivate: boolean): Kind {
  if (isPrivate) return "whisper";
  return /\byour video\b/i.test(title) ? "notification" : "moved card";
}
