const TRANSLATIONS = new Set(["name_localizations", "description_localizations"]);

/** A command as a list tells it unless it is asked for all languages. Source: Discord's documentation (read 2026-11-21). */
export function untranslated(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(untranslated);
  if (typeof told !== "object" || told === null) return told;
  const kept = Object.entries(told).filter(([name]) => !TRANSLATIONS.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, untranslated(value)]));
}
