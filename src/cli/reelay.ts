import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { PROGRAM } from "../app/program/program-name.ts";
import type { Asker } from "../app/setup/asker.ts";
import { readEnvironment, readParts } from "../config.ts";
import { machineClock } from "../core/clock.ts";
import type { Result } from "../core/result.ts";
import type { DemoOptions } from "./demo.ts";
import { wrapText } from "./wrap-text.ts";

const DEMO_OUTCOMES: readonly DemoOptions["outcome"][] = [
  "succeeded",
  "failed",
  "no-credits",
  "bad-key",
  "bad-request",
];
const DEMO_PROMPT = "a paper boat in the rain";

/** Each subcommand has an example and its exit codes, and loads what it needs only when run. */
export function reelay(): Command {
  const program = new Command(PROGRAM)
    .description("A Discord and Slack bot that turns /video into a finished video and never charges twice for it.")
    .version(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version, "-v, --version")
    .showHelpAfterError()
    .addHelpText("after", "\nSettings come from the environment and from .env in this folder.");

  const subcommand = (
    name: string,
    { summary, details, example, exit }: Readonly<Record<"summary" | "details" | "example" | "exit", string>>,
  ) =>
    program
      .command(name)
      .summary(summary)
      .description(details.replaceAll("\n", " "))
      .addHelpText("after", `\nExample:\n  ${PROGRAM} ${example}\n\nExit code:\n  ${exit} Wrong arguments: 1.`);

  subcommand("start", {
    summary: "run the bot (on its own sandbox if no account is set)",
    details: `Runs Reelay until Ctrl+C or SIGTERM. If no account is set, it runs on its own sandbox, free of charge, and prints
the address of the sandbox's page. .env.example lists all settings.`,
    example: "start",
    exit: "0 after Ctrl+C or SIGTERM, 1 if it cannot start.",
  }).action(async () => {
    const { runBot } = await import("./run-bot.ts");
    await runBot();
  });

  subcommand("setup", {
    summary: "ask for tokens, check them, and write .env",
    details: `Asks for the tokens and the video service's address, checks each one, and writes them to .env in this folder.
Existing settings are checked and kept. Nothing is written before the last question.
Answers can also come from a pipe, one per line.`,
    example: "setup",
    exit: "0 if the settings were written or already correct, 1 otherwise.",
  }).action(async () => {
    const { setUp } = await import("../app/setup/set-up.ts");
    const { machineNetworkDeps } = await import("../app/doctor/examine.ts");
    const asker = await askerHere();
    const isDone = await setUp({ ...machineNetworkDeps, asker, file: ".env", environment: readEnvironment(), print });
    asker.close();
    process.exit(isDone ? 0 : 1);
  });

  subcommand("doctor", {
    summary: "check the settings, and explain how to fix them",
    details: `Checks everything that your settings use: tokens, registered commands, Slack's permissions, the video service, the
clock, the disk or Redis. Each line says ok, or what is wrong and how to fix it. It changes nothing and costs nothing,
and you can run it while Reelay runs. In a terminal it may ask if Discord should send commands to PUBLIC_URL.`,
    example: "doctor --job 1f0c2a9b",
    exit: "0 if everything is ok, 1 if something is wrong.",
  })
    .addOption(new Option("--json", "as JSON, for other programs").conflicts(["jobs", "job"]))
    .addOption(
      new Option("--jobs", "show the last ten jobs instead, the newest first, without keys and prompts").conflicts(
        "job",
      ),
    )
    .option("--job <id>", "show that job instead: its state, its price, who pays, without keys and prompts")
    .action(async ({ job, jobs, json }: { job?: string; jobs?: true; json?: true }) => {
      if (job !== undefined || jobs) {
        const { describeJob, showJobs } = await import("../app/doctor/show-job.ts");
        const place = readParts(readEnvironment());
        return finish(job === undefined ? await showJobs(place) : await describeJob(place, job));
      }
      const { askAboutEndpoint, doctor, machineNetworkDeps } = await import("../app/doctor/examine.ts");
      const { isWell, lines, ...report } = await doctor(readEnvironment());
      if (json) process.stdout.write(`${JSON.stringify({ isWell, ...report }, null, 2)}\n`);
      else print(lines.join("\n"));
      if (!json && process.stdin.isTTY && process.stdout.isTTY) {
        const asker = await askerHere();
        await askAboutEndpoint(readEnvironment(), { ...machineNetworkDeps, asker, print });
        asker.close();
      }
      process.exit(isWell ? 0 : 1);
    });

  const demo = subcommand("demo", {
    summary: "make a video on the sandbox, in this terminal",
    details:
      "Makes one video on each platform of the sandbox, free of charge, and shows in this terminal what people see.",
    example: 'demo "a paper boat in the rain" --ratio 9:16',
    exit: "0 if everything worked as expected, 1 otherwise.",
  });
  addDemoOptions(demo, async (options) => {
    const { playDemo } = await import("./demo.ts");
    process.exit((await playDemo(options)) ? 0 : 1);
  });

  subcommand("sandbox", {
    summary: "run the sandbox alone, for another bot",
    details: `Starts stand-ins for Discord, Slack and the video service on this machine, and their page. It prints the settings
that connect a bot to them. Ctrl+C stops it. "${PROGRAM} start" runs the sandbox and the bot together. PORT sets the port
of the page (default: 3000, or the next free one), COMMAND_PREFIX the prefix of its commands.`,
    example: "sandbox",
    exit: "0 after Ctrl+C or SIGTERM, 1 if it cannot start.",
  }).action(async () => {
    const { runSandbox } = await import("./sandbox.ts");
    await runSandbox();
  });

  subcommand("invite", {
    summary: "print the links that install Reelay on Discord",
    details: `Prints the two Discord links that install Reelay: in a server for everyone, or only for yourself.
It needs DISCORD_TOKEN.`,
    example: "invite",
    exit: "0 if they were printed, 1 if Discord rejects the token.",
  }).action(async () => {
    const { inviteText } = await import("../app/program/print-invite.ts");
    finish(await inviteText(readParts(readEnvironment()).discord));
  });

  subcommand("manifest", {
    summary: "print the manifest of the Slack app",
    details: `Prints the manifest of the Slack app for your settings, to paste at https://api.slack.com/apps
(Create New App, From a manifest; later at App Manifest).`,
    example: "manifest --http",
    exit: "0 if it was printed, 1 if it needs a setting that is missing.",
  })
    .option("--http", "for requests over HTTP at PUBLIC_URL, instead of Socket Mode")
    .action(async ({ http }: { http?: true }) => {
      const { manifestText } = await import("../app/program/registered-at-slack.ts");
      const { manifest } = readParts(readEnvironment());
      finish(await manifestText(http ? { ...manifest, transport: "http" } : manifest));
    });

  subcommand("backup", {
    summary: "copy the database to a new file",
    details: `Copies the database in DATA_DIR, also while Reelay runs. If <folder> ends in .db, it is the new file. Otherwise the
copy gets a name with the date, and only the newest copies are kept. The copy can only be used with the master keys
(SECRET_KEYS, or secret.keys in DATA_DIR), so store them too, in another place.`,
    example: "backup backups --keep 14",
    exit: "0 if the copy is complete, 1 if no copy was made.",
  })
    .argument("<folder>", "the folder for dated backups, or a new file that ends in .db")
    .option("--keep <count>", "how many backups of the folder stay", readKeep, 14)
    .action(async (target: string, { keep }: { keep: number }, command: Command) => {
      const { backUpStorage } = await import("../app/program/take-backup.ts");
      const isKeepGiven = command.getOptionValueSource("keep") === "cli";
      const options = { keep, isKeepGiven, now: machineClock.now() };
      finish(await backUpStorage(readParts(readEnvironment()), target, options), "sentences");
    });

  subcommand("forget", {
    summary: "delete a person's data, as their own command would",
    details: `Deletes everything that is stored about a person, like their own /video-data delete. If Reelay runs, it deletes the
data now; otherwise it does so at its next start. A video in progress is deleted when it has ended.`,
    example: "forget --discord 123456789012345678",
    exit: "0 if the data was deleted or will be (now by the running bot, or at the next start), 1 otherwise.",
  })
    .option("--discord <id>", "the person's Discord id")
    .option("--slack <team:user>", "the workspace's and the person's Slack ids, such as T0123ABCD:U0123ABCD")
    .action(async (person: { discord?: string; slack?: string }) => {
      const { forgetPerson } = await import("../app/program/forget-person.ts");
      finish(await forgetPerson(readParts(readEnvironment()), person, machineClock));
    });

  subcommand("stats", {
    summary: "show what videos have cost, by month",
    details: `Shows how many credits videos have cost in each month (UTC), per platform and kind of key: charged, refunded, and
possibly charged. You can run it while Reelay runs.`,
    example: "stats --json",
    exit: "0 if it was shown, 1 if nothing could be read.",
  })
    .option("--json", "as JSON, for other programs")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { statsText } = await import("../app/program/print-stats.ts");
      finish(await statsText(readParts(readEnvironment()), json));
    });

  subcommand("rotate-keys", {
    summary: "re-encrypt everything with the first master key",
    details: `Re-encrypts all encrypted data with the first master key. Afterwards you can remove the other keys from SECRET_KEYS.
If it is interrupted, run it again.`,
    example: "rotate-keys --new",
    exit: "0 if everything was re-encrypted, 1 otherwise.",
  })
    .option("--new", "first create a new master key (only if the keys are in DATA_DIR)")
    .action(async ({ new: isNew = false }: { new?: boolean }) => {
      const { rotateKeys } = await import("../app/program/reseal-keys.ts");
      const { dir, redisUrl, secretKeys } = readParts(readEnvironment());
      finish(await rotateKeys({ dir, redisUrl, secretKeys, isNew }), "sentences");
    });

  const places = ["redis", "embedded"] as const;
  subcommand("migrate", {
    summary: "move all data from DATA_DIR to Redis, or back",
    details: `Moves all jobs, keys and settings from the database in DATA_DIR to the Redis at REDIS_URL, or back.
Stop Reelay first. The old copy is used until the new one has been checked.`,
    example: "migrate --to redis",
    exit: "0 if everything was moved, 1 if nothing was or the move was interrupted.",
  })
    .addOption(
      new Option("--to <place>", "redis: from DATA_DIR to REDIS_URL; embedded: from REDIS_URL to DATA_DIR")
        .choices(places)
        .makeOptionMandatory(),
    )
    .action(async ({ to }: { to: (typeof places)[number] }) => {
      const { migrate } = await import("../app/program/move-storage.ts");
      const { dir, redis } = readParts(readEnvironment());
      finish(await migrate({ to, dir, redis }), "sentences");
    });

  return program;
}

export function addDemoOptions(command: Command, play: (options: DemoOptions) => Promise<void>): Command {
  const image = new Option("--image [url]", "start from a picture: the sandbox's own, or the one at this address");
  return command
    .argument("[prompt...]", `the prompt (default: ${DEMO_PROMPT})`)
    .addOption(new Option("--ratio <ratio>", "the shape of the video").choices(["16:9", "9:16"]))
    .addOption(new Option("--duration <seconds>", "the length of the video").choices(["10", "15"]))
    .addOption(new Option("--resolution <resolution>", "the resolution of the video").choices(["480p", "720p"]))
    .addOption(image.preset("sample").argParser(readPicture))
    .addOption(new Option("--outcome <outcome>", "how it ends").choices(DEMO_OUTCOMES).default("succeeded"))
    .action((words: readonly string[], flags: Omit<DemoOptions, "prompt">) =>
      play({ ...flags, prompt: words.join(" ") || DEMO_PROMPT }),
    );
}

function print(text: string): void {
  process.stdout.write(`${wrapText(text, process.stdout)}\n`);
}

async function askerHere(): Promise<Asker> {
  const { openAsker } = await import("../app/setup/asker.ts");
  const { stdin, stdout } = process;
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true;
  const asker = openAsker({ input: stdin, output: stdout, isTerminal });
  return {
    ...asker,
    ask: (question) => asker.ask(wrapText(question, stdout)),
    askSecret: (question) => asker.askSecret(wrapText(question, stdout)),
  };
}

function readPicture(address: string): string {
  if (address === "sample" || /^https?:/.test(address)) return address;
  throw new InvalidArgumentError("It takes an address, or nothing. Write the prompt before it.");
}

function readKeep(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a number from 1 to 99999.");
}

/** A refusal sets exit code 1. Use "as it is" for tables and text to be copied. */
function finish(done: Result<string, string>, how: "sentences" | "as it is" = "as it is"): void {
  if (done.ok) {
    const text = done.value.replace(/(?<!\n)\n*$/, "\n");
    process.stdout.write(how === "sentences" ? wrapText(text, process.stdout) : text);
  } else {
    process.stderr.write(`${wrapText(done.refusal, process.stderr)}\n`);
    process.exitCode = 1;
  }
}
