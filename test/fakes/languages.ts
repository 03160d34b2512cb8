import type { Languages } from "../../src/core/text/locale.ts";

/** Knows nobody's language and stores none. */
export const noLanguages: Languages = { get: async () => null, put: async () => {} };
