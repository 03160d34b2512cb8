import type { Started } from "../core/ports.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import type { ApiRefusal, RawAnswer } from "../core/video-service.ts";
import { badRequest, unclear } from "./refusals.ts";
import { codeWords, readStart } from "./wire.ts";

/**
 * Reads an answer to the paid call that its status alone does not refuse. Only a 200 can say no by its body; an answer of
 * any other status is a task where its body holds one clear task id, else it is not known what it is. `failure`: why it is not
 * whole, a short word for the log; `said`: what the service says about it, see `ownWords`.
 */
export function readStartAnswer(
  { text, isWhole, status = 200 }: RawAnswer,
  { failure, said }: { readonly failure: string | null; readonly said: string | null },
): Result<Started, ApiRefusal> {
  const reading = readStart(text, !isWhole);
  const isUsual = status === 200;
  const amiss = isUsual ? (failure ?? "answer not in shape") : `http ${status}`;
  if (reading.kind === "refused" && isUsual) return refuse(badRequest(codeWords(reading.code), said));
  if (reading.kind !== "started")
    return refuse(isUsual ? { kind: "unavailable", sent: true, detail: amiss } : unclear(status));
  return ok(reading.isWhole && isUsual ? reading.started : { ...reading.started, amiss });
}
