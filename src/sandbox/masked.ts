/** Beginnings and forms that keys and tokens have. */
const SHAPES: readonly RegExp[] = [
  /\bxox[a-z](?:\.xox[a-z])?-[\w-]{6,}/g,
  /\bxapp-[\w-]{6,}/g,
  /\b(?:vk|sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{10,}/g,
  /\b(?:gh[oprsu]|github_pat|hf|npm|r8)_(?=\w*\d)\w{18,}/g,
  // A Discord bot's token, and an interaction's ("interaction:" in base64).
  /\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /\baW50ZXJhY3Rpb24[\w=-]{8,}/g,
];

/** A copy in which whatever looks like a key or a token is no more than a few dots. */
export function masked(value: unknown): unknown {
  if (typeof value === "string") return SHAPES.reduce((words, shape) => words.replace(shape, "•••"), value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, masked(held)]));
}
