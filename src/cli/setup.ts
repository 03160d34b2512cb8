import { machineNetwork } from "../app/doctor/examine.ts";
import { nothing, optionsOr } from "../app/program/program.ts";
import { openAsker } from "../app/setup/asker.ts";
import { setUp } from "../app/setup/set-up.ts";
import { readEnvironment } from "../config.ts";

const USAGE = `npm run setup

Asks for the tokens and the video service's address, checks each one, and writes them to .env in this folder.
Settings that are there already are checked and kept. Nothing is written before the last question.
Answers can also come from a pipe, one per line.`;

optionsOr(USAGE, nothing);
const { stdin, stdout } = process;
const asker = openAsker({ input: stdin, output: stdout, isTerminal: stdin.isTTY === true && stdout.isTTY === true });
const isDone = await setUp({
  ...machineNetwork,
  asker,
  file: ".env",
  environment: readEnvironment(),
  print: (line) => void stdout.write(`${line}\n`),
});
asker.close();
process.exit(isDone ? 0 : 1);
