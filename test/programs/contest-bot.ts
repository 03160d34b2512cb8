// Runs one of the two plain bots of the contest in its own process.
import { runQueueBot, runSdkBot } from "../contest/plain-bots.ts";

if (process.argv[2] === "queue") await runQueueBot();
else await runSdkBot();
