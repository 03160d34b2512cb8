/** The bot's payloads are foreign, so these readers accept anything. */
export type Json = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Json => (isRecord(value) ? value : {});

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const records = (value: unknown): readonly Json[] => list(value).filter(isRecord);

export const text = (value: unknown): string => (typeof value === "string" ? value : "");

export const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

export function address(value: unknown): string | undefined {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

/** The page's policy loads pictures and films only from this machine. */
export function ownAddress(value: unknown): string | undefined {
  const url = address(value);
  return url && new URL(url).hostname === "127.0.0.1" ? url : undefined;
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
