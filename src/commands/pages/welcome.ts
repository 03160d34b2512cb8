import { access } from "../../core/access.ts";
import type { WelcomeOf } from "../../core/home.ts";
import { welcome } from "../../messages/pages/welcome.ts";
import { wordsIn } from "../../messages/words.ts";
import type { CommandDeps } from "../command-deps.ts";

/** How to begin, for people who may make videos; noted before it is said, so that nobody reads it twice. */
export function welcomes({ prefix, rules, vault, welcomed }: CommandDeps): WelcomeOf {
  return async (visitor) => {
    const { owner, locale } = visitor;
    if (access(visitor, rules.access) !== "allowed") return null;
    if (!(await welcomed.note(owner))) return null;
    const key = await vault.get(owner);
    return welcome({ prefix, hasKey: key !== null }, wordsIn(locale));
  };
}
