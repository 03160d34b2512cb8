// One of the plain bots of the contest, as a process of its own.
import { runQueueBot, runSdkBot } from "../contest/plain-bots.ts";

if (process.argv[2] === "queue") await runQueueBot();
else await runSdkBot();
