import { machineOutside } from "./app/outside.ts";
import { startSandboxed } from "./app/sandboxed.ts";
import { untilTold } from "./app/until-told.ts";
import { type App, startApp } from "./app.ts";
import { type Config, describeProblems, ignoredBySandbox, readConfig, readEnvironment } from "./config.ts";
import type { Log } from "./core/ports.ts";

const environment = readEnvironment();
const config = readConfig(environment);
if (config.ok) await run(config.value);
else fail(describeProblems(config.refusal));

async function run(settings: Config): Promise<void> {
  const { LOG_LEVEL: level, LOG_FORMAT: format } = settings;
  const outside = machineOutside({ level, format, destination: process.stdout });
  const { log } = outside;
  // A library that forgets a rejection must not end every running job.
  process.on("unhandledRejection", (reason) => log.error("unhandled rejection", { error: String(reason) }));

  // Node would print what was thrown as it is, and an address in it may carry a token.
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", { error: String(error), at: error.stack?.split("\n")[1]?.trim() });
    process.exit(1);
  });

  const app = settings.isSandbox
    ? await startSandboxed(environment, outside)
    : await startApp(settings, { ...outside, more: null });
  if (!app.ok) return fail(`Reelay cannot start. ${app.refusal}`);

  void app.value.connected.then(async (connected) => {
    if (connected.ok) return welcome(app.value, settings, log);
    await app.value.stop();
    fail(`Reelay cannot start. ${connected.refusal}`);
  });
  await untilTold(app.value, log);
}

function welcome(app: App, settings: Config, log: Log): void {
  log.info("ready", { platforms: app.platforms.join(" and "), at: app.origin });
  if (!settings.isSandbox) return;
  const ignored = ignoredBySandbox(environment);
  if (ignored.length > 0) log.warn("the sandbox ignores what points outside", { ignored: ignored.join(", ") });
  process.stdout.write(
    [
      "",
      "  Reelay is running on its sandbox: no account, no money, nothing leaves this machine.",
      `  Open ${app.origin} and type /video.`,
      "  Stop it with Ctrl+C.",
      "",
      "",
    ].join("\n"),
  );
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
