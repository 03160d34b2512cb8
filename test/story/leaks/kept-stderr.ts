const printed: string[] = [];
let isListening = false;

/** What this process prints to its standard error from now on, until the returned function is asked. */
export function keptStderr(): () => string {
  listen();
  const from = printed.length;
  return () => printed.slice(from).join("");
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (part: string | Uint8Array, ...rest: never[]) => {
    printed.push(typeof part === "string" ? part : Buffer.from(part).toString("latin1"));
    return write(part, ...rest);
  };
}
