import { expect, onTestFinished, test, vi } from "vitest";
import {
  connecting,
  type Family,
  isCalm,
  otherPortWarning,
  running,
  stopping,
  watchParent,
} from "../../../src/app/program/run-until-signal.ts";
import { readConfig } from "../../../src/config.ts";
import { valueIn } from "../../fakes/value-in.ts";

/** A parent process that can end, on Linux and macOS or on Windows, and a callback for its end. */
function watched() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const now = { parent: 7, living: new Set([1, 7]) };
  const family: Family = { parentId: () => now.parent, isThere: (id) => now.living.has(id) };
  const gone = vi.fn();
  watchParent(gone, family);
  return { now, gone };
}

test("the end of the bot's parent process is reported exactly one time and within a second", () => {
  const { now, gone } = watched();
  vi.advanceTimersByTime(60_000);
  expect(gone).not.toHaveBeenCalled();
  now.parent = 1;
  vi.advanceTimersByTime(1_000);
  expect(gone).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(gone).toHaveBeenCalledTimes(1);
});

test("the end of the bot's parent process is reported on Windows, where the parent's id stays the same", () => {
  const { now, gone } = watched();
  now.living.delete(7);
  vi.advanceTimersByTime(1_000);
  expect(gone).toHaveBeenCalledTimes(1);
});

const real = { DISCORD_TOKEN: "x", VIDEO_API_URL: "https://video.example.com" };

function configOf(environment: Readonly<Record<string, string>>) {
  return valueIn(readConfig(environment));
}

test.for([
  ["in a terminal without log settings", "readable text instead of log lines", {}],
  ["in a terminal with empty log settings", "readable text instead of log lines", { LOG_FORMAT: "", LOG_LEVEL: " " }],
  ["without a terminal", "log lines", {}],
  ["in a terminal with a log format", "log lines", { LOG_FORMAT: "pretty" }],
  ["in a terminal with a log level", "log lines", { LOG_LEVEL: "debug" }],
] as const)("a bot that is started %s prints %s", ([where, printed, environment]) => {
  expect(isCalm(environment, where !== "without a terminal")).toBe(printed === "readable text instead of log lines");
});

test("the text that a bot prints in a terminal shows the connected platforms, the bot's address and how to stop", () => {
  expect(connecting(configOf(real))).toBe("\n  Connecting Reelay to Discord …\n\n");
  expect(connecting(configOf({}))).toBe("\n  Starting Reelay on its sandbox …\n\n");
  const app = { platforms: ["Discord", "Slack"], origin: "http://127.0.0.1:3000" };
  expect(running(app, configOf(real)).split("\n")).toEqual([
    "",
    "  Reelay is running, and connected to Discord and Slack.",
    "  Status: http://127.0.0.1:3000/readyz, metrics: http://127.0.0.1:3000/metrics.",
    "  Stop it with Ctrl+C.",
    "",
    "",
  ]);
  expect(running(app, configOf({}))).toMatch(
    /on its sandbox: no account.*\n {2}Open http:\/\/127\.0\.0\.1:3000 and type/,
  );
});

test("a bot that listens on a port other than the configured port logs a warning", () => {
  const warning = (origin: string, port?: string) =>
    otherPortWarning({ origin }, configOf({ ...real, ...(port && { PORT: port }) }));
  expect(warning("http://127.0.0.1:3001")).toMatch(/^port 3000 is used by another program, .*Set PORT/);
  expect(warning("http://127.0.0.1:3000")).toBeNull();
  expect(warning("http://[::1]:4000", "4000")).toBeNull();
  expect(warning("http://127.0.0.1:41234", "0")).toBeNull();
  // A URL does not print the default port.
  expect(warning("http://127.0.0.1:80", "80")).toBeNull();
});

test("a stopping bot prints what happens to videos in progress", () => {
  expect(stopping(configOf(real))).toMatch(
    /Videos in progress continue at the video service\. The next start picks them up\./,
  );
  expect(stopping(configOf({}))).toContain("The sandbox and its videos end too.");
});
