import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { linesOf } from "../../src/cli/demo/seen-text.ts";
import { startSandbox } from "../../src/sandbox/start.ts";
import { boat, hasVideo, places, tell } from "./stage.ts";

const root = resolve(import.meta.dirname, "../..");

describe.for(places)("on %s", (place) => {
  test("a restart in mid-job goes on with the same task, and pays once", async () => {
    const story = await tell(place, { taskMs: 60_000 });
    await story.makeVideo(boat);
    const taskId = await story.taskId();
    await story.restart();
    story.sandbox.video.settle(taskId, "succeeded");
    await story.until(hasVideo);
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    expect(story.entries("pinged")).toHaveLength(1);
  });
});

/** The built bot as a process of its own; what it prints to stderr is in `said`. */
function startBot(env: Readonly<Record<string, string>>): ChildProcess & { said(): string } {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(root, "dist/main.js")], {
    cwd: tmpdir(),
    env: { ...env, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (part) => {
    said += String(part);
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return Object.assign(child, { said: () => said });
}

const ended = (child: ChildProcess) => new Promise<number | null>((done) => child.once("exit", done));

async function aBuiltWorld() {
  const sandbox = await startSandbox({ taskMs: 60_000 });
  const dir = mkdtempSync(join(tmpdir(), "reelay-kill-"));
  onTestFinished(async () => {
    await sandbox.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const env = { ...sandbox.env, DATA_DIR: dir, PORT: "0", POLL_MIN_MS: "40" };
  const connected = () => {
    const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
    const both = ["discord", "slack"].map((place) =>
      sandbox.journal.find((entry) => entry.place === place && entry.kind === "connected", { after }),
    );
    return Promise.all(both);
  };
  return { sandbox, env, connected };
}

describe("the built bot", () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", root], { cwd: root });
  }, 60_000);

  test("SIGKILL in mid-job and a new start deliver both videos with one charge each", async () => {
    const { sandbox, env, connected } = await aBuiltWorld();
    const first = connected();
    const killed = startBot(env);
    await first;
    await sandbox.discord.command("ada", "video", { prompt: "a boat" });
    await sandbox.slack.command("ada", "/video a boat");
    const isRunning = () => sandbox.journal.since(0).filter(({ kind }) => kind === "polled").length > 3;
    await sandbox.journal.find(isRunning);
    await sandbox.journal.find(() => sandbox.video.tasks().length === 2);
    const gone = ended(killed);
    killed.kill("SIGKILL");
    await gone;

    const again = connected();
    startBot(env);
    await again;
    for (const { id } of sandbox.video.tasks()) sandbox.video.settle(id, "succeeded");
    const hasLink = (messages: readonly unknown[]) => messages.some((message) => /\.mp4/.test(linesOf(message).join()));
    await sandbox.journal.find(
      () => hasLink(sandbox.discord.messages("ada")) && hasLink(sandbox.slack.messages("ada")),
    );
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  }, 30_000);

  test("a second process on the same folder is refused with a sentence, and SIGTERM ends the first with 0", async () => {
    const { env, connected } = await aBuiltWorld();
    const up = connected();
    const first = startBot(env);
    await up;
    const second = startBot(env);
    expect(await ended(second)).toBe(1);
    expect(second.said()).toContain("in use by another Reelay");
    const over = ended(first);
    first.kill("SIGTERM");
    expect(await over).toBe(0);
  }, 30_000);

  test("bad variables end in one message and exit code 1, without a stack", async () => {
    const child = startBot({ SANDBOX: "off", PORT: "many" });
    expect(await ended(child)).toBe(1);
    expect(child.said()).toMatch(/PORT must be a whole number[\s\S]*VIDEO_API_URL is missing/);
    expect(child.said()).not.toMatch(/\n\s+at /);
  });
});
