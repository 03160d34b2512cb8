export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

export function fileErrorCode(error: unknown): string | null {
  return error instanceof Error && "syscall" in error ? errorCode(error) : null;
}
