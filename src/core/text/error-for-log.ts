/** An error for the log; its message may quote a payload, its name and place do not. */
export function errorForLog(error: unknown): { readonly error: string; readonly at: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: "" };
  return {
    error: error.name,
    at:
      error.stack
        ?.split("\n")
        .find((line) => line.includes(" at "))
        ?.trim() ?? "",
  };
}
