import { inviteText } from "../app/invite.ts";
import { readDiscord, readEnvironment } from "../config.ts";

/** `npm run invite`: where to install the bot, by its own token. */
const invited = await inviteText(readDiscord(readEnvironment()));
if (invited.ok) process.stdout.write(`${invited.value}\n`);
else {
  process.stderr.write(`${invited.refusal}\n`);
  process.exitCode = 1;
}
