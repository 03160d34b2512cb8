import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { patternFinder } from "./find-patterns.ts";

/** Says that it has the patterns it is given; then answers each text that it is sent with the place of the first that is in it, null where none is. */
const find = patternFinder(z.array(z.string()).parse(workerData));
parentPort?.on("message", (text) => parentPort?.postMessage(find(z.string().parse(text))));
parentPort?.postMessage("ready");
