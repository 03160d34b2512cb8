import { machineOutside } from "./app/outside.ts";
import { nothing, optionsOr } from "./app/program.ts";
import { startSandboxed } from "./app/sandboxed.ts";
import { connecting, isCalm, running, stopping } from "./app/start-up.ts";
import { untilTold } from "./app/until-told.ts";
import { type App, startApp } from "./app.ts";
import { type Config, describeProblems, ignoredBySandbox, isUnderNpm, readConfig, readEnvironment } from "./config.ts";
import type { Log } from "./core/ports.ts";

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
else fail(describeProblems(config.refusal));

async function run(settings: Config): Promise<void> {
  const { LOG_LEVEL, LOG_FORMAT: format } = settings;
  const calm = isCalm(environment, process.stdout.isTTY);
  const level = calm ? "warn" : LOG_LEVEL;
  const outside = machineOutside({ level, format, destination: process.stdout });
  const { log } = outside;
  // A library that forgets a rejection must not end every running job.
  process.on("unhandledRejection", (reason) => log.error("unhandled rejection", { error: String(reason) }));

  // Node would print what was thrown as it is, and an address in it may carry a token.
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", { error: String(error), at: error.stack?.split("\n")[1]?.trim() });
    process.exit(1);
  });

  if (calm) process.stdout.write(connecting(settings));
  const app = settings.isSandbox
    ? await startSandboxed(environment, outside)
    : await startApp(settings, { ...outside, more: null });
  if (!app.ok) return fail(`Reelay cannot start. ${app.refusal}`);

  void app.value.connected.then(async (connected) => {
    if (connected.ok) return welcome(app.value, settings, { calm, log });
    await app.value.stop();
    fail(`Reelay cannot start. ${connected.refusal}`);
  });
  await untilTold(app.value, {
    log,
    isUnderNpm: isUnderNpm(environment),
    stopping: () => calm && process.stdout.write(stopping),
  });
}

function welcome(app: App, settings: Config, { calm, log }: { readonly calm: boolean; readonly log: Log }): void {
  log.info("ready", { platforms: app.platforms.join(" and "), at: app.origin });
  if (settings.isSandbox) {
    const ignored = ignoredBySandbox(environment);
    if (ignored.length > 0) log.warn("the sandbox ignores what points outside", { ignored: ignored.join(", ") });
  }
  if (calm || settings.isSandbox) process.stdout.write(running(app, settings));
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
