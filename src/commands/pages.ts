import { access } from "../core/access.ts";
import type { ChatMessage } from "../core/chat.ts";
import type { Answer } from "../core/command.ts";
import { shownJob } from "../core/film/film-chain.ts";
import type { HomeOf, WelcomeOf } from "../core/front-end.ts";
import { listedJobs } from "../jobs/related-jobs.ts";
import { greeting, unknownAct, welcome } from "../messages/ask/short-replies.ts";
import { type HelpFacts, helpMessage, subcommandHelp } from "../messages/pages/help-page.ts";
import { homeMessages } from "../messages/pages/home-page.ts";
import { JOBS_ON_PAGE, jobList } from "../messages/pages/job-list.ts";
import { wordsIn } from "../messages/words.ts";
import {
  type ActTable,
  type CommandDeps,
  type PressHandlers,
  privateReply,
  replaceMessage,
  type Visit,
} from "./visit.ts";

export const pageActs = {
  help: { needs: null, handle: help },
  unknown_word: {
    needs: null,
    handle: ({ deps, words }, { of }) => privateReply(subcommandHelp(of, deps.prefix, words)),
  },
  unknown: {
    needs: null,
    handle({ deps, words }, { what }) {
      deps.log.info("unknown act", { what: what.slice(0, 100) });
      return privateReply(unknownAct(deps.prefix, words));
    },
  },
} satisfies Partial<ActTable>;

export const pagePresses = {
  help,
  jobs: async (visit, { page }) => replaceMessage(await listJobs(visit, page)),
} satisfies Partial<PressHandlers>;

async function help({ deps, command, ask, words }: Visit): Promise<Answer> {
  // The help would show everybody what the person has spent. The greeting's button opens the help privately.
  if (command.isMessage && command.workspace !== null) return privateReply(greeting(words));
  const { prefix, retentionDays } = deps;
  const { platform } = command.owner;
  const [spent, hasKey] = await Promise.all([
    ask(() => deps.spendingOf(command.owner)).catch(() => null),
    // If the store fails, assume a key: nobody should be asked to add one they may have.
    ask(() => deps.vault.has(command.owner)).catch(() => true),
  ]);
  const facts = {
    prefix,
    platform,
    retentionDays,
    canContinue: deps.canContinue(command),
    saved: savedFor(deps),
    hasKey,
    spent,
    trouble: deps.health.trouble(),
    troubles: deps.troubles(),
    missing: command.missing ?? [],
  };
  return privateReply(helpMessage(facts, words));
}

const DAY_MS = 86_400_000;

function savedFor({ keptFilms }: CommandDeps): HelpFacts["saved"] {
  return keptFilms && keptFilms.keepMs > 0 ? { days: keptFilms.keepMs / DAY_MS, hasLinks: keptFilms.hasLinks } : null;
}

export async function listJobs({ deps, command, ask, words }: Visit, page: number): Promise<ChatMessage> {
  const { owner } = command;
  const first = page * JOBS_ON_PAGE;
  const [jobs, spent] = await ask(() =>
    Promise.all([listedJobs(deps.jobs, owner, first + JOBS_ON_PAGE + 1), deps.spendingOf(owner)]),
  );
  const shown = jobs.slice(first).map((job) => shownJob(job, deps.keptFilms, deps.clock.now()));
  return jobList({ page, jobs: shown, spent }, words);
}

const JOBS = 5;

export function homes(deps: CommandDeps): HomeOf {
  return async (owner, locale) => {
    const [jobs, key, settings, spent] = await Promise.all([
      listedJobs(deps.jobs, owner, JOBS),
      deps.vault.get(owner),
      deps.settings.get(owner),
      deps.spendingOf(owner),
    ]);
    const now = deps.clock.now();
    const common = { platform: owner.platform, now, trouble: deps.health.trouble() };
    const shown = jobs.map((job) => shownJob(job, deps.keptFilms, now));
    return homeMessages(
      { ...common, jobs: shown, keyEnding: key?.lastFour() ?? null, settings, spent },
      wordsIn(locale),
    );
  };
}

/** The welcome is recorded before it is shown, so nobody sees it twice. */
export function welcomes({ prefix, rules, vault, welcomed }: CommandDeps): WelcomeOf {
  return async (visitor) => {
    const { owner, locale } = visitor;
    if (access(visitor, rules.access) !== "allowed") return null;
    if (!(await welcomed.note(owner))) return null;
    const key = await vault.get(owner);
    return welcome({ prefix, hasKey: key !== null }, wordsIn(locale));
  };
}
