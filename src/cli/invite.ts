import { inviteText } from "../app/program/print-invite.ts";
import { finish, nothing, optionsOr } from "../app/program/program.ts";
import { readEnvironment, readParts } from "../config.ts";

const USAGE = `npm run invite

Prints the two Discord links that install Reelay: in a server for everyone, and for yourself alone.
It needs DISCORD_TOKEN.`;

optionsOr(USAGE, nothing);
const invited = await inviteText(readParts(readEnvironment()).discord);
finish(invited);
