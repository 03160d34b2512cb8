export interface FieldProblem {
  readonly name: string;
  readonly words: string;
}

/** Clients name the field: `prompt: at most 3000 characters`, or `"prompt" is required`. Undefined if there is none. */
export function readProblem(why: string, names: readonly string[]): FieldProblem | undefined {
  const [, quoted, plain, rest = ""] = /^(?:"([\w-]+)" |([\w-]+): )(.+)$/s.exec(why) ?? [];
  const name = quoted ?? plain;
  if (name === undefined || !names.includes(name)) return undefined;
  return { name, words: sentence(quoted === undefined ? rest : `this ${rest}`) };
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}
