import { machineOutside } from "../app/outside.ts";
import {
  connecting,
  isCalm,
  otherPortWarning,
  running,
  runUntilSignal,
  stopping,
} from "../app/program/run-until-signal.ts";
import { reportToStarter } from "../app/sandbox/bot-process.ts";
import { removeEnvDrafts } from "../app/setup/env-file.ts";
import type { App } from "../app.ts";
import {
  describeProblems,
  ENV_FILE,
  type Environment,
  ignoredBySandbox,
  isUnderNpm,
  machineNeeds,
  openSecretFiles,
  readConfig,
  readEnvironment,
  settingsIn,
  unknownSettings,
} from "../config.ts";
import type { Result } from "../core/result.ts";
import { errorForLog, type Log } from "../core/text/log-fields.ts";
import { wrapText } from "./wrap-text.ts";

type Running = Pick<App, "origin" | "platforms" | "connected" | "stop">;

export async function runBot(): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  const written = settingsIn(ENV_FILE);
  const unknown = unknownSettings(environment, written);
  if (!config.ok) return fail([describeProblems(config.refusal), ...unknown].join("\n"));
  const settings = config.value;
  const misspelt = unknownSettings(written, written);
  if (settings.isSandbox && environment.SANDBOX?.trim() !== "on" && misspelt.length > 0)
    return fail(`${describeProblems(misspelt)}\nOr set SANDBOX=on to run the sandbox.`);
  const calm = isCalm(environment, process.stdout.isTTY);
  const level = calm ? "warn" : settings.LOG_LEVEL;
  const format = settings.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json");
  const outside = await machineOutside({ level, format, destination: process.stdout });
  const { log } = outside;
  // A promise that a library leaves unhandled must not end every running job: discord.js rejects one for an event it cannot
  // read.
  process.on("unhandledRejection", (reason) => log.error("unhandled rejection", errorForLog(reason)));

  // Node would print the whole error, and an address in it may contain a token.
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", { error: String(error), at: error.stack?.split("\n")[1]?.trim() });
    process.exit(1);
  });

  for (const warning of [...unknown, ...openSecretFiles(environment)]) log.warn(warning);
  await removeEnvDrafts(log);
  if (calm) print(connecting(settings));
  const app: Result<Running, string> = settings.isSandbox
    ? await onSandbox(environment, { level, format, log })
    : await (await import("../app.ts")).startApp(settings, outside);
  if (!app.ok) return fail(`Reelay cannot start. ${app.refusal}`);
  const otherPort = otherPortWarning(app.value, settings);
  if (otherPort !== null) log.warn(otherPort, { at: app.value.origin });
  reportToStarter({ kind: "served", origin: app.value.origin, platforms: [...app.value.platforms] });

  void app.value.connected.then(async (connected) => {
    reportToStarter({ kind: "connected", refusal: connected.ok ? null : connected.refusal });
    if (connected.ok) {
      if (settings.isSandbox) warnOfIgnored(environment, log);
      else log.info("ready", { platforms: app.value.platforms.join(" and "), at: app.value.origin });
      if (calm || settings.isSandbox) print(running(app.value, settings));
      return;
    }
    await app.value.stop();
    fail(`Reelay cannot start. ${connected.refusal}`);
  });
  await runUntilSignal(app.value, {
    log,
    isUnderNpm: isUnderNpm(environment),
    stopping: () => calm && print(stopping(settings)),
  });
}

async function onSandbox(
  environment: Environment,
  { level, format, log }: { readonly level: string; readonly format: string; readonly log: Log },
) {
  const { startSandboxed } = await import("../app/sandbox/sandboxed.ts");
  const { botProcess } = await import("../app/sandbox/bot-process.ts");
  const [, main = ""] = process.argv;
  const given = { ...environment, LOG_LEVEL: level, LOG_FORMAT: format };
  return startSandboxed(given, (dir) => botProcess({ main, dir, machine: machineNeeds(environment) }), {
    log,
    firstVideo: true,
    drawsFilms: true,
  });
}

function warnOfIgnored(environment: Environment, log: Log): void {
  const ignored = ignoredBySandbox(environment);
  if (ignored.length > 0) log.warn("the sandbox ignores what points outside", { ignored: ignored.join(", ") });
}

function print(text: string): void {
  process.stdout.write(wrapText(text, process.stdout));
}

function fail(message: string): void {
  process.stderr.write(`${wrapText(message, process.stderr)}\n`);
  process.exit(1);
}
