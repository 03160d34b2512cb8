import type { z } from "zod";
import { type Answer, refuse } from "./answer.ts";
import { problemsOf } from "./problems-of.ts";

/** One method of the Web API. */
export interface Method {
  readonly token: "bot" | "app" | "none";
  run(args: Readonly<Record<string, unknown>>): Answer;
}

export type Methods = Readonly<Record<string, Method>>;

/** A method for the bot token whose arguments have that shape. */
export function method<A>(shape: z.ZodType<A>, run: (args: A) => Answer): Method {
  return {
    token: "bot",
    run(raw) {
      const parsed = shape.safeParse(raw, { reportInput: true });
      return parsed.success ? run(parsed.data) : refuse("invalid_arguments", "", problemsOf(parsed.error));
    },
  };
}
