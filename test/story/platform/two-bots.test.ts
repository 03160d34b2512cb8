import { expect, test } from "vitest";
import { DUPLICATE_PROCESS } from "../../../src/core/duplicate-process.ts";
import { jumpingClock } from "../load/jumping-clock.ts";
import { boat, says, startStory } from "../stage.ts";

const readyz = async (origin: string) => (await fetch(`${origin}/readyz`)).text();

test("on discord two bots with the same token cause only one charge for each command, and the conflict is logged", async () => {
  // Over HTTP, Discord sends each interaction to one URL, so a second bot receives none.
  const story = await startStory("discord", { transport: "socket" });
  const duplicate = await story.startDuplicate();
  const { discord, video } = story.sandbox;
  const boats = ["a paper boat", "a tin boat", "a glass boat"];
  for (const prompt of boats) {
    await story.makeVideo({ ...boat, prompt });
    await discord.suggest("ada", "video", "prompt", "a paper");
    await story.until(says(new RegExp(prompt), /95 credits used/));
  }
  const rung = () => story.seen().filter(({ text }) => /Your video is ready/.test(text)).length;
  await story.until(() => rung() === boats.length);

  const bots = [
    { origin: story.origin(), log: story.log },
    { origin: duplicate.origin, log: duplicate.log },
  ];
  let losers = 0;
  for (const { origin, log } of bots) {
    const errors = log.lines.filter(({ level }) => level === "error");
    for (const { event } of errors) expect(event).toMatch(/same Discord token: stop one of the two/);
    expect((await readyz(origin)).includes(DUPLICATE_PROCESS)).toBe(errors.length === 1);
    expect(errors.length).toBeLessThanOrEqual(1);
    losers += errors.length;
  }
  expect(losers).toBeGreaterThan(0);
  await story.restart();
  expect(video.ledger()).toEqual({ charged: 95 * boats.length, refunded: 0, tasks: boats.length });
  expect(rung()).toBe(boats.length);
});

test("on slack another process with the same app token is reported after a minute, until that process stops", async () => {
  const clock = jumpingClock();
  const story = await startStory("slack", { transport: "socket", clock });
  const duplicate = await story.startDuplicate();
  const errors = () => [...story.log.lines, ...duplicate.log.lines].filter(({ level }) => level === "error");
  expect(errors()).toEqual([]);
  /**
   * Lets `afterMs` pass, and then waits until the later bot has opened a new socket, whose hello contains the number of
   * sockets.
   */
  const until = async (isThere: boolean, afterMs: number) => {
    clock.jump(afterMs);
    while ((await readyz(duplicate.origin)).includes(DUPLICATE_PROCESS) !== isThere) clock.jump(200);
  };
  await until(true, 60_000);
  expect(errors()).toMatchObject([{ event: expect.stringMatching(/same Slack app token: stop one of the two/) }]);
  await story.stop();
  await until(false, 600_000);
  expect(errors()).toHaveLength(1);
});
