import { InteractionResponseType } from "discord.js";
import { describe, expect, it, test } from "vitest";
import { giveCallback, type Taken } from "../../../../src/frontends/discord/in/discord-answer.ts";
import type { Caller } from "../../../../src/frontends/discord/in/read-interaction.ts";
import { type Asked, aFakeRest, type Reaction, until } from "../fake-rest.ts";

const caller: Caller = { id: "9", token: "a-token", applicationId: "1", hasMessage: false, isReplaceable: false };
const data = { content: "x", allowed_mentions: { parse: [] } };
const callback = { type: InteractionResponseType.ChannelMessageWithSource, data };
const done: Reaction = { status: 200, body: { interaction: { id: "9", response_message_id: "77" } } };
const acknowledged: Reaction = { status: 400, body: { code: 40060, message: "already acknowledged" } };

const offer = { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices: [] } };

interface How {
  /** Discord's answer about the message that it made. */
  readonly original?: Reaction;
  readonly fraction?: number;
  readonly isOffer?: boolean;
}

/** Gives the answer while the server reacts in that order, the last reaction for all further tries. */
async function given(
  reactions: readonly Reaction[],
  { original = { status: 404, body: { code: 10015 } }, fraction = 0.5, isOffer = false }: How = {},
) {
  const isCallback = ({ path }: Asked) => path.startsWith("/interactions/");
  const triedAt: number[] = [];
  const world = await aFakeRest((asked) => {
    if (!isCallback(asked)) return original;
    triedAt.push(clock.now() - started);
    return reactions[triedAt.length - 1] ?? reactions.at(-1) ?? done;
  });
  const { api, clock } = world;
  let taken: Taken | null = null;
  const started = clock.now();
  const how = { callback: isOffer ? offer : callback, receivedAt: started, wantsId: !isOffer };
  const work = giveCallback({ api, clock, chance: { fraction: () => fraction } }, caller, how).then((it) => {
    taken = it;
  });
  while (taken === null) {
    await until(() => true);
    if (clock.now() - started < 10_000) await clock.advance(10);
  }
  await work;
  return { taken, tries: triedAt.length, triedAt, asked: world.asked };
}

describe("giving an answer", () => {
  it("tells the id of the message it made, in one request", async () => {
    const { taken, asked } = await given([done]);
    expect(taken).toEqual({ kind: "given", messageId: "77", isEphemeral: false });
    expect(asked.map(({ path }) => path)).toEqual(["/interactions/9/a-token/callback?with_response=true"]);
  });

  test.for<readonly [string, readonly Reaction[], Reaction?]>([
    [
      "by its answer",
      [{ ...done, body: { interaction: { response_message_id: "77", response_message_ephemeral: true } } }],
    ],
    ["by the message it made", ["reset", acknowledged], { status: 200, body: { id: "77", flags: 64 } }],
  ])("knows %s that only the person sees it", async ([, reactions, original]) => {
    const { taken } = await given(reactions, original ? { original } : {});
    expect(taken).toEqual({ kind: "given", messageId: "77", isEphemeral: true });
  });

  test.for<readonly [string, Reaction]>([
    ["a cut line", "reset"],
    ["a fault of Discord's", { status: 502 }],
  ])("that arrived although %s hid it is given, and asks for the id of what it made", async ([, hiding]) => {
    const { taken } = await given([hiding, acknowledged], { original: { status: 200, body: { id: "78" } } });
    expect(taken).toEqual({ kind: "given", messageId: "78", isEphemeral: false });
  });

  it("that did not arrive is given by a second try", async () => {
    expect((await given(["reset", done])).taken).toEqual({ kind: "given", messageId: "77", isEphemeral: false });
  });

  it("is unclear where Discord says nothing sensible until the time is over", async () => {
    const { taken, tries } = await given([{ status: 500 }]);
    expect(taken).toEqual({ kind: "unclear" });
    expect(tries).toBeGreaterThan(1);
  });

  test.for([0, 0.5, 0.99])(
    "is tried five to seven times while Discord is down, each gap the longer, the last one in time: chance %s",
    async (fraction) => {
      const { triedAt } = await given([{ status: 503 }], { fraction });
      expect(triedAt.length).toBeGreaterThanOrEqual(5);
      expect(triedAt.length).toBeLessThanOrEqual(7);
      const gaps = triedAt.slice(1).map((at, n) => at - (triedAt[n] ?? 0));
      expect(gaps.slice(0, -1)).toEqual(gaps.slice(0, -1).toSorted((a, b) => a - b));
      expect(triedAt.at(-1)).toBeGreaterThanOrEqual(2_000);
      expect(triedAt.at(-1)).toBeLessThanOrEqual(2_800);
    },
  );

  it("that somebody who types may choose from is tried once", async () => {
    const { tries, taken } = await given([{ status: 503 }], { isOffer: true });
    expect([tries, taken]).toEqual([1, { kind: "unclear" }]);
  });

  test.for([
    [404, 10062, false],
    [400, 50035, true],
  ] as const)(
    "is refused by %i/%i, and not tried again; another answer may pass: %s",
    async ([status, code, isBadForm]) => {
      const { taken, tries } = await given([{ status, body: { code, message: "no" } }]);
      expect([taken, tries]).toEqual([{ kind: "refused", detail: `status ${status}, code ${code}`, isBadForm }, 1]);
    },
  );
});
