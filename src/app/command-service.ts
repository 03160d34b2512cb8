import { answerInTime, commandAnswerer } from "../commands/answer.ts";
import { homes, welcomes } from "../commands/pages.ts";
import type { PayingDeps } from "../commands/visit.ts";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Command } from "../core/command.ts";
import type { CommandService } from "../core/front-end.ts";
import { type Owner, ownerName } from "../core/job/ids.ts";
import type { PersonalData } from "../core/personal-data.ts";
import type { JudgePrompts } from "../core/prompt-policy.ts";
import type { Log } from "../core/text/log-fields.ts";
import { judgeAddress } from "../images/guarded-fetch.ts";
import { addListener, deleteCard, removePressedCard } from "../jobs/deliver/job-card.ts";
import { filmJoiner } from "../jobs/deliver/join.ts";
import { askLink } from "../jobs/deliver/links.ts";
import { notifyUnreached } from "../jobs/deliver/outbox.ts";
import { acceptJobs, noteAnswer } from "../jobs/start/accept.ts";
import { approvalService } from "../jobs/start/decide.ts";
import { wakeWaitingJobs } from "../jobs/start/recover.ts";
import { spendingReader } from "../people/own-records.ts";
import type { AnswersFirst } from "./answers-first.ts";
import type { Pictures } from "./media.ts";
import type { Records } from "./people/people.ts";
import type { Platforms } from "./platforms.ts";
import { type OpenJobs, rulesOf } from "./run-jobs.ts";
import type { Storage } from "./storage.ts";

export function commandService(
  config: Config,
  { engine, refused }: Pick<Storage, "engine" | "refused">,
  parts: {
    readonly records: Records;
    readonly data: PersonalData;
    readonly jobs: OpenJobs;
    readonly pictures: Pick<Pictures, "files">;
    readonly first: AnswersFirst;
    readonly judgePrompts: JudgePrompts;
    readonly platforms: Pick<Platforms, "people" | "troubles">;
  },
) {
  const { records, data, pictures, first, judgePrompts, platforms } = parts;
  const { deps: jobDeps } = parts.jobs;
  const deps: PayingDeps = {
    ...jobDeps,
    ...records,
    prefix: config.COMMAND_PREFIX,
    retentionDays: config.RETENTION_DAYS,
    teams: engine.teams,
    refused,
    people: platforms.people,
    data,
    files: pictures.files,
    joinParts: filmJoiner(jobDeps),
    spendingOf: spendingReader(jobDeps.jobs, jobDeps.clock),
    judgeAddress: judgeAddress(config.trusted.pictures),
    judgePrompts,
    accept: acceptJobs(jobDeps),
    wakeWaiting: (payer) => wakeWaitingJobs({ ...jobDeps, teams: engine.teams }, payer),
    notifyMe: (id, userId) => addListener(jobDeps, id, userId),
    decide: approvalService(jobDeps),
    askLink: (id) => askLink(jobDeps, id),
    removeLostCard: (id, place) => void removePressedCard(jobDeps, id, place),
    deleteCard: (id, what) => deleteCard(jobDeps, id, what),
    rules: rulesOf(config),
    rate: engine.shared.rate,
    troubles: platforms.troubles,
  };
  const answer = commandAnswerer(deps);
  const notifySoon = notifyLater({ ...jobDeps, notify: (owner, reply) => notifyUnreached(jobDeps, owner, reply) });
  const answerAll = (command: Command) => {
    notifySoon(command);
    return answer(command);
  };
  return {
    ...answerInTime({
      ...first,
      answer: answerAll,
      answered: (jobId, fate) => noteAnswer(jobDeps, jobId, fate),
      clock: jobDeps.clock,
      log: jobDeps.log,
    }),
    homeOf: homes(deps),
    welcomeOf: welcomes(deps),
  } satisfies CommandService & Record<"homeOf" | "welcomeOf", unknown>;
}

const NOTIFY_AFTER_MS = 4_000;
const PEOPLE_MOST = 10_000;

/** Sends a person's waiting final messages once for all commands within `NOTIFY_AFTER_MS`. */
export function notifyLater(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  notify(owner: Owner, reply: Command["reply"]): Promise<void>;
}): (command: Pick<Command, "act" | "owner" | "reply" | "isMessage">) => void {
  const { clock, log, stopping, notify } = deps;
  const due = new Set<string>();

  return ({ act, owner, reply, isMessage }) => {
    const name = ownerName(owner);
    // Suggestions and messages give no new way to reach the person.
    if (act.kind === "suggest" || isMessage || due.has(name) || due.size >= PEOPLE_MOST) return;
    due.add(name);
    clock.after(NOTIFY_AFTER_MS, () => {
      due.delete(name);
      if (stopping.aborted) return;
      notify(owner, reply).catch((error: unknown) =>
        log.error("waiting final messages not sent", { error: String(error) }),
      );
    });
  };
}
