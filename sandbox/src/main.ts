import { readFileSync } from "node:fs";
import { serveAlone } from "./sandbox.ts";

/** `npm start` in this package: the emulators and the page, for any bot. */
const USAGE = `npm start -w sandbox

Starts stand-ins for Discord, Slack and a video service on this machine, and their page. It prints the settings that
point a bot at them. Ctrl+C stops it.

  PORT             where the page is; 3000
  SLACK_MANIFEST   a file with your Slack app's manifest as JSON: its commands and shortcuts are offered in the page`;

if (process.argv.includes("--help")) process.stdout.write(`${USAGE}\n`);
else {
  const { PORT = "3000", SLACK_MANIFEST } = process.env;
  const manifest = SLACK_MANIFEST && JSON.parse(readFileSync(SLACK_MANIFEST, "utf8"));
  // Only Reelay asks Ada for a key.
  await serveAlone([Number(PORT)], { seedKeys: false, ...(manifest && { slackFeatures: manifest.features }) });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
}
