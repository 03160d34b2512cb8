import { z } from "zod";

/** Something a page may do by POST: checks its body, and throws one sentence where the act is refused. */
export type Action = (body: unknown) => unknown;

export const text = z.string().min(1);

export function action<T>(path: string, schema: z.ZodType<T>, act: (body: T) => unknown): readonly [string, Action] {
  return [
    path,
    (body) => {
      const read = schema.safeParse(body);
      if (read.success) return act(read.data);
      const [first] = read.error.issues;
      throw new Error(`Not understood: ${first?.path.join(".") || "the body"}: ${first?.message}.`);
    },
  ];
}
