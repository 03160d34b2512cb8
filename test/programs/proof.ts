import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment, readParts } from "../../src/config.ts";
import { machineClock } from "../../src/core/clock.ts";
import { NotTried } from "../proof/check.ts";
import { openDiscord } from "../proof/discord/side.ts";
import { networkEdge } from "../proof/edge.ts";
import { linesFor, linesOfReplay, prove, replay } from "../proof/prove.ts";
import type { Opened } from "../proof/run-checks.ts";
import { openSlack } from "../proof/slack/side.ts";
import { terminalPerson } from "../proof/terminal-person.ts";
import { readTranscript, type Transcript } from "../proof/transcript.ts";
import { optionsOr } from "./program.ts";

const USAGE = `npm run proof                            runs all checks on each platform whose tokens are set
npm run proof -- --platform slack        runs the checks of one platform
npm run proof -- --only discord/nonce    runs the checks whose names begin with this
npm run proof -- --skip-slow             skips the checks that take minutes
npm run proof -- --all-languages         checks every message in every language, not only in English
npm run proof -- --guild 123             the Discord test server, if the bot is in several servers
npm run proof -- --address https://…     a public URL of PORT, for commands that Discord sends over HTTP
npm run proof -- --to FILE               writes the transcript to this file (default data/proof.json)
npm run proof -- --replay FILE           compares a transcript with the emulators, without network access

Checks on the real platforms that the emulators behave like them. Stop the bot first. See docs/first-contact.md.
Reads DISCORD_TOKEN, SLACK_BOT_TOKEN and SLACK_APP_TOKEN from the environment or .env, as the bot does.`;

const WITHIN_MS = 10 * 60_000;
const ended = new AbortController();
const print = (text: string) => void process.stdout.write(text);

interface Asked {
  readonly platform: string | undefined;
  readonly only: string;
  readonly skipsSlow: boolean;
  readonly inAllLanguages: boolean;
  readonly guildId: string | null;
  readonly address: string | null;
  readonly to: string;
  readonly replay: string | undefined;
}

function readArguments(words: readonly string[]): Asked | string {
  const text = { type: "string" } as const;
  const options = {
    platform: text,
    only: text,
    guild: text,
    address: text,
    to: text,
    replay: text,
    "skip-slow": { type: "boolean" },
    "all-languages": { type: "boolean" },
  } as const;
  const { values } = parseArgs({ args: [...words], options });
  const { platform, only = "", guild = null, address = null, to = "data/proof.json" } = values;
  if (platform !== undefined && !["discord", "slack"].includes(platform)) return `Unknown platform: ${platform}`;
  const [skipsSlow = false, inAllLanguages = false] = [values["skip-slow"], values["all-languages"]];
  return { platform, only, skipsSlow, inAllLanguages, guildId: guild, address, to, replay: values.replay };
}

function transcriptIn(path: string): Transcript {
  const read = readTranscript(readFileSync(path, "utf8"));
  if (!read) throw new Error(`${path} is not a transcript of this version.`);
  return read;
}

async function main(): Promise<number> {
  const asked = optionsOr(USAGE, readArguments);
  if (asked.replay !== undefined) return report(transcriptIn(asked.replay));

  const person = terminalPerson(process.stdin, print);
  const open = sidesOf(asked, person);
  if (open.length === 0) throw new Error("No tokens are set: DISCORD_TOKEN, or SLACK_BOT_TOKEN and SLACK_APP_TOKEN.");
  const printVerdict = (seen: Transcript["checks"][number]) => print(`${linesFor(seen).join("\n")}\n`);
  // Ctrl+C stops waiting, cleans up and writes the transcript. A second Ctrl+C exits immediately.
  process.once("SIGINT", () => {
    ended.abort(new NotTried("interrupted"));
    person.close();
  });
  const isChosen = (name: string) => name.startsWith(asked.only) && !ended.signal.aborted;
  const transcript = await prove(open, {
    isChosen,
    skipsSlow: asked.skipsSlow,
    inAllLanguages: asked.inAllLanguages,
    person,
    onVerdict: printVerdict,
  });
  person.close();
  mkdirSync(dirname(asked.to), { recursive: true, mode: 0o700 });
  writeFileSync(asked.to, `${JSON.stringify(transcript, null, 1)}\n`, { mode: 0o600 });
  print(`\nThe transcript is in ${asked.to}. It contains no message texts, ids or tokens.\n`);
  if (transcript.checks.length === 0) return 1;
  return Math.max(await report(transcript), transcript.checks.some(({ verdict }) => verdict.kind === "failed") ? 1 : 0);
}

function sidesOf(asked: Asked, person: ReturnType<typeof terminalPerson>): readonly (() => Promise<Opened>)[] {
  const environment = readEnvironment();
  const how = { edge: networkEdge, person, wait, withinMs: WITHIN_MS };
  const { discord, slack, manifest } = readParts(environment);
  const { token, apiUrl } = discord;
  const { botToken, appToken } = slack;
  const command = `/${manifest.prefix}`;
  const { guildId, address } = asked;
  const reachable = address === null ? null : { address, port: Number(environment.PORT ?? 3_000), clock: machineClock };
  const isWanted = (platform: string) =>
    (asked.platform ?? platform) === platform && platform.startsWith(asked.only.split("/")[0] ?? "");
  return [
    ...(token && isWanted("discord") ? [() => openDiscord({ apiUrl, token, guildId, reachable, ...how })] : []),
    ...(botToken && appToken && isWanted("slack")
      ? [() => openSlack({ apiUrl: slack.apiUrl, botToken, appToken, command, ...how })]
      : []),
  ];
}

/** Compares the transcript with the emulators. Returns 1 if an emulator contradicts it. */
async function report(transcript: Transcript): Promise<number> {
  const lines = linesOfReplay(transcript, await replay(transcript));
  print(`${lines.join("\n")}\n`);
  return lines.some((line) => line.startsWith("WRONG")) ? 1 : 0;
}

function wait(ms: number): Promise<void> {
  if (ms >= 60_000) print(`  … ${Math.round(ms / 1_000)} s\n`);
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(ended.signal.reason);
    };
    const timer = setTimeout(() => {
      ended.signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (ended.signal.aborted) end();
    else ended.signal.addEventListener("abort", end, { once: true });
  });
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
