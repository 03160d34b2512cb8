import { commandAnswerer } from "../commands/answer.ts";
import { homes, welcomes } from "../commands/pages.ts";
import type { PayingDeps } from "../commands/visit.ts";
import type { Config } from "../config.ts";
import type { Clock } from "../core/clock.ts";
import type { Command } from "../core/command.ts";
import { type Owner, ownerName } from "../core/job/ids.ts";
import type { CommandDesk, HomeOf, Log, WelcomeOf } from "../core/ports.ts";
import type { JudgePrompts } from "../core/prompt-policy.ts";
import type { TeamPeople } from "../core/team/team.ts";
import { judgeAddress } from "../images/guarded-fetch.ts";
import { addListeners, deleteCards } from "../jobs/deliver/job-card.ts";
import { joiner } from "../jobs/deliver/join.ts";
import { askLinks } from "../jobs/deliver/links.ts";
import { tellWaiting } from "../jobs/deliver/outbox.ts";
import { acceptJobs, noteAnswers } from "../jobs/start/accept.ts";
import { decisions } from "../jobs/start/decide.ts";
import { wakeWaitingJobs } from "../jobs/start/recover.ts";
import { ledger } from "../people/own-records.ts";
import type { AnswersFirst } from "./answers-first.ts";
import type { Pictures } from "./media.ts";
import type { People } from "./people/people.ts";
import type { Storage } from "./watched-storage.ts";
import type { Work } from "./work.ts";
import { rulesOf } from "./work.ts";

/** The services that the front ends call: for the answer to a command, and for a person's own page. */
export interface Desk extends CommandDesk {
  readonly homeOf: HomeOf;
  readonly welcomeOf: WelcomeOf;
}

export function openDesk(
  config: Config,
  { engine, jobs, vault, refused }: Storage,
  parts: {
    readonly people: People;
    readonly work: Work;
    readonly pictures: Pictures;
    readonly first: AnswersFirst;
    readonly judgePrompts: JudgePrompts;
    /** The platforms' complaints, and their information about a team's people. They are connected later. */
    platforms(): { troubles(): readonly string[]; readonly people: TeamPeople };
  },
): Desk {
  const { people, work, pictures, first, judgePrompts, platforms } = parts;
  const { clock, log, video, stopping } = work.deps;
  const deps: PayingDeps = {
    prefix: config.COMMAND_PREFIX,
    clock,
    log,
    retentionDays: config.RETENTION_DAYS,
    vault,
    jobs,
    ...people.records,
    teams: engine.teams,
    refused,
    people: {
      standingOf: (...asked) => platforms().people.standingOf(...asked),
      memberNow: (job) => platforms().people.memberNow(job),
      namesOf: (...asked) => platforms().people.namesOf(...asked),
      isChannelHere: (...asked) => platforms().people.isChannelHere(...asked),
      isAgeRestricted: (command) => platforms().people.isAgeRestricted(command),
    },
    data: people.data,
    files: pictures.files,
    canContinue: (job) => work.deps.canContinue?.(job) ?? false,
    filmIn: (reply, nth) => work.deps.chatOf({ reply }).filmIn(reply, nth),
    joinParts: joiner(work.deps, work.traffic),
    spendingOf: ledger(jobs, clock),
    checkKey: (key) => video.checkKey(key),
    judgeAddress: judgeAddress(config.trusted.pictures),
    judgePrompts,
    countDenial: work.meter.denied,
    accept: acceptJobs({ ...work.deps, deadlineMs: config.JOB_DEADLINE_MS }),
    wakeWaiting: wakeWaitingJobs({ ...work.deps, teams: engine.teams }),
    notifyMe: addListeners(work.deps),
    nonce: () => work.deps.chance.token(),
    decide: decisions(work.deps),
    post: (reply, message, nonce) => work.deps.chatOf({ reply }).post(reply, message, { to: "channel", nonce }),
    askLink: askLinks(work.deps),
    deleteCard: deleteCards(work.deps, work.traffic),
    rules: rulesOf(config),
    rate: engine.shared.rate,
    health: work.deps.health,
    troubles: () => platforms().troubles(),
  };
  const answer = commandAnswerer(deps);
  const note = noteAnswers(work.deps);
  const tellSoon = tellLater({ clock, log, stopping, tell: tellWaiting(work.deps) });
  return {
    answer(command) {
      tellSoon(command);
      return first.deciding(() => answer(command));
    },
    async answered(jobId, fate) {
      await first.quiet();
      return note(jobId, fate);
    },
    homeOf: homes(deps),
    welcomeOf: welcomes(deps),
  };
}

const TELL_AFTER_MS = 4_000;
/** At most this many people wait at once; anybody else is notified after their next command. */
const PEOPLE_MOST = 10_000;

/**
 * Notifies a person of pending final words some time after their command, whose answer must come within the platform's 3
 * s; once for all commands of that time.
 */
export function tellLater(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly stopping: AbortSignal;
  tell(owner: Owner, reply: Command["reply"]): Promise<void>;
}): (command: Pick<Command, "act" | "owner" | "reply">) => void {
  const { clock, log, stopping, tell } = deps;
  const due = new Set<string>();

  return ({ act, owner, reply }) => {
    const name = ownerName(owner);
    // Typing gives no way to reach its person.
    if (act.kind === "suggest" || due.has(name) || due.size >= PEOPLE_MOST) return;
    due.add(name);
    clock.after(TELL_AFTER_MS, () => {
      due.delete(name);
      if (stopping.aborted) return;
      tell(owner, reply).catch((error: unknown) => log.error("waiting final words not told", { error: String(error) }));
    });
  };
}
