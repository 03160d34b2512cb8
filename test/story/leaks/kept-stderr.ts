const printed: string[] = [];
let isListening = false;

/** Records this process's standard error. The returned function ends that and returns the text. */
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
