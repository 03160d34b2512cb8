export type Word =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bold" | "italic" | "underline" | "strike" | "spoiler"; readonly words: readonly Word[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly url: string; readonly words: readonly Word[] }
  | { readonly kind: "mention"; readonly id: string; readonly text: string }
  | { readonly kind: "time"; readonly ms: number; readonly style: string };

export type Paragraph =
  | { readonly kind: "text" | "quote" | "subtext" | "item"; readonly words: readonly Word[] }
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly words: readonly Word[] }
  | { readonly kind: "code"; readonly text: string };

export type Marks = readonly (readonly [RegExp, (match: RegExpExecArray) => Word])[];

/**
 * Uses the first mark that matches. No mark begins inside `plain`, or in a word after an `isLetter`. Links are not read
 * inside links.
 */
export function wordReader(syntax: {
  readonly marks: Marks;
  readonly plain: RegExp;
  readonly isLetter: RegExp;
  plainText?(source: string): string;
}): (source: string, inside?: "link") => readonly Word[] {
  const { marks, plain, isLetter, plainText = (source) => source } = syntax;

  function firstMark(rest: string, inside: "link" | undefined): readonly [string, Word] | undefined {
    for (const [mark, make] of marks) {
      const match = mark.exec(rest);
      const word = match && make(match);
      if (word && !(word.kind === "link" && inside === "link")) return [match[0], word];
    }
    return undefined;
  }

  return (source, inside) => {
    const out: Word[] = [];
    let rest = source;
    let before = "";
    while (rest !== "") {
      const run = plain.exec(rest)?.[0];
      const marked = run || (isLetter.test(rest) && /\w/.test(before)) ? undefined : firstMark(rest, inside);
      const taken = run ?? marked?.[0] ?? rest.slice(0, 1);
      const word = marked?.[1] ?? { kind: "text", text: plainText(taken) };
      const last = out.at(-1);
      if (word.kind === "text" && last?.kind === "text")
        out[out.length - 1] = { kind: "text", text: last.text + word.text };
      else out.push(word);
      before = taken.at(-1) ?? "";
      rest = rest.slice(taken.length);
    }
    return out;
  };
}

/**
 * Reads only the markdown that bots use. Source: Discord support, "Markdown Text 101"; developer docs, reference "Message
 * Formatting".
 */
export function readMarkdown(source: string): readonly Paragraph[] {
  const out: Paragraph[] = [];
  const parts = source.split(/```(?:[a-zA-Z0-9+-]*\n)?([\s\S]*?)```\n?/);
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) out.push({ kind: "code", text: part.replace(/\n$/, "") });
    else if (part !== "") out.push(...readLines(part));
  }
  return out;
}

function readLines(source: string): Paragraph[] {
  const out: Paragraph[] = [];
  const lines = source.replace(/\n$/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.startsWith(">>> ")) {
      const rest = [line.slice(4), ...lines.slice(index + 1)].join("\n");
      out.push({ kind: "quote", words: readWords(rest) });
      return out;
    }
    out.push(readLine(line));
  }
  return out;
}

function readLine(line: string): Paragraph {
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading) {
    const level = heading[1]?.length === 1 ? 1 : heading[1]?.length === 2 ? 2 : 3;
    return { kind: "heading", level, words: readWords(heading[2] ?? "") };
  }
  for (const [mark, kind] of [
    [/^-# (.*)$/, "subtext"],
    [/^> (.*)$/, "quote"],
    [/^ *[-*] (.*)$/, "item"],
  ] as const) {
    const marked = mark.exec(line);
    if (marked) return { kind, words: readWords(marked[1] ?? "") };
  }
  return { kind: "text", words: readWords(line) };
}

const marks: Marks = [
  [/^\\([^A-Za-z0-9\s])/, ([, letter = ""]) => ({ kind: "text", text: letter })],
  [/^``(.+?)``(?!`)/s, ([, inner = ""]) => ({ kind: "code", text: inner.trim() })],
  [/^`([^`]+)`/, ([, inner = ""]) => ({ kind: "code", text: inner })],
  [
    /^\[((?:\\.|[^\][\\])+)\]\(<?(https?:\/\/[^\s<>]+?)>?(?: "[^"]*")?\)/,
    ([, label = "", url = ""]) => ({ kind: "link", url, words: readWords(label, "link") }),
  ],
  [/^<(https?:\/\/[^\s>]+)>/, ([, url = ""]) => bare(url)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"'\])*_~|`]/, ([url]) => bare(url)],
  [/^<@[!&]?(\d+)>/, ([, id = ""]) => ({ kind: "mention", id, text: `@${id}` })],
  [/^<#(\d+)>/, ([, id = ""]) => ({ kind: "mention", id, text: `#${id}` })],
  [/^<\/([\w -]+):(\d+)>/, ([, name = "", id = ""]) => ({ kind: "mention", id, text: `/${name}` })],
  [/^@(everyone|here)\b/, ([name]) => ({ kind: "mention", id: name, text: name })],
  [
    /^<t:(-?\d+)(?::([tTdDfFRsS]))?>/,
    ([, at, style]) => ({ kind: "time", ms: Number(at) * 1_000, style: style ?? "f" }),
  ],
  [/^<a?(:\w+:)\d+>/, ([, name = ""]) => ({ kind: "text", text: name })],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/s, ([, inner = ""]) => ({ kind: "bold", words: readWords(inner) })],
  [/^__((?:\\.|[^\\])+?)__(?!_)/s, ([, inner = ""]) => ({ kind: "underline", words: readWords(inner) })],
  [/^~~((?:\\.|[^\\])+?)~~/s, ([, inner = ""]) => ({ kind: "strike", words: readWords(inner) })],
  [/^\|\|((?:\\.|[^\\])+?)\|\|/s, ([, inner = ""]) => ({ kind: "spoiler", words: readWords(inner) })],
  [/^\*(?=\S)((?:\\.|[^\\*])+?)\*(?!\*)/s, ([, inner = ""]) => ({ kind: "italic", words: readWords(inner) })],
  [/^_((?:\\.|[^\\_])+?)_(?![A-Za-z0-9_])/s, ([, inner = ""]) => ({ kind: "italic", words: readWords(inner) })],
];

const bare = (url: string): Word => ({ kind: "link", url, words: [{ kind: "text", text: url }] });

const readWords = wordReader({ marks, plain: /^[^\\`[<h@*_~|]+/, isLetter: /^_(?!_)/ });
