import type { ChatMessage } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { JobId, Team } from "../../core/job/ids.ts";
import { monthOf } from "../../core/job/ledger.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { monthBefore } from "../../core/team/months.ts";
import { PERHAPS_LISTED, type Perhaps } from "../../core/team/perhaps.ts";
import { somethingWentWrong } from "../../messages/ask/notices.ts";
import { nothingToSettle, perhapsList, settledWords, settleQuestion } from "../../messages/team/settling.ts";
import { askStore } from "../ask-store.ts";
import type { Visit } from "../command-deps.ts";
import { asManager, notNow, RIGHTS_WITHIN_MS } from "./as-manager.ts";
import { noteAct } from "./note-act.ts";

/** For a team's managers: its videos of this month and the last that may or may not have been charged. */
export async function listPerhaps(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "reports");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const listed = await perhapsOf(visit, managed.value.team);
  return { kind: "private", message: listed.ok ? perhapsList(listed.value, visit.words) : notNow(visit) };
}

/** Asks whether that one was charged. */
export async function askSettlement(visit: Visit, jobId: JobId): Promise<Answer> {
  const managed = await asManager(visit, "reports");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const listed = await perhapsOf(visit, managed.value.team);
  if (!listed.ok) return { kind: "private", message: notNow(visit) };
  const found = listed.value.find((one) => one.jobId === jobId);
  return { kind: "private", message: found ? settleQuestion(found, visit.words) : nothingToSettle(visit.words) };
}

/** From now on it counts as charged, or not, if its presser may say so. The question is answered when that is known. */
export function settle(visit: Visit, jobId: JobId, isCharged: boolean): Answer {
  const { deps, words } = visit;
  const finish = async () => {
    try {
      return await settleNow({ ...visit, ask: askStore(deps, RIGHTS_WITHIN_MS) }, jobId, isCharged);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      deps.log.error("video not settled", { job: jobId, reason });
      return somethingWentWrong(words);
    }
  };
  return { kind: "replace_later", finish };
}

async function settleNow(visit: Visit, jobId: JobId, isCharged: boolean): Promise<ChatMessage> {
  const { deps, command, words } = visit;
  const managed = await asManager(visit, "approve");
  if (!managed.ok) return managed.refusal;
  const { team } = managed.value;
  const [by, at] = [command.owner.userId, deps.clock.now()];
  // Late it does no harm: a manager has said so.
  const said = await askStore(deps)(() => deps.teams.settle(team, jobId, { isCharged, by, at }));
  if (!said.ok) return notNow(visit);
  if (said.value === null) return nothingToSettle(words);
  if (said.value.kind === "settled")
    await noteAct(visit, team, { did: isCharged ? "settled_charged" : "settled_not_charged", job: jobId });
  return settledWords(said.value, words);
}

async function perhapsOf({ deps, ask }: Visit, team: Team): Promise<Result<readonly Perhaps[], unknown>> {
  const month = monthOf(deps.clock.now());
  const months = [month, monthBefore(month)];
  const found = await ask(() => Promise.all(months.map((each) => deps.teams.perhaps(team, each))));
  return found.ok ? ok(found.value.flat().slice(0, PERHAPS_LISTED)) : found;
}
