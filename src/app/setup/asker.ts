import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface Asker {
  /** Null after Ctrl+C, Ctrl+D or the end of the pipe. */
  ask(question: string): Promise<string | null>;
  askSecret(question: string): Promise<string | null>;
  isStopped(): boolean;
  close(): void;
}

/** On a terminal, typed characters are hidden for secrets and while there is no question. */
export function openAsker(streams: {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly isTerminal: boolean;
}): Asker {
  const { input, output, isTerminal: terminal } = streams;
  let isShown = false;
  let isStopped = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) output.write(chunk);
      done();
    },
  });
  // Without history, because the arrow key would bring a secret back into the next question.
  const lines = createInterface({ input, output: echo, terminal, historySize: 0 });
  // A pipe's lines arrive before they are asked for. The iterator keeps them.
  const answers = lines[Symbol.asyncIterator]();
  lines.on("SIGINT", () => {
    isStopped = true;
    lines.close();
  });
  lines.on("close", () => {
    if (terminal) isStopped = true;
  });

  async function next(): Promise<string | null> {
    const answer = await answers.next();
    return answer.done ? null : answer.value.trim();
  }

  async function askUnseen(question: string): Promise<string | null> {
    if (isStopped) return null;
    output.write(question);
    const answer = await next();
    output.write("\n");
    return answer;
  }

  return {
    askSecret: askUnseen,
    async ask(question) {
      if (!terminal || isStopped) return askUnseen(question);
      isShown = true;
      lines.setPrompt(question);
      lines.prompt();
      const answer = await next();
      isShown = false;
      // Enter has ended the line; Ctrl+C has not.
      if (answer === null) output.write("\n");
      lines.setPrompt("");
      return answer;
    },
    isStopped: () => isStopped,
    close: () => lines.close(),
  };
}
