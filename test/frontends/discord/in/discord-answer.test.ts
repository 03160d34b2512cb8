import { InteractionResponseType, MessageFlags } from "discord.js";
import { describe, expect, it, test } from "vitest";
import type { AnswerFate } from "../../../../src/core/command.ts";
import { giveAnswer, giveCallback } from "../../../../src/frontends/discord/in/discord-answer.ts";
import { aDuplicateProcess } from "../../../fakes/duplicate-process.ts";
import { discordWordsIn } from "../../../fakes/front-end-words.ts";
import { A_MARK, aDiscordReply } from "../../../fakes/jobs.ts";
import { evenChance } from "../../../fakes/manual-clock.ts";
import { anOwnFile } from "../../../fakes/own-file.ts";
import { keyForm } from "../../forms.ts";
import { type Asked, aFakeRest, inTime, type Reaction } from "../fake-rest.ts";
import { jobId, message } from "../world.ts";

type Answer = Parameters<typeof giveAnswer>[2];

const token = "the-token-of-the-form";
const reply = aDiscordReply({ applicationId: "1", channelId: "4", token, messageId: null });
const caller = { id: "9", token: reply.token, applicationId: "1", hasMessage: false, isReplaceable: false };

/** Finishes with a card. The server gives these reactions to each kind of request, in order. */
async function finishing(
  { edits, posts, looks }: Readonly<Record<"edits" | "posts" | "looks", readonly Reaction[]>>,
  more: { readonly isAlwaysShown?: true } = {},
) {
  const reactions: Readonly<Record<string, readonly Reaction[]>> = { PATCH: edits, POST: posts, GET: looks };
  const isCallback = ({ path }: Pick<Asked, "path">) => path.startsWith("/interactions/");
  const world = await aFakeRest(({ method, path }) => {
    if (isCallback({ path })) return { status: 204 };
    const count = world.asked.filter((asked) => asked.method === method && !isCallback(asked)).length;
    const otherwise = method === "GET" ? { status: 200, body: [] } : { status: 200, body: { id: "77" } };
    return reactions[method]?.[count - 1] ?? otherwise;
  });
  const fates: AnswerFate[] = [];
  const tell = async (_jobId: string, fate: AnswerFate) => {
    fates.push(fate);
  };
  const card = { jobId: "a", reply: { ...reply, token: "the-token-of-long-ago" }, message: message() };
  const waiting = { caller, reply, receivedAt: world.clock.now() };
  const duplicate = aDuplicateProcess();
  const responder = { ...world, wordsIn: discordWordsIn, chance: evenChance, service: { answered: tell }, duplicate };
  const finish = async () => ({ message: message(), card });
  const answer = { kind: "working", message: message(), finish, ...more } as const;
  await inTime(
    world.clock,
    giveAnswer(responder, waiting, answer, () => {}),
  );
  return {
    fates,
    signs: duplicate.signs(),
    bodies: world.asked.map(({ body }) => Object(body)),
    ways: world.asked.filter((one) => !isCallback(one)).map(({ method, path }) => `${method} ${path}`),
  };
}

const patch = "PATCH /webhooks/1/the-token-of-the-form/messages/@original";
const look = "GET /channels/4/messages?limit=100";
const post = "POST /webhooks/1/the-token-of-the-form";

const limited: Reaction = { status: 429, body: {}, headers: { "retry-after": "1" } };
const given = (messageId: string): AnswerFate => ({ kind: "given", reply: { ...reply, messageId } });
const cardOf = (id: string, jobId: string, application_id = "1") => ({
  id,
  application_id,
  components: [{ type: 17, components: [{ type: 1, components: [{ type: 2, custom_id: `notify_me:${jobId}` }] }] }],
});
const list = (...body: readonly object[]): Reaction => ({ status: 200, body });
const none = { edits: [], posts: [], looks: [] };

describe("completing a deferred response to a Discord interaction", () => {
  type Reactions = Readonly<Record<keyof typeof none, readonly Reaction[]>>;
  test.for<readonly [string, Partial<Reactions>, readonly string[], AnswerFate]>([
    ["edits the private message, then posts the card with the interaction token", {}, [patch, post], given("77")],
    [
      "retries the edit after a connection reset and after HTTP 503",
      { edits: ["reset", { status: 503 }] },
      [patch, patch, patch, post],
      given("77"),
    ],
    ["posts the card again after a rate limit", { posts: [limited] }, [patch, post, post], given("77")],
    [
      "does not post the card again after a connection reset",
      { posts: ["reset"] },
      [patch, post, look, look],
      { kind: "unclear" },
    ],
    [
      "uses the job id in a card's buttons to find a card that was posted before a connection reset",
      { posts: ["reset"], looks: [list(cardOf("90", "b")), list(cardOf("90", "b"), cardOf("88", "a"), { id: "70" })] },
      [patch, post, look, look],
      given("88"),
    ],
    [
      "ignores messages of other applications in the search for a posted card",
      { posts: ["reset"], looks: [list(cardOf("88", "a", "2")), list(cardOf("88", "a", "2"))] },
      [patch, post, look, look],
      { kind: "unclear" },
    ],
    [
      "stops the search for a posted card if the bot may not read the channel",
      { posts: ["reset"], looks: [{ status: 403, body: { code: 50001 } }] },
      [patch, post, look],
      { kind: "unclear" },
    ],
    [
      "reports that Discord refused the card",
      { posts: [{ status: 404, body: { code: 10015 } }] },
      [patch, post],
      { kind: "refused" },
    ],
  ])("%s", async ([, reactions, ways, fate]) => {
    const finished = await finishing({ ...none, ...reactions });
    expect([finished.ways, finished.fates]).toEqual([ways, [fate]]);
  });

  it("shows a private “thinking” state first", async () => {
    const { bodies } = await finishing(none);
    expect(bodies).toMatchObject([{ type: 5, data: { flags: 64 } }, {}, { flags: 1 << 15 }]);
  });

  it("first shows a private progress message instead of the “thinking” state if the answer requires a progress message", async () => {
    const said = await finishing(none, { isAlwaysShown: true });
    expect(said.bodies[0]).toMatchObject({ type: 4, data: { flags: (1 << 15) | 64, components: [{ type: 17 }] } });
  });
});

/**
 * The types of the responses and the methods of other requests for a press, depending on whether its message may be
 * replaced.
 */
async function givenBy(answer: Answer, isReplaceable: boolean) {
  const world = await aFakeRest(() => ({ status: 200, body: { id: "77" } }));
  const service = { answered: async () => {} };
  const deps = { ...world, wordsIn: discordWordsIn, chance: evenChance, service, duplicate: aDuplicateProcess() };
  const pressed = { ...caller, hasMessage: true, isReplaceable };
  await giveAnswer(deps, { caller: pressed, reply, receivedAt: world.clock.now() }, answer, () => {});
  const { asked, log } = world;
  return { asked, log, methods: asked.map(({ method, body }) => Object(body).type ?? method) };
}

test.for([
  ["No file here", 403],
  ["Not now", 503],
] as const)(
  "a person who requested a file gets the message “%s” if Discord answers the file's upload with HTTP %i",
  async ([words, status]) => {
    const file = { ...anOwnFile(), notNow: message({ title: "Not now" }) };
    const isEdit = ({ method }: Asked) => method === "PATCH";
    const world = await aFakeRest((asked) => {
      const isFiles = isEdit(asked) && world.asked.filter(isEdit).length <= (status === 403 ? 1 : 4);
      return isFiles ? { status, body: { code: 50013 } } : { status: 200, body: { id: "77" } };
    });
    const service = { answered: async () => {} };
    const deps = { ...world, wordsIn: discordWordsIn, chance: evenChance, service, duplicate: aDuplicateProcess() };
    const finish = async () => ({ message: message({ title: "No file here" }), file });
    const answer = { kind: "working", message: message(), finish } as const;
    const giving = giveAnswer(deps, { caller, reply, receivedAt: world.clock.now() }, answer, () => {});
    await inTime(world.clock, giving);
    expect(JSON.stringify(world.asked.at(-1)?.body)).toContain(words);
  },
);

const after = message({ title: "After" });
const card = { jobId, reply, message: message() };

const fail = () => Promise.reject(new Error("what they once asked for"));

test.for<readonly [string, Extract<Answer, { kind: "working" }>["finish"], RegExp, string]>([
  ["preparing a deferred response", fail, /Check what happened before you try again/, "discord finish failed"],
  [
    "creating the requested file",
    async () => ({ message: after, file: { ...anOwnFile(), within: fail } }),
    /After/,
    "discord file not given",
  ],
])(
  "on Discord, if %s throws an error, the person gets a message and the log omits the error's text",
  async ([, finish, words, event]) => {
    const { asked, log } = await givenBy({ kind: "working", message: message(), finish }, false);
    expect([asked.length, JSON.stringify(asked.at(-1)?.body)]).toEqual([2, expect.stringMatching(words)]);
    expect(log.lines).toMatchObject([{ event }]);
    expect(JSON.stringify(log.lines)).not.toContain("asked for");
  },
);

test.for<readonly [string, Answer, readonly unknown[], readonly unknown[]]>([
  [
    "a delayed result",
    { kind: "working", message: after, finish: async () => ({ message: after }) },
    [7, "PATCH"],
    [5, "PATCH"],
  ],
  ["a new question", { kind: "replace_message", message: after }, [7], [4]],
  [
    "a delayed question",
    { kind: "replace_later", meanwhile: after, finish: async () => after },
    [6, "PATCH"],
    [5, "PATCH"],
  ],
  ["a message about a new card", { kind: "card", card, instead: after }, [6, "POST", "PATCH"], [4, "GET"]],
])("on Discord, %s replaces the pressed message only if that message may be replaced", async (row) => {
  const [, answer, inPlace, beside] = row;
  expect((await givenBy(answer, true)).methods).toEqual(inPlace);
  expect((await givenBy(answer, false)).methods).toEqual(beside);
});

const marked = (id: number) => [{ type: 17, id, components: [{ type: 10, content: "x" }] }];
const elsewhereFirst: Reaction = { status: 400, body: { code: 40060, message: "already acknowledged" } };

test.for<readonly [string, Answer, readonly AnswerFate[]]>([
  ["a card", { kind: "card", card }, [{ kind: "elsewhere" }]],
  ["a card that replaces a question", { kind: "card", card, instead: after }, [{ kind: "elsewhere" }]],
  ["the card of an earlier job", { kind: "card_again", card, isLive: true }, []],
  ["a form", { kind: "form", form: keyForm }, []],
  ["a private message", { kind: "private", message: after }, []],
  ["a deferred response", { kind: "working", message: after, finish: fail }, []],
  ["a deferred response that replaces a question", { kind: "replace_later", meanwhile: after, finish: fail }, []],
  ["the deletion of the message", { kind: "remove_message", otherwise: after }, []],
])(
  "if another process answered a Discord interaction first, the bot tries only once and logs nothing (answer: %s)",
  async (row) => {
    const [, answer, expected] = row;
    const world = await aFakeRest(({ path }) => (path.startsWith("/interactions/") ? elsewhereFirst : { status: 404 }));
    const fates: AnswerFate[] = [];
    const service = { answered: async (_jobId: string, fate: AnswerFate) => void fates.push(fate) };
    const duplicate = aDuplicateProcess();
    const deps = { ...world, wordsIn: discordWordsIn, chance: evenChance, service, duplicate };
    const pressed = { ...caller, hasMessage: true, isReplaceable: true };
    const given = () => {
      throw new Error("it was not given");
    };
    await giveAnswer(deps, { caller: pressed, reply, receivedAt: world.clock.now() }, answer, given);
    expect([fates, duplicate.signs(), world.log.lines]).toEqual([expected, 1, []]);
    expect(world.asked.filter(({ method }) => method !== "GET")).toHaveLength(1);
  },
);

const data = { flags: MessageFlags.IsComponentsV2, components: marked(A_MARK), allowed_mentions: { parse: [] } };
const callback = { type: InteractionResponseType.ChannelMessageWithSource, data };
const done: Reaction = { status: 200, body: { interaction: { id: "9", response_message_id: "77" } } };
const acknowledged: Reaction = { status: 400, body: { code: 40060, message: "already acknowledged" } };

const offer = { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices: [] } };

interface How {
  /** Discord's response about the message that it created. */
  readonly original?: Reaction;
  readonly fraction?: number;
  readonly isOffer?: boolean;
  /** No message is created, or its id is not needed. */
  readonly isPlain?: boolean;
  readonly hasDuplicate?: boolean;
}

/** Sends the response. The server gives these reactions in order, and the last one to all further attempts. */
async function calledBack(reactions: readonly Reaction[], how: How = {}) {
  const { original = { status: 404, body: { code: 10015 } }, fraction = 0.5, isOffer = false } = how;
  const isCallback = ({ path }: Asked) => path.startsWith("/interactions/");
  const duplicate = aDuplicateProcess();
  if (how.hasDuplicate) duplicate.seen();
  const triedAt: number[] = [];
  const world = await aFakeRest((asked) => {
    if (!isCallback(asked)) return original;
    triedAt.push(clock.now() - started);
    return reactions[triedAt.length - 1] ?? reactions.at(-1) ?? done;
  });
  const { api, clock } = world;
  const started = clock.now();
  const asked = { callback: isOffer ? offer : callback, receivedAt: started, wantsId: !isOffer && !how.isPlain };
  const taken = await inTime(
    clock,
    giveCallback({ api, clock, chance: { fraction: () => fraction }, duplicate }, caller, asked),
    10,
  );
  return { taken, tries: triedAt.length, triedAt, asked: world.asked, signs: duplicate.signs() };
}

describe("responding to a Discord interaction", () => {
  it("takes one request, which returns the new message's id", async () => {
    const { taken, asked } = await calledBack([done]);
    expect(taken).toEqual({ kind: "given", messageId: "77", isEphemeral: false });
    expect(asked.map(({ path }) => path)).toEqual([
      "/interactions/9/the-token-of-the-form/callback?with_response=true",
    ]);
  });

  test.for<readonly [string, readonly Reaction[], Reaction?]>([
    [
      "Discord's response",
      [{ ...done, body: { interaction: { response_message_id: "77", response_message_ephemeral: true } } }],
    ],
    [
      "the message's flags after a connection reset",
      ["reset", acknowledged],
      { status: 200, body: { id: "77", flags: 64 } },
    ],
  ])("recognizes an ephemeral message by %s", async ([, reactions, original]) => {
    const { taken } = await calledBack(reactions, original ? { original } : {});
    expect(taken).toEqual({ kind: "given", messageId: "77", isEphemeral: true });
  });

  test.for<readonly [string, Reaction]>([
    ["a connection reset", "reset"],
    ["HTTP 502", { status: 502 }],
  ])("succeeds after %s if the retry shows that the first request arrived", async ([, hiding]) => {
    const { taken } = await calledBack([hiding, acknowledged], { original: { status: 200, body: { id: "78" } } });
    expect(taken).toEqual({ kind: "given", messageId: "78", isEphemeral: false });
  });

  const own: Reaction = { status: 200, body: { id: "78", components: marked(A_MARK) } };
  const foreign: Reaction = { status: 200, body: { id: "78", components: marked(A_MARK + 1) } };
  const unmarked: Reaction = { status: 200, body: { id: "78", components: marked(1) } };
  const elsewhere = { kind: "elsewhere" };
  const ours = { kind: "given", messageId: "78", isEphemeral: false };
  const [byOther, byThis] = ["an answer by another process", "an answer by this process"] as const;
  test.for<readonly [string, string, readonly Reaction[], How, unknown]>([
    [byOther, "no message is found after the first try", [acknowledged], {}, elsewhere],
    [
      byOther,
      "the message found after the first try is from another process",
      [acknowledged],
      { original: foreign },
      elsewhere,
    ],
    [
      byOther,
      "the message found after the first try is from an unknown process",
      [acknowledged],
      { original: unmarked },
      elsewhere,
    ],
    // A proxy repeated the request.
    [byThis, "the message found after the first try is from this process", [acknowledged], { original: own }, ours],
    [
      byThis,
      "the message found after a lost response is from this process",
      ["reset", acknowledged],
      { original: own },
      ours,
    ],
    [
      byThis,
      "the message found after a lost response is from an unknown process",
      ["reset", acknowledged],
      { original: unmarked },
      ours,
    ],
    [
      byOther,
      "the message found after a lost response is from another process",
      ["reset", acknowledged],
      { original: foreign },
      elsewhere,
    ],
    [
      "an unclear result",
      "no message is found after a lost response",
      ["reset", acknowledged],
      {},
      { kind: "unclear" },
    ],
    [byOther, "the first try was rate limited", [limited, acknowledged], {}, elsewhere],
    [byOther, "autocomplete suggestions get the error on the first try", [acknowledged], { isOffer: true }, elsewhere],
    [byOther, "an answer without a card gets the error on the first try", [acknowledged], { isPlain: true }, elsewhere],
    [
      byThis,
      "an answer without a card gets the error after a lost response",
      ["reset", acknowledged],
      { isPlain: true },
      { ...ours, messageId: null },
    ],
    [
      byOther,
      "the response was lost but another process with the bot's token is already known",
      ["reset", acknowledged],
      { isPlain: true, hasDuplicate: true },
      elsewhere,
    ],
  ])("treats the error “already acknowledged” as %s if %s", async ([, , reactions, how, taken]) => {
    const seen = await calledBack(reactions, how);
    expect(seen.taken).toEqual(taken);
    expect(seen.signs > (how.hasDuplicate ? 1 : 0)).toBe(taken === elsewhere);
  });

  it("has an unclear result if every try gets HTTP 500", async () => {
    const { taken, tries } = await calledBack([{ status: 500 }]);
    expect(taken).toEqual({ kind: "unclear" });
    expect(tries).toBeGreaterThan(1);
  });

  test.for([0, 0.5, 0.99])(
    "is tried five to seven times at growing intervals while Discord is down (random part of the delay: %s)",
    async (fraction) => {
      const { triedAt } = await calledBack([{ status: 503 }], { fraction });
      expect(triedAt.length).toBeGreaterThanOrEqual(5);
      expect(triedAt.length).toBeLessThanOrEqual(7);
      const gaps = triedAt.slice(1).map((at, n) => at - (triedAt[n] ?? 0));
      expect(gaps.slice(0, -1)).toEqual(gaps.slice(0, -1).toSorted((a, b) => a - b));
      expect(triedAt.at(-1)).toBeGreaterThanOrEqual(2_000);
      expect(triedAt.at(-1)).toBeLessThanOrEqual(2_800);
    },
  );

  it("is tried only once for autocomplete suggestions, even after HTTP 503", async () => {
    const { tries, taken } = await calledBack([{ status: 503 }], { isOffer: true });
    expect([tries, taken]).toEqual([1, { kind: "unclear" }]);
  });

  test.for([
    ["a refusal without a reason", 404, 10062, null],
    ["a refusal without a reason", 401, 50027, null],
    ["a refusal without a reason", 404, 0, null],
    ["a refusal with the reason “payload”", 400, 50035, "form"],
    ["a refusal with the reason “payload”", 413, 0, "form"],
    ["a refusal with the reason “AutoMod”", 400, 200000, "automod"],
    ["a refusal with the reason “AutoMod”", 400, 200001, "automod"],
    ["a refusal with the reason “harmful links”", 400, 240000, "links"],
    ["a refusal with an unspecified reason", 403, 50013, "other"],
    ["a refusal with an unspecified reason", 400, 987654, "other"],
    ["a refusal with an unspecified reason", 403, 0, "other"],
  ] as const)(
    "is tried only once and returns %s if Discord answers with HTTP %i and error code %i",
    async ([, status, code, why]) => {
      const { taken, tries } = await calledBack([{ status, body: { code, message: "no" } }]);
      expect([taken, tries]).toEqual([{ kind: "refused", detail: `status ${status}, code ${code}`, why }, 1]);
    },
  );
});

/**
 * Refuses every request that contains "Rendering" with that code, and accepts the others. Returns the requests and the
 * card's fate.
 */
async function refusedBy(code: number, answer: Answer, { isReplaceable = false } = {}) {
  const world = await aFakeRest(({ body }) =>
    JSON.stringify(body ?? "").includes("Rendering")
      ? { status: code === 50013 ? 403 : 400, body: { code } }
      : { status: 200, body: { id: "77" } },
  );
  const fates: string[] = [];
  const answered = async (_job: string, { kind }: AnswerFate) => void fates.push(kind);
  const deps = {
    ...world,
    wordsIn: discordWordsIn,
    chance: evenChance,
    service: { answered },
    duplicate: aDuplicateProcess(),
  };
  const asker = { ...caller, hasMessage: isReplaceable, isReplaceable };
  const waiting = { caller: asker, reply, receivedAt: world.clock.now() };
  await inTime(
    world.clock,
    giveAnswer(deps, waiting, answer, () => {}),
  );
  return { fates, last: JSON.stringify(world.asked.at(-1)?.body) };
}

describe.for<readonly [number, RegExp]>([
  [200000, /AutoMod in this server/],
  [200001, /AutoMod in this server/],
  [240000, /filter for harmful links/],
  [50013, /Discord did not take Reelay's answer here/],
  [50035, /Something went wrong in Reelay/],
])("the reason why Discord refused a message (error code %i)", ([code, why]) => {
  const shown = message({ title: "Rendering" });
  const refusedCard = { jobId, reply, message: shown };

  it("is shown in a private response if the refused message is a card", async () => {
    const { fates, last } = await refusedBy(code, { kind: "card", card: refusedCard });
    expect(fates).toEqual(["refused"]);
    expect(last).toMatch(why);
  });

  it("replaces the question if the refused message is the card that follows the question", async () => {
    const answer = { kind: "card", card: refusedCard, instead: message({ title: "Started" }) } as const;
    const { fates, last } = await refusedBy(code, answer, { isReplaceable: true });
    expect([fates, last]).toEqual([["refused"], expect.stringMatching(why)]);
  });

  it("is shown in a private follow-up if the refused message is the card after a deferred response", async () => {
    const finish = async () => ({ message: message({ title: "Your key is saved" }), card: refusedCard });
    const { fates, last } = await refusedBy(code, { kind: "working", message: message(), finish });
    expect([fates, last]).toEqual([["refused"], expect.stringMatching(why)]);
  });

  it("replaces the deferred response if the refused message is the result of the command", async () => {
    const finish = async () => ({ message: shown });
    const { last } = await refusedBy(code, { kind: "working", message: message({ title: "Wait" }), finish });
    expect(last).toMatch(why);
  });
});
