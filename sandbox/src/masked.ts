const MASK = "•••";

/** Prefixes of keys and tokens. The sandbox shares nothing with the bot, so it has its own list. */
const SHAPES: readonly RegExp[] = [
  /\bxox[a-z](?:\.xox[a-z])?-[\w-]{6,}/g,
  /\bxapp-[\w-]{6,}/g,
  /\b(?:vk|sk|pk|rk)[-_](?:[A-Za-z0-9]{1,40}[-_]){0,4}(?=[A-Za-z]*\d)[A-Za-z0-9]{10,}/g,
  /\b(?:gh[oprsu]|github_pat|hf|npm|r8)_(?=\w*\d)[A-Za-z0-9_]{18,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\b[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}/g,
  /\baW50ZXJhY3Rpb24[\w=-]{8,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
];

const SECRET_FIELD = /^(?:token|secret|password|authorization|api_?key)$/i;
const ADDRESS = /(https?:\/\/\S+)/i;

export function withoutKeys(text: string): string {
  return SHAPES.reduce((words, shape) => words.replace(shape, MASK), text);
}

export function masked(text: string): string {
  return withoutKeys(text)
    .split(ADDRESS)
    .map((part) =>
      ADDRESS.test(part) ? part : part.replace(/[A-Za-z0-9_-]{24,}/g, (word) => (isRandom(word) ? MASK : word)),
    )
    .join("");
}

export function maskedValue(value: unknown, mask: (text: string) => string = masked): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === "string" && SECRET_FIELD.test(name) ? MASK : maskedValue(inner, mask),
    ]),
  );
}

/** Lower case, capitals and digits mixed, or a long run of letters and digits. */
function isRandom(word: string): boolean {
  const kinds = [...word].map((character) => (/\d/.test(character) ? 0 : /[a-z]/.test(character) ? 1 : 2));
  const digits = kinds.filter((kind) => kind === 0).length;
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word);
  if (!isMixed && (word.length < 32 || /[_-]/.test(word))) return false;
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length / (kinds.length - 1);
  return digits >= (isMixed ? 1 : 6) && changes >= (isMixed ? 0.4 : 0.3);
}

/** On both platforms a form's field of this name holds an API key. */
const KEY_FIELD = "key";

/**
 * Masks the sandbox's own key everywhere, and the text typed into a key field (Discord: `{ custom_id: "key", value }`;
 * Slack: `{ key: { key: { value } } }`).
 */
export function redact(value: unknown, ownKey: string, isInKeyField = false): unknown {
  if (typeof value === "string") return value.replaceAll(ownKey, MASK);
  if (Array.isArray(value)) return value.map((item) => redact(item, ownKey, isInKeyField));
  if (typeof value !== "object" || value === null) return value;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const hidesValue = isInKeyField || [fields.custom_id, fields.action_id, fields.block_id].includes(KEY_FIELD);
  return Object.fromEntries(
    Object.entries(fields).map(([name, held]) => {
      const isKey = name === KEY_FIELD;
      const isHidden = typeof held === "string" && (isKey || (name === "value" && hidesValue));
      return [name, isHidden ? MASK : redact(held, ownKey, isInKeyField || isKey)];
    }),
  );
}
