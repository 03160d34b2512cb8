import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/** A child and what it imports as JavaScript, because Node 20 runs no TypeScript; `remove` takes it away again. */
export function compileChild(child = "test/engines/embedded/child.ts"): { readonly script: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), "reelay-child-"));
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { rootDir: root, outDir: join(dir, "out"), typeRoots: [join(root, "node_modules/@types")] },
    include: [],
    files: [join(root, child)],
  };
  writeFileSync(join(dir, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(dir, "package.json"), JSON.stringify({ type: "module" }));
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  // Types are checked by `npm run check`.
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", dir, "--noCheck"], {
    stdio: "pipe",
  });
  return {
    script: join(dir, "out", child.replace(/\.ts$/, ".js")),
    remove: () => rmSync(dir, { recursive: true }),
  };
}

export interface Child {
  readonly process: ChildProcess;
  /** Its next line; null when it has ended. */
  line(): Promise<string | null>;
  /** kill -9; resolves with all lines that were left when it is gone. */
  kill(): Promise<readonly string[]>;
}

/** Starts a compiled child in that role, or as the nth of several, on that folder or Redis; it does not outlive its test. */
export function startChild(
  script: string,
  act: "hold" | "write" | "hangs" | "blocks" | "inserts" | `${number}`,
  on: string,
): Child {
  const child = spawn(process.execPath, [script, act, on], { stdio: ["ignore", "pipe", "inherit"] });
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
    async kill() {
      child.kill("SIGKILL");
      const left: string[] = [];
      for (let text = await line(); text !== null; text = await line()) left.push(text);
      await gone;
      return left;
    },
  };
}
