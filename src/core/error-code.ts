/** Returns the code of an error of Node's or a library's, such as ENOENT; null for an error without one. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Returns the code of a file system's error; null for any other error. */
export function fileErrorCode(error: unknown): string | null {
  return error instanceof Error && "syscall" in error ? errorCode(error) : null;
}
