/** Everything that is to be read in a message, as a client shows it. */
export function textOf(message: { readonly content: string; readonly components: readonly unknown[] }): string {
  return [message.content, ...message.components.flatMap(strings)].join("\n").replace(/\\([^0-9A-Za-z\s])/g, "$1");
}

function strings(component: unknown): string[] {
  if (Array.isArray(component)) return component.flatMap(strings);
  if (typeof component !== "object" || component === null) return [];
  return Object.entries(component).flatMap(([name, value]) =>
    (name === "content" || name === "label") && typeof value === "string" ? [value] : strings(value),
  );
}
