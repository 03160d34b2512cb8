import { readFileSync } from "node:fs";
import { listen } from "./http.ts";
import { startSandbox } from "./sandbox.ts";

/** `npm start` in this package: the emulators and the page, for any bot. What it prints can be saved as that bot's `.env`. */
const USAGE = `npm start -w sandbox

Starts stand-ins for Discord, Slack and a video service on this machine, and their page. It prints the settings that
point a bot at them. Ctrl+C stops it.

  PORT             where the page is; 3000
  SLACK_MANIFEST   a file with your Slack app's manifest as JSON: its commands and shortcuts are offered in the page`;

if (process.argv.includes("--help")) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
const { PORT = "3000", SLACK_MANIFEST } = process.env;
const sandbox = await startSandbox({
  drawsFilms: true,
  ...(SLACK_MANIFEST && { slackFeatures: JSON.parse(readFileSync(SLACK_MANIFEST, "utf8")).features }),
});
const page = await listen(async (request, response) => {
  if (!(await sandbox.handle(request, response))) response.writeHead(404).end();
}, Number(PORT));
const lines = [
  `# The sandbox is running. Its page: ${page.origin}`,
  ...Object.entries(sandbox.env).map(([name, value]) => `${name}=${value}`),
];
process.stdout.write(`${lines.join("\n")}\n`);
process.once("SIGINT", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
