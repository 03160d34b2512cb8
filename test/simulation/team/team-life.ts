import type { Answer, AnswerFate, Command, Standing } from "../../../src/core/command.ts";
import type { UserId } from "../../../src/core/job/ids.ts";
import { needsApproval } from "../../../src/core/job/job.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { memoryVault } from "../../fakes/vault.ts";
import type { Life } from "../life.ts";
import { random } from "../random.ts";
import { simClock } from "../world/sim-clock.ts";
import type { Reply } from "../world/sim-process.ts";
import { teamBank } from "./team-bank.ts";
import { JUST_NOW_MS, teamBooks } from "./team-books.ts";
import { type TeamBot, teamBot } from "./team-bot.ts";
import { placed, teamBoard } from "./team-chat.ts";
import { checkTeamEnd } from "./team-claims.ts";
import { teamDisk } from "./team-disk.ts";
import { type TeamAct, teamFateOf } from "./team-fate.ts";
import { ADA, BEN, EVE, LIFE_START, ownKeyOf, TEAM_KEYS, teamPlace, WITH_OWN_KEY } from "./team-place.ts";

/** Everything is over by then: three days of people, one of approvals, and what a bot that was away makes of it. */
const LIFE_MAX_MS = 9 * 86_400_000;
const TRACE_MAX = 1_000;
const BROKEN_MAX = 3;

/** Lives some days of a team of five, as the seed says: the product's own commands, jobs and embedded engine. */
export async function teamLife(seed: number, { isTraced = false } = {}): Promise<Life> {
  const dice = random(seed);
  const fate = teamFateOf(dice);
  const clock = simClock(LIFE_START);
  const { team, ownerOf, replyOf, rules } = teamPlace(fate.platform);
  const broken: string[] = [];
  const lines: string[] = [];
  const tell = {
    now: clock.now,
    trace(line: string) {
      if (isTraced && lines.length < TRACE_MAX)
        lines.push(`${new Date(clock.now()).toISOString().slice(5, 23)} ${line}`);
    },
    broken(claim: string) {
      tell.trace(`BROKEN ${claim}`);
      broken.push(claim);
    },
  };
  let isEveGuest = fate.isEveGuest;
  let guestSince = Number.NEGATIVE_INFINITY;
  let isEverybodyKnown = false;
  const isGuest = (userId: UserId) => userId === EVE && isEveGuest;
  function standingOf({ owner }: Pick<Command, "owner">): Standing | null {
    if (!isEverybodyKnown && dice.chance(0.02)) return null;
    return { isAdmin: owner.userId === ADA, isGuest: isGuest(owner.userId) };
  }

  const parts = { ...tell, random: dice, clock };
  const disk = await teamDisk({ ...parts, written: () => books.look() });
  const books = teamBooks({
    ...tell,
    team,
    disk,
    // What was decided just before counts as it was then.
    isGuest: (userId) => isGuest(userId) && clock.now() - guestSince > JUST_NOW_MS,
    isManager: (userId, standing) => userId === ADA || (standing?.managers.includes(userId) ?? false),
  });
  const vault = memoryVault();
  for (const userId of WITH_OWN_KEY) await vault.put(ownerOf(userId), new Secret(ownKeyOf(userId)));
  await vault.put(holderOf(team), new Secret(TEAM_KEYS[0]));
  const bank = teamBank({
    ...parts,
    jobOf: books.byPrompt,
    isPayersKey: (job, key) => (job.team ? TEAM_KEYS.some((one) => one === key) : key === ownKeyOf(job.owner.userId)),
  });
  for (const key of TEAM_KEYS) bank.fill(key, fate.credits);
  for (const userId of WITH_OWN_KEY) bank.fill(ownKeyOf(userId), 5_000);
  const board = teamBoard(parts);
  const kept = new Map<string, string>();
  let bot: TeamBot | null = null;
  let events = 0;
  let keyEnteredAt = clock.now();

  function start(): void {
    tell.trace("a process begins");
    bot = teamBot({
      ...parts,
      disk,
      bank,
      board,
      vault,
      kept,
      deal: (call) => fate.deal(call, clock.now()),
      standingOf,
      onGone: () => void clock.after(fate.downtimeMs(), start),
    });
  }

  /** As a front end takes a command: answers, and tells how a card was taken. */
  async function does(by: UserId, act: Command["act"], event: string): Promise<Answer | null> {
    const living = bot;
    if (!living?.process.isAlive()) return null;
    const { process } = living;
    const command: Command = {
      eventId: event,
      owner: ownerOf(by),
      workspace: team.teamId,
      roles: [],
      receivedAt: clock.now(),
      reply: replyOf(by, clock.now()),
      act,
    };
    const answer = await living.answer(command);
    tell.trace(`${by.slice(-1)} ${act.kind}: ${said(answer)}`);
    if (answer.kind === "working") tell.trace(`  then: ${(await answer.finish()).message.title}`);
    if (answer.kind !== "card") return answer;
    const { jobId, reply, message } = answer.card;
    const fateOfCard = await process.call(
      { kind: "answer", name: "answer", peril: 0.05 },
      (fault): Reply<AnswerFate> => {
        const afterMs = dice.pick([50, 300, 2_000]);
        if (fault === "refused") return { afterMs, value: { kind: "refused" } };
        const there = fault === "lost" ? reply : placed(reply, board.put(message));
        return { afterMs, value: fault === null ? { kind: "given", reply: there } : { kind: "unclear" } };
      },
    );
    await living.answered(jobId, fateOfCard);
    return answer;
  }

  async function decide(
    { kind, by, nth }: Extract<TeamAct, { kind: "approve" | "decline" | "withdraw" }>,
    event: string,
  ) {
    // Also about what was decided already: its buttons may stand there still.
    const asked = [...books.jobs.values()].filter(({ approval }) => approval);
    const waiting = asked.filter(needsApproval);
    const job = [...waiting, ...asked][nth % Math.max(1, waiting.length)];
    if (!job) return;
    if (kind === "decline") await does(by, { kind, jobId: job.id, note: "no" }, event);
    else {
      const who = kind === "withdraw" && nth > 0 ? job.owner.userId : by;
      const on = { place: null, shows: true } as const;
      await does(who, { kind: "press", on, action: { kind, jobId: job.id } }, event);
    }
  }

  async function giveKey(key: Secret, event: string): Promise<void> {
    const at = clock.now();
    const answer = await does(ADA, { kind: "give_team_key", key }, event);
    if (answer?.kind === "working") keyEnteredAt = at;
  }

  /** That of the rules with which Ada's form opens. */
  async function formVersion(event: string): Promise<number | null> {
    const on = { place: null, shows: true } as const;
    const opened = await does(ADA, { kind: "press", on, action: { kind: "team_rules" } }, event);
    return opened?.kind === "form" ? (opened.form.rulesVersion ?? null) : null;
  }

  async function happen(act: TeamAct): Promise<void> {
    events += 1;
    const event = `event-${events}`;
    switch (act.kind) {
      case "video": {
        const { by, pay, resolution, duration, isTwice } = act;
        const draft = aDraft({ prompt: `video ${events}`, pay, resolution, duration });
        const command = { kind: "make_video", draft, from: "command" } as const;
        if (isTwice) void does(by, command, event).catch(() => {});
        await does(by, command, event);
        return;
      }
      case "approve":
      case "decline":
      case "withdraw":
        return decide(act, event);
      case "rules": {
        const { teamMonth, personMonth, askAbove, isOwn } = act;
        const approvals = [rules.approvals?.channelId ?? ""];
        const given = { teamMonth, personMonth, askAbove, approvals, approveOwn: isOwn ? "yes" : "no" };
        tell.trace(`rules: ${JSON.stringify(given)}`);
        // Nobody may approve their own where another manager is named.
        const managers = isOwn ? [] : [BEN];
        const changes = [{ kind: "set_team_managers", managers } as const, { kind: "set_team_rules", given } as const];
        for (const [nth, change] of changes.entries()) {
          const version = await formVersion(`${event}-opens-${nth}`);
          await does(ADA, { ...change, version }, `${event}-${nth}`);
        }
        return;
      }
      case "key":
        return giveKey(new Secret(act.key), event);
      case "fill":
        for (const key of TEAM_KEYS) bank.fill(key, act.credits);
        return;
      case "suspend":
        bank.suspend(TEAM_KEYS[0], act.isSuspended);
        return;
      case "guest":
        if (act.isGuest && !isEveGuest) guestSince = clock.now();
        isEveGuest = act.isGuest;
        return;
      case "crash":
        bot?.process.crash("kill");
    }
  }

  const isOver = () => broken.length >= BROKEN_MAX || broken.some((claim) => claim.startsWith("a storm"));
  const unhandled = (reason: unknown) => tell.broken(`nobody handled: ${String(reason)}`);
  process.on("unhandledRejection", unhandled);
  start();
  // The rules are there when the first command comes.
  const first = bot as TeamBot | null;
  void first?.stores.teams.saveRules(team, rules, 0).catch(() => {});
  for (const { afterMs, act } of fate.acts)
    clock.after(
      100 + afterMs,
      () => void happen(act).catch((error: unknown) => tell.trace(`failed: ${String(error)}`)),
    );
  const until = LIFE_START + LIFE_MAX_MS;
  await clock.run(until, isOver);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", unhandled);

  isEverybodyKnown = true;
  const last = bot as TeamBot | null;
  if (!isOver() && last)
    await checkTeamEnd(
      {
        team,
        books,
        bank,
        board,
        bot: last,
        vault,
        keyEnteredAt,
        run: () => clock.run(until + 60_000, () => false),
        ask: (act) => does(ADA, act, "report"),
      },
      tell.broken,
    );
  return { broken, trace: lines, end: null };
}

function said(answer: Answer): string {
  if (answer.kind === "card") return `card: ${answer.card.message.title}`;
  return "message" in answer ? `${answer.kind}: ${answer.message.title}` : answer.kind;
}
