import { manifestText } from "../app/manifest.ts";
import { readEnvironment, readManifest } from "../config.ts";

/** `npm run manifest`: the Slack app for this configuration; `-- --http` for requests over HTTP instead of a socket. */
const text = manifestText(readManifest(readEnvironment(), process.argv.includes("--http")));
if (text.ok) process.stdout.write(text.value);
else {
  process.stderr.write(`${text.refusal}\n`);
  process.exitCode = 1;
}
