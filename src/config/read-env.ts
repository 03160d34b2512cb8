import { ok, type Result, refuse } from "../core/result.ts";

/** The value, with its quotation marks, is at `from` to `until`. */
interface Line {
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Refuses every line that Node 20, Node 24, Docker or systemd could read differently. No sentence repeats a line, which may
 * contain a secret.
 */
export function readEnv(bytes: Uint8Array): Result<Readonly<Record<string, string>>, readonly string[]> {
  if (isUtf16(bytes)) return refuse(["It is saved as UTF-16. Save it as UTF-8, without a byte order mark."]);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const problems: string[] = [];
  const values: [string, string][] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const read = readEnvLine(line);
    if (read?.ok === false) problems.push(`Line ${index + 1} ${read.refusal}`);
    else if (read) values.push([read.value.name, read.value.value]);
  }
  return problems.length > 0 ? refuse(problems) : ok(Object.fromEntries(values));
}

/** PowerShell 5 writes UTF-16 when it redirects a command's output to a file. */
function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || bytes.includes(0);
}

const BYTE_ORDER_MARK = "\ufeff";
/** Characters that editors do not show, or that look like a space but are not. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const CURLY = /^[“”„‟‘’‚‛«»‹›]|[“”„‟‘’‚‛«»‹›]$/;

export function readEnvLine(written: string): Result<Line, string> | null {
  const line = written.replace(/\r$/, "");
  if (line.startsWith(BYTE_ORDER_MARK))
    return refuse("begins with a byte order mark, which hides the setting. Save the file as UTF-8 without one.");
  const [lead = ""] = /^[ \t]*/.exec(line) ?? [];
  if (lead === line || line.startsWith("#", lead.length)) return null;
  if (line.includes("\ufffd")) return refuse("has characters that are not UTF-8. Save the file as UTF-8.");
  const [unseen] = UNSEEN.exec(line.replaceAll("\t", " ")) ?? [];
  if (unseen !== undefined)
    return refuse(`has a character that cannot be seen (${codePointOf(unseen)}). Type the line again.`);

  const [head, name] = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/.exec(line) ?? [];
  if (head === undefined || name === undefined)
    return refuse("is not NAME=value. Correct it, or put # before it to make it a comment.");
  const [space = ""] = /^[ \t]*/.exec(line.slice(head.length)) ?? [];
  const from = head.length + space.length;
  const quote = line.charAt(from);
  if (quote !== "" && "\"'`".includes(quote)) {
    const end = line.indexOf(quote, from + 1);
    if (end < 0) return refuse(`has no second ${quote} at the end of its value. Add it, or remove the first one.`);
    if (!/^[ \t]*(?:#|$)/.test(line.slice(end + 1))) return refuse(`has text after its second ${quote}. Remove it.`);
    return ok({ name, value: line.slice(from + 1, end), from, until: end + 1 });
  }
  const rest = line.slice(head.length);
  const remark = rest.search(/[ \t]#/);
  const value = (remark < 0 ? rest : rest.slice(0, remark)).trim();
  if (value === "") {
    // Node 24 takes "export NAME" for the name of such a line.
    if (/^\s*export\s/.test(line)) return refuse('has "export" but no value. Remove "export".');
    return ok({ name, value, from: head.length, until: head.length });
  }
  if (CURLY.test(value)) return refuse("has curly quotation marks. Use straight ones (\" or '), or none.");
  if (value.includes("#"))
    return refuse("has a # inside its value. Put the value in quotation marks, or put a space before a comment.");
  return ok({ name, value, from, until: from + value.length });
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
