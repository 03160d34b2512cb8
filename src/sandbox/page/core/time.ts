/** How far the sandbox's clock is ahead of the browser's. */
let aheadMs = 0;

export function setClock(now: number): void {
  aheadMs = now - Date.now();
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

function ago(ms: number): string {
  const away = ms - (Date.now() + aheadMs);
  const [unit, size] = units.find(([, each]) => Math.abs(away) >= each) ?? (["second", 1_000] as const);
  return relative.format(Math.round(away / size), unit);
}

const format = (options: Intl.DateTimeFormatOptions) => (ms: number) =>
  new Intl.DateTimeFormat(undefined, options).format(ms);
const short = format({ timeStyle: "short" });
const longDate = format({ dateStyle: "long" });

/** Discord's letters. Source: Discord docs, reference "Timestamp Styles". */
const letters: Readonly<Record<string, (ms: number) => string>> = {
  t: short,
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: longDate,
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  R: ago,
};

/** Slack's tokens. Source: Slack docs, messaging/formatting-message-text "Date formatting". */
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

/** A moment in words: the style is Discord's letter or Slack's format with its tokens. */
export function worded(ms: number, style: string): string {
  const letter = letters[style];
  if (letter) return letter(ms);
  return style.replace(/\{(\w+)\}/g, (whole, name: string) => tokens[name]?.(ms) ?? whole);
}

/** Times that say how long ago something was are told again every second. */
export function keepTimesFresh(): void {
  setInterval(() => {
    for (const node of document.querySelectorAll<HTMLTimeElement>("time[data-style]")) {
      const fresh = worded(Number(node.dataset.ms), node.dataset.style ?? "f");
      if (node.textContent !== fresh) node.textContent = fresh;
    }
  }, 1_000);
}
