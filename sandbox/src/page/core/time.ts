let aheadMs = 0;

export function setClock(now: number): void {
  aheadMs = now - Date.now();
}

let writer = writerIn("en");

/** Both platforms' clients write dates in the reader's language, not the browser's. */
export function setLanguage(language: string): void {
  if (language !== writer.language) writer = writerIn(language);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

function writerIn(language: string) {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(language, options);
    return (ms: number) => made.format(ms);
  };
  const ago = (ms: number) => {
    const away = ms - (Date.now() + aheadMs);
    const [unit, size] = units.find(([, each]) => Math.abs(away) >= each) ?? (["second", 1_000] as const);
    return relative.format(Math.round(away / size), unit);
  };
  const short = format({ timeStyle: "short" });
  const longDate = format({ dateStyle: "long" });

  /** Source: Discord docs, reference "Timestamp Styles". */
  const letters: Readonly<Record<string, (ms: number) => string>> = {
    t: short,
    T: format({ timeStyle: "medium" }),
    d: format({ dateStyle: "short" }),
    D: longDate,
    f: format({ dateStyle: "long", timeStyle: "short" }),
    F: format({ dateStyle: "full", timeStyle: "short" }),
    R: ago,
  };

  /** Source: Slack docs, messaging/formatting-message-text "Date formatting". */
  const tokens: Readonly<Record<string, (ms: number) => string>> = {
    date_num: format({ dateStyle: "short" }),
    date: longDate,
    date_short: format({ dateStyle: "medium" }),
    date_long: format({ dateStyle: "full" }),
    date_pretty: longDate,
    date_short_pretty: format({ dateStyle: "medium" }),
    date_long_pretty: format({ dateStyle: "full" }),
    time: short,
    time_secs: format({ timeStyle: "medium" }),
    ago,
  };

  return { language, letters, tokens };
}

export function worded(ms: number, style: string): string {
  if (Number.isNaN(new Date(ms).getTime())) return "Invalid date";
  const { letters, tokens } = writer;
  if (Object.hasOwn(letters, style)) return letters[style]?.(ms) ?? style;
  return style.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(tokens, name) ? (tokens[name]?.(ms) ?? whole) : whole,
  );
}
