import type { Languages } from "../../src/core/text/locale.ts";

export const noLanguages: Languages = { get: async () => null, put: async () => {} };
