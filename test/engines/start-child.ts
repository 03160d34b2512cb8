import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { compileOnce, root } from "../story/process/compile-once.ts";

const CHILD = "test/engines/engine-child";

/** Compiles the child and what it imports, because Node 20 runs no TypeScript; answers where its script is. */
export async function compileChild(): Promise<string> {
  const dir = await compileOnce("engine-child", (folder) => {
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        rootDir: root,
        outDir: join(folder, "out"),
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: [],
      files: [join(root, `${CHILD}.ts`)],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    // Types are checked by `npm run check`.
    return ["typescript/bin/tsc", "--noCheck", "-p", folder];
  });
  return join(dir, "out", `${CHILD}.js`);
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
