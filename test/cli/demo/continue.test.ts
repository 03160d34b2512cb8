import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { botInside } from "../../../src/app/sandbox/bot.ts";
import { startSandboxed } from "../../../src/app/sandbox/sandboxed.ts";
import { playContinue } from "../../../src/cli/demo/stories.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { isFull } from "../../fakes/how-many.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { filmProgram } from "../../films/world.ts";

const REAL_PROCESSES_MS = 60_000;

let program = "";

/** The demo on a sandbox whose films are drawn or not, and what the board was told. */
async function aDemo({ drawsFilms }: { readonly drawsFilms: boolean }) {
  const log = keptLog();
  const outside = { clock: machineClock, chance: machineChance, log, filmProgram: program };
  const startBot = () => botInside({ ...outside });
  const how = { log, taskMs: 60, drawsFilms };
  const app = await startSandboxed({ PORT: "0", POLL_MIN_MS: "20" }, startBot, how);
  if (!app.ok) throw new Error(app.refusal);
  onTestFinished(() => app.value.stop());
  await app.value.connected;
  const lines: string[] = [];
  const board = { line: (text: string) => void lines.push(text) };
  const telling = { prompt: "a paper boat in the rain", board, hasLinks: false, withinMs: 10_000 };
  return { told: () => lines.join("\n"), play: () => playContinue(app.value.sandbox, telling) };
}

/** `story/video/` tells as much in small: `continue`, `chain` and `join`. */
describe.runIf(isFull)("a video that goes on", { timeout: REAL_PROCESSES_MS }, () => {
  beforeAll(async () => {
    program = await filmProgram();
  }, REAL_PROCESSES_MS);

  test("on both platforms the second video begins with the frame that the first one ends with", async () => {
    const { told, play } = await aDemo({ drawsFilms: true });
    expect(await play()).toBe(true);
    for (const name of ["Discord", "Slack  "]) {
      expect(told()).toContain(`${name}  Ada presses Continue`);
      expect(told()).toMatch(new RegExp(`${name}  everyone sees.*Part 2`));
      expect(told()).toMatch(new RegExp(`${name}  last frame and first frame differ by [0-2]\\.\\d of 255`));
      expect(told()).toMatch(new RegExp(`${name}  the joined video has all \\d+ pictures, in their order`));
    }
    expect(told()).toContain("the service charged 380 credits for 4 videos and refunded 0");
  });

  test("a second video that does not go on from the first one ends the demo", async () => {
    const { play } = await aDemo({ drawsFilms: false });
    await expect(play()).rejects.toThrow("the second video does not go on from the first one");
  });
});
