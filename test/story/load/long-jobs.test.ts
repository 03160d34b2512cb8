import { expect, test } from "vitest";
import { z } from "zod";
import { linesOf } from "../../../src/cli/demo/seen.ts";
import { isFull } from "../../fakes/how-many.ts";
import { textOf } from "../../frontends/discord/text-of.ts";
import { aLongHour, MINUTE } from "./long-hour.ts";

const JOBS = 20;

const card = z.object({
  flags: z.literal(1 << 15),
  content: z.literal(""),
  components: z.tuple([z.object({ type: z.literal(17), accent_color: z.int(), components: z.array(z.unknown()) })]),
});

test.runIf(isFull)(
  "in an hour, twenty jobs of 25 minutes each end with one final word and one notification, after their tokens died",
  {
    timeout: 60_000,
  },
  async () => {
    const { discord, journal, video, makeVideo, pass, open } = await aLongHour();
    for (let n = 0; n < JOBS; n += 1) {
      await makeVideo(`boat number ${n}.`);
      await pass(1.5 * MINUTE);
    }
    await pass(30 * MINUTE);

    expect(await open()).toBe(0);
    expect(video.charged()).toBe(JOBS);
    const cards = discord.messages("ada").map((message) => linesOf(message).join("\n"));
    for (let n = 0; n < JOBS; n += 1) {
      const own = cards.filter((text) => text.includes(`boat number ${n}.`) && /The video is ready/.test(text));
      expect(own, `boat number ${n}`).toHaveLength(1);
    }
    expect(cards.filter((text) => /Making the video|Starting/.test(text))).toEqual([]);
    expect(journal.since(0).filter(({ kind }) => kind === "pinged")).toHaveLength(JOBS);
    // Not the tokens brought them: those had been dead for ten minutes, and none was tried.
    const refused = journal
      .since(0)
      .flatMap(({ kind, payload }) => (kind === "refused" ? [JSON.stringify(payload)] : []));
    expect(refused.filter((one) => one.includes("50027"))).toEqual([]);
  },
);

test("on discord, a card is one container all its life: colour and words, bar, time left, price, then the link and when it expires", async () => {
  const { journal, makeVideo, pass } = await aLongHour();
  await makeVideo("a paper boat");
  await pass(26 * MINUTE);
  const looks = journal
    .since(0)
    .filter(({ kind, personId }) => ["message", "edited"].includes(kind) && personId === undefined)
    .flatMap(({ payload }) => card.safeParse(payload).data ?? [])
    .map((payload) => ({ colour: payload.components[0].accent_color, text: textOf(payload) }));
  expect(looks.at(0)).toMatchObject({ colour: 0x95a5a6, text: expect.stringMatching(/### Starting…\n> a paper boat/) });
  // The last one says what was used.
  for (const { text } of looks.slice(0, -1)) expect(text).toMatch(/Price: 95 credits/);
  const running = looks.filter(({ colour, text }) => colour === 0x5865f2 && !/In progress/.test(text));
  expect(running.length).toBeGreaterThan(5);
  for (const { text } of running) expect(text).toMatch(/### Making the video[\s\S]*[▰▱]{10} \d+% done/);
  expect(running.at(-1)?.text).toMatch(/▰{9}▱ 90% done, (about \d+ minutes?|less than a minute) left/);
  expect(looks.at(-1)).toMatchObject({
    colour: 0x57f287,
    text: expect.stringMatching(
      /The video is ready[\s\S]*\]\(http\S+\.mp4\)[\s\S]*expires <t:\d+:R>[\s\S]*95 credits used/,
    ),
  });
});

test("on discord, a card that can soon be changed no more says in time where the result comes, and it comes there", async () => {
  const { discord, journal, makeVideo, pass } = await aLongHour();
  const { groupId } = discord;
  await makeVideo("a paper boat", groupId);
  const seen = () => discord.messages("ada", groupId).map(textOf).join("\n");
  await pass(12 * MINUTE);
  expect(seen()).toContain("Making the video");
  expect(seen()).not.toContain("direct message");
  await pass(2.9 * MINUTE);
  expect(seen()).toContain("This card will stop updating soon. You'll get the result as a direct message.");
  await pass(12 * MINUTE);
  const direct = discord.messages("ada", discord.dmChannelId("ada")).map(textOf);
  expect(direct).toEqual([expect.stringMatching(/The video is ready[\s\S]*\.mp4/)]);
  expect(seen()).toContain("You'll get the result as a direct message.");
  // No clock is trusted alone, so the final word tries the card itself once: by the bot, by the token; then in the channel.
  const refused = journal.since(0).flatMap(({ kind, payload }) => (kind === "refused" ? [payload] : []));
  expect(refused).toMatchObject([{ status: 403 }, { status: 401 }, { status: 403 }]);
  expect(journal.since(0).filter(({ kind }) => kind === "pinged")).toHaveLength(1);
});
