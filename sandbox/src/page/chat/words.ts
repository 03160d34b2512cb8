/** Running text as both platforms mean it, once their own markup has been read. */
export type Word =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bold" | "italic" | "underline" | "strike" | "spoiler"; readonly words: readonly Word[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly url: string; readonly words: readonly Word[] }
  /** A person, a channel, a role, a command or everyone; `text` stands where the id is not known here. */
  | { readonly kind: "mention"; readonly id: string; readonly text: string }
  /** `style`: Discord's letter, or Slack's format with its tokens. */
  | { readonly kind: "time"; readonly ms: number; readonly style: string };

/** A line or several that belong together. */
export type Paragraph =
  | { readonly kind: "text" | "quote" | "subtext" | "item"; readonly words: readonly Word[] }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly words: readonly Word[] }
  | { readonly kind: "code"; readonly text: string };

/** Puts neighbouring plain texts together, so that a reader may go on letter by letter. */
export function joined(words: readonly Word[]): readonly Word[] {
  const out: Word[] = [];
  for (const word of words) {
    const last = out.at(-1);
    if (word.kind === "text" && last?.kind === "text")
      out[out.length - 1] = { kind: "text", text: last.text + word.text };
    else out.push(word);
  }
  return out;
}
