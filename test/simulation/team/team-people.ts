import { commandAnswerer } from "../../../src/commands/answer.ts";
import type { PayingDeps } from "../../../src/commands/visit.ts";
import type { ButtonAction } from "../../../src/core/button.ts";
import { cardPlace } from "../../../src/core/card-place.ts";
import type { ReplyHandle } from "../../../src/core/chat.ts";
import type { Answer, Command, Standing } from "../../../src/core/command.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import { type JobId, jobIdFrom, memberOf, type Owner, type Team, type UserId } from "../../../src/core/job/ids.ts";
import { type Job, needsApproval } from "../../../src/core/job/job.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import type { Vault } from "../../../src/core/stored-secrets.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import type { Order } from "../../../src/jobs/start/accept.ts";
import { offeredPictures, unconfirmedRequests } from "../../../src/people/kept-requests.ts";
import { spendingReader, welcomedPeople } from "../../../src/people/own-records.ts";
import { memoryStyles } from "../../commands/command-world.ts";
import { unknownPeople } from "../../commands/team/team-world.ts";
import { noLists } from "../../fakes/alone.ts";
import { aDiscordReply, aRequest, aSlackReply, TEST_START } from "../../fakes/jobs.ts";
import { memoryKeyv } from "../../fakes/memory-keyv.ts";
import { memoryPersonalData } from "../../fakes/personal-data.ts";
import type { Bot } from "../world/boot.ts";
import { simFrontEnd } from "../world/sim-front-end.ts";
import type { SimWorld } from "../world/sim-world.ts";
import type { TeamBooks } from "./team-books.ts";
import type { TeamAct } from "./team-fate.ts";

/** A team of five: Ada is an admin on the platform, Ben is a manager in the rules, and Eve is sometimes a guest. */
export const ADA = "200000000000000001";
export const BEN = "200000000000000002";
export const CEM = "200000000000000003";
const DAN = "200000000000000004";
export const EVE = "200000000000000005";
export const PEOPLE: readonly [UserId, ...UserId[]] = [ADA, BEN, CEM, DAN, EVE];

/** Two days before the end of a month. A job that is accepted before it and ends after it counts to the old month. */
export const LIFE_START = TEST_START + 8 * 86_400_000;

export const TEAM_KEYS = ["rk-team-0123456789-one", "rk-team-0123456789-two"] as const;
export const ownKeyOf = (userId: UserId) => `rk-own-0123456789-${userId.slice(-1)}`;
export const WITH_OWN_KEY: readonly UserId[] = [BEN, CEM];

/** The team's workspace on one platform. */
export interface TeamPlace {
  readonly team: Team;
  ownerOf(userId: UserId): Owner;
  /** Returns the reply handle of a command by that person. */
  replyOf(userId: UserId, at: number): ReplyHandle;
  readonly rules: TeamRules;
}

export function teamPlace(platform: Team["platform"]): TeamPlace {
  const team: Team = { platform, teamId: platform === "slack" ? "T0000000001" : "300000000000000003" };
  const replyOf = (userId: UserId, at: number): ReplyHandle =>
    platform === "slack"
      ? aSlackReply({ userId, ts: null, cardChannelId: null, responseUrlUntil: at + 1_800_000 })
      : aDiscordReply({ userId, messageId: null, tokenUntil: at + 840_000 });
  const approvals = cardPlace(replyOf(ADA, LIFE_START)).inChannel("600000000000000006");
  return {
    team,
    ownerOf: (userId) => memberOf(team, userId),
    replyOf,
    rules: { ...noRules, isForEveryone: true, managers: [BEN], approvals },
  };
}

interface TeamFrontEndWorld extends Pick<SimWorld, "parts" | "screen" | "clock" | "alive"> {
  readonly place: TeamPlace;
  readonly vault: Vault;
  /** Videos continue one another and are attached to their card. */
  readonly hasFilms: boolean;
  standingOf(command: Pick<Command, "owner">): Standing | null;
}

/** The fields of an order that tests set directly, because no command here makes such an order. */
type Asked = Pick<Order, "request" | "each" | "isVideoWanted" | "sealedKey" | "team" | "wait">;

const severalId = (event: string): JobId => jobIdFrom("several", event);

/** Handles people's acts like a front end. Returns null if no bot is running. */
export function teamFrontEnd({ parts, screen, clock, alive, place, vault, hasFilms, standingOf }: TeamFrontEndWorld) {
  const { team, ownerOf, replyOf } = place;
  const { trace } = parts;
  const { give, take } = simFrontEnd({ ...parts, screen });
  const answerers = new Map<Bot, ReturnType<typeof botAnswerer>>();

  function answererOf(bot: Bot): ReturnType<typeof botAnswerer> {
    const answer = answerers.get(bot) ?? botAnswerer(bot, standingOf);
    answerers.set(bot, answer);
    return answer;
  }

  /** Requests several videos, with a manager's approval if the team's rules require it. */
  async function begin(by: UserId, order: Asked, event: string): Promise<void> {
    const bot = alive();
    if (!bot) return;
    const reply = replyOf(by, clock.now());
    const id = severalId(event);
    const whole = { id, event: id, owner: ownerOf(by), workspace: team.teamId, reply, ...order };
    trace(`${by.slice(-1)} ${order.each?.length ?? 1} videos`);
    const first = await take(bot, whole);
    const because = first.ok ? null : first.refusal.kind;
    if (because === "ask_above" || because === "person_month")
      await take(bot, { ...whole, wait: { for: "approval", because } });
  }

  async function does(by: UserId, act: Command["act"], event: string): Promise<Answer | null> {
    const bot = alive();
    if (!bot) return null;
    const command: Command = {
      eventId: event,
      owner: ownerOf(by),
      workspace: team.teamId,
      roles: [],
      receivedAt: clock.now(),
      reply: replyOf(by, clock.now()),
      ageRestriction: "none",
      act,
    };
    const answer = await answererOf(bot)(command);
    trace(`${by.slice(-1)} ${act.kind}: ${answerText(answer)}`);
    if (answer.kind === "working") trace(`  then: ${(await answer.finish()).message.title}`);
    if (answer.kind === "replace_later") trace(`  then: ${(await answer.finish()).title}`);
    if (answer.kind === "card") await give(bot, answer.card);
    return answer;
  }

  /** Requests several videos at the same time. */
  async function several(
    { by, pay, resolution, duration }: Extract<TeamAct, { kind: "video" }>,
    event: string,
    nth: number,
  ): Promise<void> {
    const made = Array.from({ length: 2 + (nth % 3) }, (_, scene) =>
      aRequest({ prompt: `video ${nth}.${scene + 1}`, resolution, duration: duration === "10" ? 10 : 15 }),
    );
    const id = severalId(event);
    const [first = aRequest(), ...others] = made;
    // In one of three batches the videos do not continue one another.
    const each = hasFilms && nth % 6 !== 0 ? chained(id, [first, ...others]) : made;
    const isOwn = pay === "mine" && WITH_OWN_KEY.includes(by);
    const key = new Secret(isOwn ? ownKeyOf(by) : TEAM_KEYS[0]);
    const sealedKey = vault.seal(holderOf(team), key);
    const [request = aRequest()] = each;
    await begin(by, { request, each, isVideoWanted: hasFilms, sealedKey, ...(!isOwn && { team }) }, event);
  }

  return { does, several };
}

function answerText(answer: Answer): string {
  if (answer.kind === "card") return `card: ${answer.card.message.title}`;
  return "message" in answer ? `${answer.kind}: ${answer.message.title}` : answer.kind;
}

/** Presses buttons about a job of the person's choice. */
export function teamPresses(books: Pick<TeamBooks, "jobs">, does: ReturnType<typeof teamFrontEnd>["does"]) {
  const press = (by: UserId, action: ButtonAction, event: string) =>
    does(by, { kind: "press", on: { place: null, shows: true }, action }, event);

  /** Presses a button about a job that waits for an approval, or did: its buttons may still be visible. */
  async function decide(
    { kind, by, nth }: Extract<TeamAct, { kind: "approve" | "decline" | "withdraw" }>,
    event: string,
  ) {
    const asked = [...books.jobs.values()].filter(({ approval }) => approval);
    const waiting = asked.filter(needsApproval);
    const job = [...waiting, ...asked][nth % Math.max(1, waiting.length)];
    if (!job) return;
    if (kind === "decline") await does(by, { kind, jobId: job.id, note: "no" }, event);
    else await press(kind === "withdraw" && nth > 0 ? job.owner.userId : by, { kind, jobId: job.id }, event);
  }

  /**
   * Withdraws the job with the number `nth` modulo the number of these jobs. If `by` is null, its own person presses.
   */
  async function withdrawOne(
    some: (job: Job) => boolean,
    { by, nth }: { readonly by: UserId | null; readonly nth: number },
    event: string,
  ): Promise<void> {
    const fitting = [...books.jobs.values()].filter(some);
    const job = fitting[nth % Math.max(1, fitting.length)];
    if (job) await press(by ?? job.owner.userId, { kind: "withdraw", jobId: job.id }, event);
  }

  return { press, withdrawOne, decide };
}

/** Answers commands and button presses, like one process of the bot. */
function botAnswerer(
  { deps, stores, refused, accept, decide, wakeWaiting }: Bot,
  standingOf: (command: Pick<Command, "owner">) => Standing | null,
) {
  const { jobs, vault, clock, capacity } = deps;
  const settings = { get: async () => ({ ...noSettings, isAttached: false }), put: async () => {} };
  const pending = { keep: async () => {}, take: async () => null, find: async () => null };
  const people = {
    vault,
    jobs,
    settings,
    pending,
    unconfirmed: unconfirmedRequests(memoryKeyv(), clock),
    offered: offeredPictures(memoryKeyv(), clock),
    welcomed: welcomedPeople(memoryKeyv(), clock),
  };
  const paying: PayingDeps = {
    ...deps,
    ...people,
    prefix: "video",
    judgePrompts: async () => null,
    styles: memoryStyles(),
    retentionDays: 90,
    teams: stores.teams,
    refused,
    people: { ...unknownPeople, standingOf: async (command) => standingOf(command) },
    data: memoryPersonalData({ ...people, personal: stores.personal }),
    files: null,
    canContinue: () => false,
    canFit: () => false,
    joinParts: async () => ({ kind: "not_joined", why: "busy", maxBytes: 0 }),
    spendingOf: spendingReader(jobs, clock),
    judgeAddress: () => null,
    accept,
    removeLostCard: () => {},
    wakeWaiting,
    notifyMe: async () => null,
    decide,
    askLink: async () => ({ kind: "no_answer" }),
    deleteCard: async () => ({ kind: "deleted", left: [], saved: 0 }),
    rate: async () => true,
    troubles: () => [],
    rules: {
      maxJobsPerUser: capacity.ofOwner,
      maxJobsPerWorkspace: capacity.ofWorkspace,
      maxWaitingPerUser: capacity.waitingOfOwner,
      commandsPerMinute: 100,
      access: noLists,
    },
  };
  return commandAnswerer(paying);
}
