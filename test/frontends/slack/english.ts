import type { Locales } from "../../../src/frontends/slack/out/slack-languages.ts";

/** Nobody's language is known. */
export const english: Locales = { known: () => undefined, soon: async () => undefined, learn: async () => "en" };
