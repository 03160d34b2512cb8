/** Shapes of secrets that libraries put into their errors, in URLs above all. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bxox[a-z]-[\w-]+/g, "[slack token]"],
  [/\bxapp-[\w-]+/g, "[slack token]"],
  [/\b(Bearer|Bot)\s+[\w.~+/=-]{8,}/gi, "$1 [secret]"],
  [/\bvk-[\w-]{8,}/g, "[key]"],
  [/(\/(?:webhooks|interactions)\/\d+\/)[\w.~%-]{16,}/g, "$1[token]"],
  [/\b[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}/g, "[discord token]"],
  [/(hooks\.slack\.com|\/response)\/[^\s"'\\]+/g, "$1/[secret]"],
];

/** The line without what looks like a secret, and without line breaks or direction marks that could forge another line. */
export function scrub(line: string): string {
  const clean = shapes.reduce((text, [shape, instead]) => text.replace(shape, instead), line);
  const isEnded = clean.endsWith("\n");
  const oneLine = clean.replace(/[\r\n\u2028\u2029\u202A-\u202E\u2066-\u2069]+/g, " ").trimEnd();
  return isEnded ? `${oneLine}\n` : oneLine;
}
