import type { DuplicateProcess } from "../../src/core/duplicate-process.ts";

/** No other process uses the credentials until `seen` is called. `signs` counts these calls. */
export function aDuplicateProcess(): DuplicateProcess & { readonly signs: () => number } {
  let signs = 0;
  return {
    seen() {
      signs += 1;
    },
    gone() {
      signs = 0;
    },
    isThere: () => signs > 0,
    line: () => (signs > 0 ? "another process" : null),
    signs: () => signs,
  };
}
