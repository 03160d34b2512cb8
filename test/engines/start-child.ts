import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { compileOnce, root } from "../story/process/compile-once.ts";

/** Bundles the child as the bot is bundled, because it starts twice as fast. Returns where it is. */
export async function compileChild(): Promise<string> {
  const entry = join(import.meta.dirname, "engine-child.ts");
  const dir = await compileOnce("engine-child", (folder) => {
    return ["vite/bin/vite.js", "build", join(root, "src"), "--ssr", entry, "--outDir", join(folder, "dist")];
  });
  return join(dir, "dist/engine-child.js");
}

export interface Child {
  readonly process: ChildProcess;
  /** Its next line; null when it has ended. */
  line(): Promise<string | null>;
  /** Sends it a line. */
  tell(text: string): void;
  /** kill -9; resolves with all lines that were left when it is gone. */
  kill(): Promise<readonly string[]>;
}

/** Starts the compiled child in that role, or as the nth of several, on that folder or Redis; it does not outlive its test. */
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
