import { randomBytes } from "node:crypto";
import { NotTried } from "./check.ts";
import type { Answered, Asked } from "./edge.ts";
import { shaper } from "./shape.ts";
import type { Step } from "./transcript.ts";

/** Headers that the bot uses. Not even the names of other headers are recorded. */
const HEADERS = /^(?:retry-after|x-ratelimit-[a-z-]+|x-oauth-scopes)$/;

/** The expected status (default 200), code and fields. A list contains the fields only. */
export type Expected =
  | readonly string[]
  | { readonly status?: number; readonly code?: string | number; readonly fields?: readonly string[] };

/** Records what a check receives, without texts, ids or tokens. */
export interface Recorder {
  readonly steps: readonly Step[];
  answer(rule: string, exchange: { readonly asked: Asked; readonly answered: Answered }, expected: Expected): void;
  event(rule: string, event: { readonly type: string; readonly payload: unknown }, fields: readonly string[]): void;
  fact(rule: string, is: boolean): void;
}

export function openRecorder(codeOf: (answered: Answered) => string | number | null): Recorder {
  const steps: Step[] = [];
  const shapeOf = shaper(randomBytes(16).toString("hex"));
  const add = (step: Step, failed: string | undefined) => void steps.push(failed ? { ...step, failed } : step);

  return {
    steps,
    answer(rule, { asked: { method, template }, answered }, expected) {
      const { status } = answered;
      const code = codeOf(answered);
      const headers = Object.keys(answered.headers).filter((name) => HEADERS.test(name));
      const step = { rule, method, template, status, code, headers: headers.toSorted(), shape: shapeOf(answered.body) };
      const wanted = { code: null, ...wholeOf(expected) };
      const is = status === wanted.status && code === wanted.code;
      const failed = is
        ? missing(answered.body, wanted.fields)
        : `expected ${statusText(wanted.status, wanted.code)}, answered ${statusText(status, code)}`;
      add({ kind: "answer", ...step }, failed);
    },
    event(rule, { type, payload }, fields) {
      add({ kind: "event", rule, type, shape: shapeOf(payload) }, missing(payload, fields));
    },
    fact: (rule, is) => add({ kind: "fact", rule, is }, is ? undefined : "it is not so"),
  };
}

function wholeOf(expected: Expected) {
  return { status: 200, ...("length" in expected ? { fields: expected } : expected) };
}

function statusText(status: number, code: string | number | null | undefined): string {
  return code === null || code === undefined ? String(status) : `${status} ${code}`;
}

/** Fields are paths such as `message.id`. */
function missing(body: unknown, fields: readonly string[] = []): string | undefined {
  const gone = fields.filter((path) => at(body, path) === undefined);
  return gone.length === 0 ? undefined : `lacks ${gone.join(", ")}`;
}

/** Returns the value at that path, or undefined. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce((here: unknown, name) => {
    return typeof here === "object" && here !== null ? Reflect.get(here, name) : undefined;
  }, value);
}

/** Returns the text at that path. Throws if there is none. */
export function textAt(value: unknown, path: string): string {
  const text = at(value, path);
  if (typeof text !== "string") throw new NotTried(`an answer before it had no ${path}`);
  return text;
}
