/** Returns the code of an error from Node or a library, such as ENOENT. Null: it has none. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** Returns the code of a file system error; null for any other error. */
export function fileErrorCode(error: unknown): string | null {
  return error instanceof Error && "syscall" in error ? errorCode(error) : null;
}
