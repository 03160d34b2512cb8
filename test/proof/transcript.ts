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
    /** The platform's own code of a refusal; null: it took it. */
    code: z.union([z.string(), z.int()]).nullable(),
    /** The names of the headers that tell of limits and scopes. */
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

/** One observation of a check, without the platform's text. */
export type Step = Readonly<z.output<typeof step>>;
export type Verdict = z.output<typeof verdict>;
export type Transcript = z.output<typeof transcript>;
export type CheckSeen = Transcript["checks"][number];

/** A transcript as it was written; null where the text is none. */
export function readTranscript(text: string): Transcript | null {
  try {
    return transcript.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
