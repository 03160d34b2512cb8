/** The id of a button with that label, whatever price stands behind it, anywhere in a message; null where there is none. */
export function buttonOf(value: unknown, label: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const {
    label: own,
    text,
    custom_id: customId,
    action_id: actionId,
  }: Readonly<Record<string, unknown>> = { ...value };
  const isIt = (words: unknown) => typeof words === "string" && words.split(" · ")[0] === label;
  if (isIt(own) && typeof customId === "string") return customId;
  const words = typeof text === "object" && text !== null && "text" in text ? text.text : null;
  if (isIt(words) && typeof actionId === "string") return actionId;
  for (const part of Object.values(value)) {
    const found = buttonOf(part, label);
    if (found) return found;
  }
  return null;
}
