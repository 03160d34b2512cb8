import { z } from "zod";
import type { Shape } from "./shape.ts";

const shape: z.ZodType<Shape> = z.lazy(() => z.union([z.string(), z.array(shape), z.record(z.string(), shape)]));
const ruled = { rule: z.string(), failed: z.string().optional() };

const step = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("answer"),
    ...ruled,
    method: z.string(),
    template: z.string(),
    status: z.int(),
    /** The platform's own error code. Null: the request succeeded. */
    code: z.union([z.string(), z.int()]).nullable(),
    /** The names of the headers about limits and scopes. */
    headers: z.array(z.string()),
    shape,
  }),
  z.strictObject({ kind: z.literal("event"), ...ruled, type: z.string(), shape }),
  z.strictObject({ kind: z.literal("fact"), ...ruled, is: z.boolean() }),
]);

const verdict = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("passed") }),
  z.strictObject({ kind: z.literal("failed"), why: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("not tried"), why: z.string() }),
]);

const transcript = z.strictObject({
  version: z.literal(1),
  checks: z.array(z.strictObject({ name: z.string(), verdict, steps: z.array(step) })),
});

/** One observation of a check, without the platform's texts. */
export type Step = Readonly<z.output<typeof step>>;
export type Verdict = z.output<typeof verdict>;
export type Transcript = z.output<typeof transcript>;
export type CheckSeen = Transcript["checks"][number];

/** Parses a saved transcript. Null: the text is not one. */
export function readTranscript(text: string): Transcript | null {
  try {
    return transcript.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
