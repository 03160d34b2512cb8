import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { patternFinder } from "./pattern-set.ts";

/** Reports that it has the patterns it was given; then answers each text with the place of the first pattern that is in it, null if none is. */
const find = patternFinder(z.array(z.string()).parse(workerData));
parentPort?.on("message", (text) => parentPort?.postMessage(find(z.string().parse(text))));
parentPort?.postMessage("ready");
