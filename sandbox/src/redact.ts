const HIDDEN = "•••";

/** A form's field of this name holds an API key, on both platforms. */
const KEY_FIELD = "key";

/**
 * A copy without API keys: without the sandbox's own wherever it stands, and without the text that was typed into a key
 * field (Discord: `{ custom_id: "key", value }`; Slack: `{ key: { key: { value } } }`).
 */
export function redact(value: unknown, ownKey: string): unknown {
  if (typeof value === "string") return value.replaceAll(ownKey, HIDDEN);
  if (Array.isArray(value)) return value.map((item) => redact(item, ownKey));
  if (!isObject(value)) return value;
  const hideValue = [value.custom_id, value.action_id, value.block_id].includes(KEY_FIELD);
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      if (typeof held === "string" && (name === KEY_FIELD || (name === "value" && hideValue))) return [name, HIDDEN];
      if (name === KEY_FIELD && isObject(held)) return [name, withoutValues(held, ownKey)];
      return [name, redact(held, ownKey)];
    }),
  );
}

/** Hides every `value` below a key field, however deep. */
function withoutValues(held: Record<string, unknown>, ownKey: string): unknown {
  return Object.fromEntries(
    Object.entries(held).map(([name, inner]) => {
      if (name === "value" && typeof inner === "string") return [name, HIDDEN];
      return [name, isObject(inner) ? withoutValues(inner, ownKey) : redact(inner, ownKey)];
    }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
