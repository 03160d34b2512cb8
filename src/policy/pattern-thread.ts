import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { patternFinder } from "./patterns.ts";

/** Looks for the patterns that it is given in each text that it is sent, and answers with the place of the first; null: none is in it. */
const find = patternFinder(z.array(z.string()).parse(workerData));
parentPort?.on("message", (text) => parentPort?.postMessage(find(z.string().parse(text))));
