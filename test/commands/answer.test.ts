import { describe, expect, test } from "vitest";
import { answerInTime } from "../../src/commands/answer.ts";
import { type AccessRules, access } from "../../src/core/access.ts";
import type { Form } from "../../src/core/chat.ts";
import type { Act, Answer, AnswerFate, Command } from "../../src/core/command.ts";
import { packForm, submittedAct } from "../../src/core/submitted-form.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { shortReply } from "../../src/messages/ask/short-replies.ts";
import { en } from "../../src/messages/words/en.ts";
import { noLists } from "../fakes/alone.ts";
import { deferred } from "../fakes/deferred.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aClosedJob, aDiscordReply, aJobId, anOwner, aSlackOwner, aSlackReply } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { memoryVault } from "../fakes/vault.ts";
import { everyFormOn } from "../messages/every-message.ts";
import {
  aCommand,
  blocked,
  commandWorld,
  elsewhere,
  keyedWorld,
  makeVideo,
  never,
  press,
  privateWords,
  setting,
  withNames,
} from "./command-world.ts";

const slack: Partial<Command> = { owner: aSlackOwner(), workspace: "T0000000001", reply: aSlackReply() };
const GUILD = "300000000000000003";
const CHANNEL = "400000000000000004";

test.for(withNames<Act>([{ kind: "set_key" }, press("add_key")]))("the key form is opened by %s", async ([, act]) => {
  expect(await commandWorld().does(act)).toMatchObject({ kind: "form", form: { id: "key" } });
});

test("an unknown word after /video-key is answered with a list of the valid words and is not logged", async () => {
  const world = commandWorld({ prefix: "clip" });
  const words = await world.reads({ kind: "unknown_word", of: "key" });
  for (const word of ["set", "status", "remove"]) expect(words).toContain(`/clip-key ${word}`);
  expect(words).toContain("it was not saved");
  expect(world.log.lines).toEqual([]);
});

test("the answer to a press of an unknown button says that the button is from another version, and the log contains the button's id", async () => {
  const world = commandWorld();
  expect(await world.reads({ kind: "unknown", what: "remix:1" })).toContain("from another version");
  expect(world.log.lines).toMatchObject([{ event: "unknown act", fields: { what: "remix:1" } }]);
});

describe("the operator's access lists", () => {
  const discord: Partial<Command> = {};

  /** The wording of each verdict in test titles. */
  const verdicts = {
    allowed: ["allow", ""],
    not_this_team: ["refuse", " (reason: the server or workspace)"],
    not_this_channel: ["refuse", " (reason: the channel)"],
    no_role: ["refuse", " (reason: the person's roles)"],
    barred: ["refuse", " (reason: the person)"],
  } as const;
  const rows: readonly (readonly [string, Partial<Command>, Partial<AccessRules>, ReturnType<typeof access>])[] = [
    ["if all lists are empty", discord, {}, "allowed"],
    ["in a listed server", discord, { allowedGuilds: new Set([GUILD]) }, "allowed"],
    ["in an unlisted server", discord, { allowedGuilds: new Set(["other"]) }, "not_this_team"],
    [
      "in a direct message if a list of servers is set",
      { workspace: null },
      { allowedGuilds: new Set([GUILD]) },
      "not_this_team",
    ],
    ["in a listed channel", discord, { allowedChannels: new Set([CHANNEL]) }, "allowed"],
    ["in an unlisted channel", discord, { allowedChannels: new Set(["other"]) }, "not_this_channel"],
    ["in a thread of a listed forum", { threadOf: "forum" }, { allowedChannels: new Set(["forum"]) }, "allowed"],
    ["in a listed thread", { threadOf: "forum" }, { allowedChannels: new Set([CHANNEL]) }, "allowed"],
    [
      "in a thread of an unlisted forum",
      { threadOf: "forum" },
      { allowedChannels: new Set(["other"]) },
      "not_this_channel",
    ],
    [
      "for which the person has not selected a channel yet",
      { isPlaceOpen: true },
      { allowedChannels: new Set(["other"]) },
      "allowed",
    ],
    ["by a person with a listed role", { roles: ["editor"] }, { allowedRoles: new Set(["editor", "boss"]) }, "allowed"],
    ["by a person without a listed role", discord, { allowedRoles: new Set(["editor"]) }, "no_role"],
    ["by a blocked person", discord, { blockedUsers: new Set([anOwner().userId]) }, "barred"],
    ["in a listed Slack workspace", slack, { allowedTeams: new Set(["T0000000001"]) }, "allowed"],
    ["in an unlisted Slack workspace", slack, { allowedTeams: new Set(["T0000000009"]) }, "not_this_team"],
    [
      "in Slack if only the lists for Discord are set",
      slack,
      { allowedRoles: new Set(["editor"]), allowedGuilds: new Set([GUILD]) },
      "allowed",
    ],
  ];
  const titledRows = rows.map((row) => [verdicts[row[3]][0], row[0], verdicts[row[3]][1], row] as const);
  test.for(titledRows)("%s a command %s%s", ([, , , [, command, rules, verdict]]) => {
    expect(access(aCommand({ kind: "help" }, command), { ...noLists, ...rules })).toBe(verdict);
  });

  test.for<readonly [string, Partial<AccessRules>, RegExp]>([
    ["the server is not listed", { allowedGuilds: new Set(["other"]) }, /in certain servers and workspaces only/],
    ["the channel is not listed", { allowedChannels: new Set(["other"]) }, /in certain channels only/],
    [
      "the person has no listed role",
      { allowedRoles: new Set(["editor"]) },
      /need a role that you don't have\. An admin of this server can give/,
    ],
  ])("refuse a command with an explanation if %s", async ([, lists, reason]) => {
    const world = commandWorld({ rules: { access: { ...noLists, ...lists } } });
    expect(await world.reads(makeVideo())).toMatch(reason);
  });

  const id = aJobId();
  const caps = { teamCaps: "", personCaps: "", askAbove: "never", approvals: [], approveOwn: "no" };
  const noir = { name: "noir", text: "noir", of: "team" };
  const spending: readonly Act[] = [
    makeVideo(),
    makeVideo({}, "form"),
    { kind: "open_video_form" },
    { kind: "set_key" },
    { kind: "give_key", key: new Secret("k") },
    { kind: "animate", pictures: [], others: [] },
    { kind: "free_text", draft: aDraft() },
    { kind: "jobs", show: id },
    ...(["add_key", "make_video"] as const).map((kind) => press(kind)),
    ...(["open_kept", "start_kept", "again", "edit", "in_720p"] as const).map((kind) => press(kind, id)),
  ];
  const managing: readonly Act[] = [
    { kind: "give_team_key", key: new Secret("k") },
    { kind: "set_team_rules", given: caps, version: 0 },
    { kind: "set_team_managers", managers: [], version: 0 },
    { kind: "save_style", given: noir },
    { kind: "decline", jobId: id, note: "" },
    ...(["approve", "ask_decline"] as const).map((kind) => press(kind, id)),
    ...(["team_key", "team_rules", "team_go_on"] as const).map((kind) => press(kind)),
  ];
  const admin = { standing: { isAdmin: true, isGuest: false } };
  const noVideos = "You can't make videos with this bot.";

  test.for(withNames([...spending, ...managing]))(
    "prevent a blocked person, and anybody in an unlisted server, from using %s",
    async ([, act]) => {
      expect(await commandWorld(blocked).reads(act, admin)).toContain(noVideos);
      expect(await commandWorld(elsewhere).reads(act, admin)).toContain("You can't make videos here");
    },
  );

  test("allow an admin who may not make videos to manage the team", async () => {
    const access = { allowedChannels: new Set(["other"]), allowedRoles: new Set(["editor"]) };
    const world = commandWorld({ rules: { access } });
    expect(await world.does(press("team_rules"), admin)).toMatchObject({ kind: "form" });
  });

  test.for(withNames<Act>([setting({ pay: "mine" }), { kind: "save_style", given: { ...noir, of: "mine" } }]))(
    "allow everybody except a blocked person to use %s in a direct message",
    async ([, act]) => {
      expect(await commandWorld(blocked).reads(act)).toContain(noVideos);
      expect(await commandWorld(elsewhere).reads(act, { workspace: null })).not.toContain("You can't make videos");
    },
  );

  test("allow a blocked person to remove their own key and cards, but not a team's key", async () => {
    const world = await keyedWorld(blocked, aClosedJob());
    expect(await world.reads({ kind: "remove_key" })).toContain("Your key is removed");
    expect(await world.reads(press("remove_team_key"), admin)).toContain("Not allowed");
    expect(await world.reads(press("delete", id))).toContain("Delete this card?");
  });
});

const AT_ONCE = 1_000;

/** A bot that is handling its maximum number of commands, all of which wait for the store. */
async function aFullBot() {
  const waiting: (() => void)[] = [];
  const vault = memoryVault();
  let isHeld = true;
  const get: typeof vault.get = (owner) =>
    isHeld ? new Promise((resolve) => waiting.push(() => resolve(vault.get(owner)))) : vault.get(owner);
  const world = commandWorld({ vault: { ...vault, get } });
  const pending = Array.from({ length: AT_ONCE }, (_, n) => world.does(makeVideo(), { owner: anOwner(`${n}`) }));
  while (waiting.length < AT_ONCE) await new Promise((resolve) => setImmediate(resolve));
  const release = () => {
    isHeld = false;
    for (const go of waiting.splice(0)) go();
  };
  return { ...world, pending, release };
}

test("while 1,000 commands are being processed, a further command is refused without a charge", async () => {
  const { does, pending, release, log } = await aFullBot();
  const words = privateWords(await does(makeVideo()));
  expect(words).toContain("Reelay is busy with other people's commands. Try again in a minute.");
  expect(words).toContain("Nothing was charged.");
  expect(log.lines.map(({ event }) => event)).toEqual(["too many commands at once, the next ones are refused"]);
  release();
  for (const answer of await Promise.all(pending)) expect(privateWords(answer)).toContain("Add your API key");
  expect(privateWords(await does({ kind: "help" }))).toContain("How to make a video");
});

/** The act of submitting a form without changes. */
const sentAsOpened = (form: Form) =>
  submittedAct({
    packed: packForm(form),
    value: (id) => form.fields.flatMap((field) => (field.id === id && "value" in field ? [field.value] : []))[0] ?? "",
    chosen: () => [],
    image: null,
  });

test("while 1,000 commands are being processed, submitted forms stay open and autocomplete suggests nothing", async () => {
  const { does, log } = await aFullBot();
  for (const form of everyFormOn("slack", en)) {
    const answer = await does(sentAsOpened(form));
    expect(answer, form.id).toMatchObject({ kind: "form_error", text: expect.stringContaining("is busy") });
    expect(form.fields).toContainEqual(expect.objectContaining({ id: answer.kind === "form_error" && answer.field }));
  }
  const typed = { kind: "suggest", option: "prompt", typed: "a bo" } as const;
  expect(await does(typed)).toEqual({ kind: "suggestions", choices: [] });
  expect(log.lines).toHaveLength(1);
});

const ownersButtons = [
  ...(["again", "own_key", "in_720p", "edit", "continue", "fresh_link", "delete", "delete_it", "join"] as const),
  ...(["renew_key", "withdraw", "cancel_rest", "retry_failed"] as const),
];

test.for(withNames(ownersButtons.map((kind) => press(kind, aJobId()))))(
  "%s shows an error message and starts no video if the video's record was deleted or the video belongs to another person",
  async ([, pressed]) => {
    const world = await keyedWorld({ canContinue: () => true });
    expect(await world.reads(pressed)).toContain("record has been deleted");
    await world.has(aClosedJob());
    await world.withKey(anOwner("999"));
    expect(await world.reads(pressed, { owner: anOwner("999") })).toContain("Only the person who asked");
    expect(world.orders).toEqual([]);
  },
);

const asksStore: readonly Act[] = [
  makeVideo(),
  ...(["open_video_form", "open_batch_form", "show_key", "remove_key", "open_settings_form", "styles"] as const).map(
    (kind) => ({ kind }),
  ),
  setting({ resolution: "720p" }),
  { kind: "jobs", show: null },
  { kind: "jobs", show: aJobId() },
  ...(["again", "edit", "delete", "notify_me", "start_kept", "show_style"] as const).map((kind) =>
    press(kind, aJobId()),
  ),
];

/** A store whose calls never return. */
function hung<Store extends object>(store: Store): Store {
  return new Proxy(store, { get: () => never });
}

test.for(withNames(asksStore))(
  "if the store hangs, %s causes an error message within a second and starts no video",
  async ([, act]) => {
    const { jobs, vault, settings, styles, unconfirmed } = commandWorld().deps;
    const away = commandWorld({
      jobs: hung(jobs),
      vault: hung(vault),
      settings: hung(settings),
      styles: hung(styles),
      unconfirmed: hung(unconfirmed),
    });
    const answering = away.does(act);
    await away.clock.advance(1_000);
    expect(privateWords(await answering)).toContain("Reelay cannot save this now. Nothing was charged.");
    expect(away.orders).toEqual([]);
  },
);

const message = shortReply("started", en);
const card: Answer = { kind: "card", card: { jobId: aJobId(), reply: aDiscordReply(), message } };

function asked(answer: Promise<Answer>, { answered = async () => {}, quiet = async () => {} } = {}) {
  const clock = manualClock();
  const log = recordingLog();
  const fates: AnswerFate["kind"][] = [];
  let deciding = 0;
  const service = answerInTime({
    async deciding(work) {
      deciding += 1;
      return work();
    },
    quiet,
    answer: () => answer,
    answered: async (_, { kind }) => {
      fates.push(kind);
      await answered();
    },
    clock,
    log,
  });
  return {
    clock,
    log,
    fates,
    service,
    deciding: () => deciding,
    answer: service.answer(aCommand({ kind: "help" }), 2_000),
  };
}

test("an answer that is ready within the time limit of 2 s is sent unchanged", async () => {
  const { answer, fates, deciding } = asked(Promise.resolve(card));
  expect(await answer).toBe(card);
  expect([fates, deciding()]).toEqual([[], 1]);
});

test("an answer that is not ready within 2 s is replaced by an error message, and the late card is recorded as not delivered", async () => {
  const late = deferred<Answer>();
  const { clock, answer, fates, log } = asked(late.promise);
  await clock.advance(2_000);
  expect(privateWords(await answer)).toContain("Reelay cannot save this now. Nothing was charged.");
  expect(fates).toEqual([]);
  late.resolve(card);
  await clock.advance(0);
  expect(fates).toEqual(["refused"]);
  expect(log.lines).toMatchObject([{ level: "error", event: "answer late", fields: { act: "help" } }]);
});

test("a failure to record an answer's delivery is logged and not thrown", async () => {
  const { service, log } = asked(Promise.resolve(card), { answered: () => Promise.reject(new Error("a bug")) });
  await service.answered(aJobId(), { kind: "unclear" });
  expect(log.lines).toMatchObject([{ event: "answer not recorded", fields: { fate: "unclear" } }]);
});

test("the delivery of an answer is recorded only when no other command is being processed", async () => {
  const quiet = deferred();
  const { clock, service, fates } = asked(Promise.resolve(card), { quiet: () => quiet.promise });
  const noted = service.answered(aJobId(), { kind: "unclear" });
  await clock.advance(0);
  expect(fates).toEqual([]);
  quiet.resolve();
  await noted;
  expect(fates).toEqual(["unclear"]);
});
