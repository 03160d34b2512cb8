import { fileURLToPath } from "node:url";
import { machineOutside } from "./app/outside.ts";
import { nothing, optionsOr } from "./app/program/program.ts";
import { connecting, isCalm, running, runUntilSignal, stopping } from "./app/program/run-until-signal.ts";
import { tellStarter } from "./app/sandbox/bot-process.ts";
import { removeEnvDrafts } from "./app/setup/env-file.ts";
import type { App } from "./app.ts";
import {
  type Config,
  describeProblems,
  ignoredBySandbox,
  isUnderNpm,
  machineNeeds,
  openSecretFiles,
  readConfig,
  readEnvironment,
  strayVariables,
} from "./config.ts";
import type { Log } from "./core/ports.ts";
import type { Result } from "./core/result.ts";

const USAGE = `npm start

Runs Reelay until Ctrl+C or SIGTERM. Without any account set it runs on its own sandbox, free of charge, and prints
the address of its page. Settings come from the environment and from .env; .env.example lists them all.

  npm run setup    asks for tokens and writes .env
  npm run doctor   checks your settings
  npm run demo     makes one video on the sandbox, in this terminal`;

optionsOr(USAGE, nothing);
const environment = readEnvironment();
const config = readConfig(environment);
if (config.ok) await run(config.value);
else fail([describeProblems(config.refusal), ...strayVariables(environment)].join("\n"));

type Running = Pick<App, "origin" | "platforms" | "connected" | "stop">;

async function run(settings: Config): Promise<void> {
  const calm = isCalm(environment, process.stdout.isTTY);
  const level = calm ? "warn" : settings.LOG_LEVEL;
  const format = settings.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json");
  const outside = machineOutside({ level, format, destination: process.stdout });
  const { log } = outside;
  // A library that forgets a rejection must not end every running job.
  process.on("unhandledRejection", (reason) => log.error("unhandled rejection", { error: String(reason) }));

  // Node would print the error as it is, and an address in it may contain a token.
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", { error: String(error), at: error.stack?.split("\n")[1]?.trim() });
    process.exit(1);
  });

  for (const warning of [...strayVariables(environment), ...openSecretFiles(environment)]) log.warn(warning);
  await removeEnvDrafts(log);
  if (calm) process.stdout.write(connecting(settings));
  const app: Result<Running, string> = settings.isSandbox
    ? await onSandbox({ level, format, log })
    : await (await import("./app.ts")).startApp(settings, outside);
  if (!app.ok) return fail(`Reelay cannot start. ${app.refusal}`);
  tellStarter({ kind: "served", origin: app.value.origin, platforms: [...app.value.platforms] });

  void app.value.connected.then(async (connected) => {
    tellStarter({ kind: "connected", refusal: connected.ok ? null : connected.refusal });
    if (connected.ok) return welcome(app.value, settings, { calm, log });
    await app.value.stop();
    fail(`Reelay cannot start. ${connected.refusal}`);
  });
  await runUntilSignal(app.value, {
    log,
    isUnderNpm: isUnderNpm(environment),
    stopping: () => calm && process.stdout.write(stopping),
  });
}

/** Runs the bot in a process of its own, as this very program, beside the emulators in this one. */
async function onSandbox(how: { readonly level: string; readonly format: string; readonly log: Log }) {
  const { startSandboxed } = await import("./app/sandbox/sandboxed.ts");
  const { botProcess } = await import("./app/sandbox/bot-process.ts");
  const main = fileURLToPath(import.meta.url);
  const given = { ...environment, LOG_LEVEL: how.level, LOG_FORMAT: how.format };
  return startSandboxed(given, (dir) => botProcess({ main, dir, machine: machineNeeds(environment) }), {
    log: how.log,
    firstVideo: true,
    drawsFilms: true,
  });
}

function welcome(app: Running, settings: Config, { calm, log }: { readonly calm: boolean; readonly log: Log }): void {
  if (settings.isSandbox) {
    const ignored = ignoredBySandbox(environment);
    if (ignored.length > 0) log.warn("the sandbox ignores what points outside", { ignored: ignored.join(", ") });
  } else log.info("ready", { platforms: app.platforms.join(" and "), at: app.origin });
  if (calm || settings.isSandbox) process.stdout.write(running(app, settings));
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
