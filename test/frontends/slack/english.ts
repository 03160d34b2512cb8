import type { Locales } from "../../../src/frontends/slack/out/slack-profiles.ts";

/** Nobody's language is cachedLocale. */
export const english: Locales = { cachedLocale: () => undefined, soon: async () => undefined, learn: async () => "en" };
