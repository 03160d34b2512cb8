import { isDeepStrictEqual } from "node:util";
import { commandAnswerer } from "../../src/commands/answer.ts";
import type { CommandRules, PayingDeps } from "../../src/commands/visit.ts";
import { type ButtonAction, readButtonId } from "../../src/core/button.ts";
import type { ChatMessage, ChatRefusal } from "../../src/core/chat.ts";
import type { Act, Answer, Command, Finish } from "../../src/core/command.ts";
import type { Owner } from "../../src/core/job/ids.ts";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import type { PrivateFiles } from "../../src/core/request/pictures.ts";
import type { SettingsDraft } from "../../src/core/request/settings.ts";
import type { JudgeAddress, VideoDraft } from "../../src/core/request/video-request.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { ownRate } from "../../src/engines/embedded.ts";
import { applyTo } from "../../src/jobs/apply.ts";
import { teamManagers } from "../../src/jobs/notices/notify-managers.ts";
import { acceptJobs, type Order } from "../../src/jobs/start/accept.ts";
import { approvalService } from "../../src/jobs/start/decide.ts";
import { refusedKeys } from "../../src/keys/vault.ts";
import { offeredPictures, pendingRequests, unconfirmedRequests } from "../../src/people/kept-requests.ts";
import { settingsStore, spendingReader, styleStore, welcomedPeople } from "../../src/people/own-records.ts";
import { noLists } from "../fakes/alone.ts";
import { fakeChat } from "../fakes/chat.ts";
import { aDraft } from "../fakes/drafts.ts";
import { fakeHealth } from "../fakes/fake-health.ts";
import { memoryJobStore } from "../fakes/job-store.ts";
import { aDiscordReply, aJobId, anOwner, TEST_KEY } from "../fakes/jobs.ts";
import { evenChance, manualClock } from "../fakes/manual-clock.ts";
import { memoryKeyv } from "../fakes/memory-keyv.ts";
import { uncounted } from "../fakes/meter.ts";
import { memoryNotices } from "../fakes/notice-store.ts";
import { memoryPersonalData } from "../fakes/personal-data.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { memoryVault } from "../fakes/vault.ts";
import { fakeVideoApi } from "../fakes/video-api.ts";
import { unclearOutcomes } from "../messages/every-job.ts";
import { heldIn, labelsOf, wordsOf } from "../messages/words-of.ts";
import { unknownPeople } from "./team/team-world.ts";

export const key = new Secret(TEST_KEY);

interface Changes extends Partial<Omit<PayingDeps, "rules">> {
  /** The platform's refusal of each new message. */
  readonly postRefusal?: ChatRefusal;
  readonly rules?: Partial<Omit<CommandRules, "access">> & { readonly access?: Partial<CommandRules["access"]> };
}

/** The commands with all dependencies in memory. The video service is a mock. */
export function commandWorld({ postRefusal, ...changes }: Changes = {}) {
  const clock = manualClock();
  const log = recordingLog();
  const jobs = memoryJobStore();
  const vault = memoryVault();
  const [pending, settings] = [pendingRequests(memoryKeyv(), clock), settingsStore(memoryKeyv())];
  const [unconfirmed, offered] = [unconfirmedRequests(memoryKeyv(), clock), offeredPictures(memoryKeyv(), clock)];
  const welcomed = welcomedPeople(memoryKeyv(), clock);
  const client = fakeVideoApi();
  const orders: Order[] = [];
  const denials: string[] = [];
  const posted: string[] = [];
  const health = fakeHealth();
  const notHttps = { kind: "bad_address", why: "not_https" } as const;
  const isHttps: JudgeAddress = (url) => (url.startsWith("https://") ? null : notHttps);
  const refused = refusedKeys(memoryKeyv(), vault);
  const scheduler = { schedule: () => {}, ensure: async () => 0, start: () => {}, stop: async () => {}, size: () => 0 };
  const people = { vault, settings, pending, unconfirmed, offered, welcomed };
  const outside = { clock, log, jobs, teams: jobs.teams, health, ...people };
  const notices = memoryNotices();
  const managers = teamManagers({ ...outside, notices, refused, scheduler, access: noLists });
  const around = {
    meter: uncounted,
    pace: { pollMinMs: 2_000 },
    chance: evenChance,
    deadlineMs: 3_600_000,
    frames: null,
    keptFilms: null,
  };
  const ofJobs = { ...outside, ...around, managers, scheduler, chatOf: () => fakeChat(clock) };
  const accept = acceptJobs(ofJobs);

  const deps: PayingDeps = {
    ...outside,
    prefix: "video",
    retentionDays: 90,
    refused,
    people: unknownPeople,
    data: memoryPersonalData({ ...people, personal: jobs.personal }),
    files: null,
    keptFilms: null,
    canContinue: () => false,
    canFit: () => false,
    joinParts: async () => ({ kind: "not_joined", why: "busy", maxBytes: 0 }),
    spendingOf: spendingReader(jobs, clock),
    video: client,
    wakeWaiting: async () => 0,
    judgeAddress: isHttps,
    judgePrompts: async () => null,
    meter: { denied: (rule) => void denials.push(rule) },
    styles: memoryStyles(),
    async accept(order, capacity) {
      const done = await accept(order, capacity);
      if (done.ok) orders.push(order);
      return done;
    },
    notifyMe: async (id, userId) => (await applyTo(ofJobs, id, { kind: "notify_me", userId }))?.job ?? null,
    askLink: async () => ({ kind: "no_answer" }),
    decide: approvalService({ ...ofJobs, capacity: { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 } }),
    chance: { token: () => "0123456789abcdef" },
    chatOf: () => ({
      filmIn: () => null,
      async post(reply, { title }) {
        posted.push(`${reply.channelId} ${title}`);
        return postRefusal ? refuse(postRefusal) : ok(reply);
      },
    }),
    removeLostCard: () => {},
    deleteCard: async () => ({ kind: "deleted", left: [], saved: 0 }),
    troubles: () => [],
    rate: ownRate(clock),
    ...changes,
    rules: {
      maxJobsPerUser: 3,
      maxJobsPerWorkspace: 100,
      maxWaitingPerUser: 5,
      commandsPerMinute: 20,
      ...changes.rules,
      access: { ...noLists, ...changes.rules?.access },
    },
  };
  const answer = commandAnswerer(deps);
  /** Performs a person's act. Each event is new unless its id is given. */
  const does = (act: Act, command: Partial<Command> = {}): Promise<Answer> => answer(aCommand(act, command));

  return {
    deps,
    ...outside,
    client,
    orders,
    denials,
    /** The channel and title of each message that the bot posted or tried to post. */
    posted,
    does,
    reads: async (act: Act, command: Partial<Command> = {}) => privateWords(await does(act, command)),
    /** Performs the act, waits for its background work, and returns the last message. */
    ends: async (act: Act, command: Partial<Command> = {}) => finished(await does(act, command)),
    async stored(id: string = aJobId()): Promise<Job> {
      const stored = await jobs.load(id);
      if (!stored) throw new Error(`there is no job ${id}`);
      return stored.job;
    },
    /** Stores a job, replacing an earlier version. */
    async has(job: Job): Promise<Job> {
      const answer = await jobs.insert(job);
      if (answer === "inserted") return job;
      const stored = await jobs.load(job.id);
      if (!stored) throw new Error(`the job ${job.id} was not stored: ${answer}`);
      await jobs.save(job, stored.version);
      return job;
    },
    withKey: (owner: Owner = anOwner()) => vault.put(owner, key),
  };
}

/** A world in which the person has a key and these jobs are stored. */
export async function keyedWorld(changes: Changes = {}, ...jobs: readonly Job[]) {
  const world = commandWorld(changes);
  await world.withKey();
  for (const job of jobs) await world.has(job);
  return world;
}

let events = 0;

/** A command on Discord from the builders' default person. */
export function aCommand(act: Act, command: Partial<Command> = {}): Command {
  events += 1;
  return {
    eventId: `event-${events}`,
    owner: anOwner(),
    workspace: "300000000000000003",
    roles: [],
    receivedAt: 0,
    reply: aDiscordReply({ messageId: null }),
    ageRestriction: "no",
    act,
    ...command,
  };
}

export function makeVideo(draft: Partial<VideoDraft> = {}, from: "command" | "form" = "command"): Act {
  return { kind: "make_video", draft: aDraft(draft), from };
}

/** Settings as typed after /video-settings. */
export function setting(given: Partial<SettingsDraft> = {}, from: "command" | "form" = "command"): Act {
  const ofVideo = { ratio: null, duration: null, resolution: null, confirm_above: null, pay: null };
  const ofDelivery = { ping: null, attach: null, visibility: null };
  return { kind: "settings", given: { ...ofVideo, ...ofDelivery, ...given }, from };
}

/** A press of a visible button. `carries` is the rest of the button's id. */
export function press(kind: ButtonAction["kind"], carries = ""): Act {
  return pressOn(carries === "" ? kind : `${kind}:${carries}`);
}

/** A press of the answer's button of that kind, such as *Start it* in a question. Default: its first button. */
export function pressOf(answer: Answer | ChatMessage, kind?: ButtonAction["kind"]): Act {
  const { buttons } = "kind" in answer ? messageOf(answer) : answer;
  const ids = buttons.map(({ id }) => id);
  return pressOn(ids.find((id) => kind === undefined || readButtonId(id)?.kind === kind));
}

function pressOn(id = "no button"): Act {
  const action = readButtonId(id);
  if (!action) throw new Error(`there is no button ${id}`);
  return { kind: "press", on: { place: null, shows: true }, action };
}

/** The text of a private answer. Throws for any other answer. */
export function privateWords(answer: Answer): string {
  if (answer.kind !== "private" && answer.kind !== "replace_message")
    throw new Error(`the answer is ${answer.kind}, not private`);
  return wordsOf(answer.message);
}

/** Waits for the message that replaces "Checking…". */
export function finished(answer: Answer): Promise<Finish> {
  if (answer.kind !== "working") throw new Error(`the answer is ${answer.kind}, not working`);
  return answer.finish();
}

/** The id of the job whose first card is the answer. */
export function cardJob(answer: Answer): string {
  if (answer.kind !== "card") throw new Error(`the answer is ${answer.kind}, not a card`);
  return answer.card.jobId;
}

/** The message of an answer. Throws if it has none. */
export function messageOf(answer: Answer): ChatMessage {
  if (answer.kind === "card") return answer.card.message;
  if ("message" in answer) return answer.message;
  throw new Error(`the answer is ${answer.kind} and has no message`);
}

/** The labels of an answer's buttons, in order. */
export function labelsIn(answer: Answer): readonly string[] {
  return labelsOf(messageOf(answer));
}

/** The form that an answer opens, its fields by id, and their values. */
export function formOf(answer: Answer) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  const { fields } = answer.form;
  const field = (id: string) => fields.find((each) => each.id === id);
  const options = (id: string) => fields.flatMap((each) => (each.id === id && "options" in each ? each.options : []));
  return {
    form: answer.form,
    ids: fields.map(({ id }) => id),
    values: Object.fromEntries(fields.map((each) => [each.id, heldIn(each)])),
    field,
    options,
  };
}

/** A platform whose private pictures the bot passes on. None of them can be opened. */
export const privateFiles: PrivateFiles = {
  addressFor: (id) => `https://bot.example/pictures/${id}`,
  open: async () => refuse({ kind: "picture_unreachable" }),
  isGone: async () => false,
};

/** Rules that block the person of `aCommand`, or that allow only another server. */
export const blocked = { rules: { access: { blockedUsers: new Set([anOwner().userId]) } } };
export const elsewhere = { rules: { access: { allowedGuilds: new Set(["other"]) } } };

/** The names in test titles of buttons that tests list in tables. */
const BUTTON_NAMES: { readonly [Kind in ButtonAction["kind"]]?: string } = {
  make_video: "the button “Make a video”",
  cancel: "“Cancel” in a price question",
  notify_me: "the button “Notify me too”",
  again: "the button “Again”",
  own_key: "the button “Pay with my own key”",
  edit: "the button “Edit & run”",
  in_720p: "the button “In 720p”",
  continue: "the button “Continue”",
  join: "the button “Join”",
  fresh_link: "the button “Fresh link”",
  delete: "the button “Delete” on a card",
  renew_key: "the button “Add my key” on a card",
  withdraw: "the button “Withdraw”",
  cancel_rest: "the button “Cancel the rest”",
  retry_failed: "the button “Retry what failed”",
  delete_it: "“Delete” in the question before a deletion",
  delete_card: "“Remove the card only” in the question before a deletion",
  keep: "“Cancel” in the question before a deletion",
  start_kept: "the button “Start it”",
  start_typed: "the button “Use my words as they are”",
  open_kept: "the button “Make this”",
  jobs: "the button “Older”",
  show_job: "the menu of videos",
  add_key: "the button “Add my key”",
  remove_key: "the button “Remove anyway”",
  show_style: "the menu of styles",
  team_setup: "the button “Set up”",
  team_key: "the button “Team key”",
  ask_remove_team_key: "the button “Remove team key”",
  remove_team_key: "“Remove team key” in the question before the removal",
  team_rules: "the button “Rules”",
  team_spenders: "the button “Who may spend”",
  team_managers: "the button “Managers”",
  team_house: "the button “Words & people”",
  team_pause: "the button “Pause Reelay here”",
  team_go_on: "the button “Resume”",
  team_report: "the button “Report”",
  team_audit: "the button “Activity log”",
  team_approvals: "the button “Approvals”",
  show_approval: "the menu of requests for approval",
  show_picture: "the button “Show the picture”",
  approve: "the button “Approve”",
  ask_decline: "the button “Decline”",
};

/** The names in test titles of people's other acts. */
const ACT_NAMES: { readonly [Kind in Act["kind"]]?: string } = {
  animate: "the action “Animate this”",
  free_text: "a mention of the bot",
  open_video_form: "the shortcut “Make a video”",
  open_batch_form: "the command /video-batch",
  open_settings_form: "the command /video-settings in Slack",
  settings: "the command /video-settings",
  set_key: "the command /video-key set",
  show_key: "the command /video-key status",
  remove_key: "the command /video-key remove",
  give_key: "the form for an API key",
  styles: "the command /video-style list",
  save_style: "the form for a style",
  team_status: "the command /video-team status",
  team_setup: "the command /video-team setup",
  team_report: "the command /video-team report",
  team_approvals: "the command /video-team approvals",
  give_team_key: "the form “Team key”",
  set_team_rules: "the form “Rules”",
  set_team_spenders: "the form “Who may spend”",
  set_team_managers: "the form “Managers”",
  set_team_house: "the form “Words & people”",
  decline: "the form for a reason to decline",
};

/** The name of a command, form or button in test titles. */
export function nameOf(act: Act): string {
  if (act.kind === "make_video") return act.from === "form" ? "the form of /video" : "the command /video";
  if (act.kind === "jobs") return act.show === null ? "the command /video-jobs" : "the command /video-jobs show";
  const name = act.kind === "press" ? BUTTON_NAMES[act.action.kind] : ACT_NAMES[act.kind];
  if (name === undefined) throw new Error(`no title names ${JSON.stringify(act)}`);
  return name;
}

/** Rows of a test table: each act with its name for the test's title. */
export function withNames<One extends Act>(acts: readonly One[]): readonly (readonly [name: string, act: One])[] {
  return acts.map((act) => [nameOf(act), act]);
}

/** The outcomes after which a video may have been charged, each with its reason for the test's title. */
export const unclearWithReasons = unclearOutcomes.map((outcome) => [reasonOf(outcome), outcome] as const);

function reasonOf(outcome: Outcome): string {
  if (outcome.kind === "refused") return "the service failed after it received the paid call";
  if (outcome.kind === "not_started" && outcome.why === "restored") return "the bot was restored from a backup";
  if (outcome.kind === "not_started") return "another bot with the same token answered the command";
  const hasTask = outcome.kind === "unknown" && outcome.taskId !== null;
  return hasTask ? "the end of the task is unknown" : "the paid call got no response";
}

export function never<Value>(): Promise<Value> {
  return new Promise(() => {});
}

/** Styles in memory, changed one at a time like in an engine. */
export function memoryStyles() {
  const keyv = memoryKeyv();
  let last: Promise<unknown> = Promise.resolve();
  return styleStore(keyv, ({ key, before, after }) => {
    const swapped = last.then(
      async () => isDeepStrictEqual(await keyv.get(key), before) && (await keyv.set(key, after)),
    );
    last = swapped;
    return swapped;
  });
}
