// One of the plain bots of the contest, as a process of its own.
import { runQueueBot } from "../contest/queue-bot.ts";
import { runSdkBot } from "../contest/sdk-bot.ts";

if (process.argv[2] === "queue") await runQueueBot();
else await runSdkBot();
