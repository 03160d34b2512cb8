import { personWith } from "../../../sandbox/src/people.ts";
import type { Report } from "../protocol.ts";
import type { StoredTeam, StoredVideo } from "./stored-team.ts";

/** What kills of a bot with a team come to. */
export interface TeamTally {
  kills: number;
  broken(claim: string, where: string): void;
  /** Judges a world that is over: what is written against what the service did. */
  judge(team: StoredTeam, report: Report): void;
  isGood(): boolean;
  table(): string;
}

export function teamTally(): TeamTally {
  const counted = { asked: 0, approved: 0, declined: 0, withdrawn: 0, unasked: 0, once: 0, unsure: 0 };
  const broken = new Map<string, number>();

  function note(claim: string, where: string): void {
    broken.set(claim, (broken.get(claim) ?? 0) + 1);
    process.stdout.write(`BROKEN ${claim}: ${where}\n`);
  }

  function judgeVideo(video: StoredVideo, tasks: Report["tasks"]): void {
    const { request, approval, state } = video;
    const word = approval?.decision?.word ?? null;
    const where = `${request.prompt}: ${JSON.stringify(video)} ${JSON.stringify(tasks)}`;
    counted.asked += 1;
    if (word === "approved" || word === "declined" || word === "withdrawn") counted[word] += 1;
    else counted.unasked += 1;
    if (tasks.length === 1) counted.once += 1;
    if (state.outcome?.kind === "unknown") counted.unsure += 1;
    if (!approval) note("a team's video was not asked about", where);
    if (!state.outcome) note("a video did not end", where);
    if (tasks.length > 1) note("double charge", where);
    if (tasks.length > 0 && word !== "approved") note("a charge without an approval", where);
    const by = approval?.decision?.by;
    if ((word === "approved" || word === "declined") && (by == null || personWith(by)?.id !== "ben"))
      note("somebody decided who manages nothing", where);
    // Its card was never seen, so nobody was asked.
    if (word === null && state.outcome?.kind !== "not_started") note("an approval ended without a word", where);
    if (!isTold(state.outcome?.kind, tasks)) note("a job does not tell what the service did", where);
  }

  return {
    kills: 0,
    broken: note,
    judge({ videos, sums }, { tasks, ledger }) {
      const of = (prompt: string) => tasks.filter((task) => task.prompt === prompt);
      for (const video of videos) judgeVideo(video, of(video.request.prompt));
      const strays = tasks.filter(({ prompt }) => !videos.some(({ request }) => request.prompt === prompt));
      if (strays.length > 0) note("a charge for no job", JSON.stringify(strays));
      if (sums.held !== 0) note("credits stayed held", JSON.stringify(sums));
      const [net, told] = [ledger.charged - ledger.refunded, sums.charged - sums.refunded];
      if (net < told || net > told + sums.unknown)
        note("the team's sums are not what the service took", JSON.stringify({ sums, ledger }));
    },
    isGood: () => broken.size === 0,
    table() {
      const rows = Object.entries({ "kills with a team": this.kills, ...counted, "claims broken": broken.size });
      return rows.map(([name, count]) => `  ${name.padEnd(38)}${String(count).padStart(6)}`).join("\n");
    },
  };
}

function isTold(kind: string | undefined, tasks: Report["tasks"]): boolean {
  if (kind === "unknown") return true;
  if (kind === "succeeded" || kind === "failed") return tasks[0]?.status === kind;
  return tasks.length === 0;
}
