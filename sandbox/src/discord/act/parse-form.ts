import type { z } from "zod";
import { type Fault, invalidForm } from "../routes/refusal.ts";

/** The body as the schema understands it; refuses as Discord does, with every fault at its place. Unknown keys are dropped, as Discord drops them. */
export function parseForm<Form>(schema: z.ZodType<Form>, body: unknown, at: readonly (string | number)[] = []): Form {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidForm(parsed.error.issues.flatMap(faultsOf).map((fault) => ({ ...fault, path: [...at, ...fault.path] })));
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path.map((key) => (typeof key === "symbol" ? String(key) : key));
  if (issue.input === undefined && issue.code !== "custom")
    return [{ path, code: "BASE_TYPE_REQUIRED", message: "This field is required" }];
  switch (issue.code) {
    case "too_big":
      return [
        issue.origin === "string" || issue.origin === "array"
          ? { path, code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${issue.maximum} or fewer in length.` }
          : { path, code: "NUMBER_TYPE_MAX", message: `Value should be less than or equal to ${issue.maximum}.` },
      ];
    case "too_small":
      return [
        issue.origin === "string" || issue.origin === "array"
          ? { path, code: "BASE_TYPE_MIN_LENGTH", message: `Must be ${issue.minimum} or more in length.` }
          : { path, code: "NUMBER_TYPE_MIN", message: `Value should be greater than or equal to ${issue.minimum}.` },
      ];
    case "invalid_value":
      return [{ path, code: "BASE_TYPE_CHOICES", message: `Value must be one of {${issue.values.join(", ")}}.` }];
    case "invalid_format":
      return [{ path, code: "STRING_TYPE_REGEX", message: `Value ${JSON.stringify(issue.input)} is not well formed.` }];
    case "invalid_union":
      return [{ path, code: "UNION_TYPE_CHOICES", message: "Value is of no known kind here." }];
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: [...path, key],
        code: "BASE_TYPE_CHOICES",
        message: "There is no such key.",
      }));
    case "custom":
      return [{ path, code: String(issue.params?.code ?? "BASE_TYPE_BAD"), message: issue.message }];
    default:
      return [{ path, code: "BASE_TYPE_BAD_TYPE", message: issue.message }];
  }
}
