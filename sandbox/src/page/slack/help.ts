export interface Offered {
  readonly commands: readonly { readonly command: string; readonly description: string; readonly usageHint: string }[];
  readonly shortcuts: readonly { readonly name: string; readonly callbackId: string; readonly description: string }[];
}

export interface Offer {
  readonly kind: "command" | "shortcut" | "word" | "flag" | "value";
  readonly label: string;
  readonly hint: string;
  readonly note: string;
  readonly line: string;
  readonly caret: number;
}

export interface Help {
  readonly command: Offered["commands"][number] | undefined;
  readonly offers: readonly Offer[];
  readonly active: number;
}

const NOTHING: Help = { command: undefined, offers: [], active: -1 };

export function helpFor(line: string, caret: number, offered: Offered): Help {
  const typed = line.slice(0, caret);
  if (!typed.startsWith("/")) return NOTHING;
  if (!/\s/.test(typed)) return namesFor(line, typed, offered);
  const command = offered.commands.find(
    (one) => typed.startsWith(one.command) && /^\s/.test(typed.slice(one.command.length)),
  );
  if (!command) return NOTHING;
  const usage = readUsage(command.usageHint);
  const unused = usage.flags.filter(({ name }) => !hasFlag(line, name));
  const offers = behind({ line, caret, typed: typed.slice(command.command.length), usage, unused });
  const isBegun = /\S$/.test(typed);
  return { command, offers, active: isBegun && offers.length > 0 ? 0 : -1 };
}

function namesFor(line: string, typed: string, { commands, shortcuts }: Offered): Help {
  const part = typed.slice(1).toLowerCase();
  const fits = commands.filter(({ command }) => command.includes(part));
  const ranked = [
    ...fits.filter(({ command }) => command.startsWith(typed)),
    ...fits.filter(({ command }) => !command.startsWith(typed)),
  ];
  const offers: readonly Offer[] = [
    ...ranked.map(({ command, description, usageHint }): Offer => {
      const whole = `${command} `;
      return { kind: "command", label: command, hint: usageHint, note: description, line: whole, caret: whole.length };
    }),
    ...shortcuts
      .filter(({ name }) => name.toLowerCase().includes(part))
      .map(({ name, callbackId, description }): Offer => {
        return { kind: "shortcut", label: name, hint: "", note: description, line: callbackId, caret: 0 };
      }),
  ];
  const isWhole = commands.some(({ command }) => command === line);
  return { command: undefined, offers, active: isWhole || offers.length === 0 ? -1 : 0 };
}

function behind(at: {
  readonly line: string;
  readonly caret: number;
  readonly typed: string;
  readonly usage: Usage;
  readonly unused: Usage["flags"];
}): readonly Offer[] {
  const { line, caret, typed, usage, unused } = at;
  const word = /\S*$/.exec(typed)?.[0] ?? "";
  const before =
    typed
      .slice(0, typed.length - word.length)
      .trim()
      .split(/\s+/)
      .at(-1) ?? "";
  const put = (kind: Offer["kind"], text: string, note = ""): Offer => {
    const start = `${line.slice(0, caret - word.length)}${text} `;
    const rest = line.slice(caret).trimStart();
    return { kind, label: text, hint: "", note, line: `${start}${rest}`, caret: start.length };
  };
  const going = (text: string) => text.startsWith(word) && text !== word;

  const flag = usage.flags.find(({ name }) => name === before);
  if (flag) return flag.values.filter(going).map((value) => put("value", value));
  if (before === "" && usage.words.length > 0) return usage.words.filter(going).map((each) => put("word", each));
  if (!word.startsWith("-")) return [];
  return unused.filter(({ name }) => going(name)).map(({ name, values }) => put("flag", name, values.join(" or ")));
}

function hasFlag(line: string, name: string): boolean {
  return line.split(/\s+/).includes(name);
}

type Usage = ReturnType<typeof readUsage>;

/**
 * Reads the manifest's hint: "words --ratio 16:9|9:16 --image URL", or "set | status". A word in capitals is a placeholder.
 */
export function readUsage(hint: string) {
  const flags = [...hint.matchAll(/(?<!\S)(--[a-z][\w-]*)(?:[ =]([^\s-]\S*))?/g)].map(([, name = "", values = ""]) => ({
    name,
    values: values.split("|").filter((value) => value !== "" && !isPlaceholder(value)),
  }));
  const ways = hint.split("|").map((way) => /^\s*([a-z][\w-]*)(?:\s+[A-Z]+)?\s*$/.exec(way)?.[1]);
  return { flags, words: flags.length === 0 ? ways.filter((way) => way !== undefined) : [] };
}

const isPlaceholder = (value: string) => /^[A-Z]+$/.test(value);
