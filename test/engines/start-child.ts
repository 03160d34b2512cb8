import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { compileOnce, root } from "../story/process/compile-once.ts";

/** Bundles the child in the same way as the bot, which makes it start twice as fast. Returns its path. */
export async function compileChild(): Promise<string> {
  const entry = join(import.meta.dirname, "engine-child.ts");
  const dir = await compileOnce("engine-child", (folder) => {
    return ["vite/bin/vite.js", "build", join(root, "src"), "--ssr", entry, "--outDir", join(folder, "dist")];
  });
  return join(dir, "dist/engine-child.js");
}

export interface Child {
  readonly process: ChildProcess;
  /** The next line. Null: the process has ended. */
  line(): Promise<string | null>;
  tell(text: string): void;
  /** Kills the process with SIGKILL. Resolves with all remaining lines when it has ended. */
  kill(): Promise<readonly string[]>;
}

/** Starts the compiled child in that role on a folder or a Redis. It is killed at the end of the test. */
export function startChild(
  script: string,
  act: "hold" | "write" | "hangs" | "blocks" | `${number}`,
  on: string,
): Child {
  const child = spawn(process.execPath, [script, act, on], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const gone = new Promise<void>((done) => child.on("close", () => done()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => {
    const next = await lines.next();
    return next.done ? null : next.value;
  };
  return {
    process: child,
    line,
    tell: (text) => void child.stdin.write(`${text}\n`),
    async kill() {
      child.kill("SIGKILL");
      const left: string[] = [];
      for (let text = await line(); text !== null; text = await line()) left.push(text);
      await gone;
      return left;
    },
  };
}
