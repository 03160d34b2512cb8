import { parentPort, workerData } from "node:worker_threads";
import { checkWith } from "./check-file.ts";
import { connect } from "./connect.ts";

/** Checks the file that it is given, and says what it found. */
const connection = await connect(String(workerData));
const verdict = checkWith(connection);
connection.close();
parentPort?.postMessage(verdict);
