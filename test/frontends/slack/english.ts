import type { Locales } from "../../../src/frontends/slack/out/slack-profiles.ts";

/** Nobody's language is known. */
export const english: Locales = { known: () => undefined, soon: async () => undefined, learn: async () => "en" };
