/** The fields that distinguish the members of a union, without ids, amounts, addresses and times. */
const TELLING: ReadonlySet<string> = new Set(["kind", "why", "missing", "option", "field", "flag"]);

function titleOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).flatMap(([name, part]) => {
    if (typeof part === "object" && part !== null) return [titleOf(part)];
    if (typeof part === "boolean") return part ? [] : [`${name}: no`];
    if (part === null) return [`no ${name}`];
    return TELLING.has(name) ? [String(part).replaceAll("_", " ")] : [];
  });
  return parts.filter((part) => part !== "").join(", ");
}

/** Rows of a test table: each value with a short title for `%s`, instead of its JSON. */
export function titled<Value>(values: readonly Value[]): readonly (readonly [title: string, value: Value])[] {
  return values.map((value) => [titleOf(value), value] as const);
}
