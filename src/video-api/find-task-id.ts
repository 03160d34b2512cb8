import type { TaskId } from "../core/job/ids.ts";

/** Longest task id that is believed, in characters. Ours: the service's interface names no bound (read 2026-11-21). */
const TASK_ID_MAX = 256;

/** Whether a value can be a task's id: text of 1 to 256 characters, not blank, no control characters. */
export function isTaskId(value: unknown): value is TaskId {
  return typeof value === "string" && value.length <= TASK_ID_MAX && value.trim() !== "" && !/\p{Cc}/u.test(value);
}

/** "unclear": something is called taskId, but it is not one id. */
type FoundTaskId =
  | { readonly kind: "one"; readonly taskId: TaskId }
  | { readonly kind: "none" }
  | { readonly kind: "unclear" };

/** Looks for the one task id in an answer that is not in shape: anywhere in its JSON, or in a text that is no JSON. */
export function findTaskId(answer: { readonly json: unknown } | { readonly text: string }): FoundTaskId {
  const given = "json" in answer ? namedInJson(answer.json) : namedInText(answer.text);
  if (given.every((value) => value === null)) return { kind: "none" };
  const [first, ...others] = new Set(given);
  return others.length === 0 && isTaskId(first) ? { kind: "one", taskId: first } : { kind: "unclear" };
}

/** Every value called taskId, at any depth. A loop, not a recursion: foreign JSON may be nested as deep as it is long. */
function namedInJson(json: unknown): unknown[] {
  const taskIds: unknown[] = [];
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (name === "taskId") taskIds.push(inner);
      open.push(inner);
    }
  }
  return taskIds;
}

/** A quote inside somebody's text is escaped, so a name with plain quotes around it is a field's. */
function namedInText(text: string): unknown[] {
  const strings = [...text.matchAll(/"taskId"\s{0,20}:\s{0,20}"([^"\\]{0,300})"/g)].map(([, id]) => id);
  const fields = text.split('"taskId"').length - 1;
  // A field whose value cannot be read makes the whole unclear.
  return strings.length === fields ? strings : [...strings, undefined];
}
