import { expect, onTestFinished, test } from "vitest";
import { botInside } from "../../../src/app/sandbox/bot.ts";
import { startSandboxed } from "../../../src/app/sandbox/sandboxed.ts";
import { handsOn } from "../../../src/cli/demo/hands.ts";
import { playTeam } from "../../../src/cli/demo/stories.ts";
import { machineChance, machineClock } from "../../../src/core/clock.ts";
import { isFull } from "../../fakes/how-many.ts";
import { keptLog } from "../../fakes/kept-log.ts";

/** The demo's bot and sandbox, and what the board was told. */
async function aDemo() {
  const log = keptLog();
  const startBot = () => botInside({ clock: machineClock, chance: machineChance, log });
  const app = await startSandboxed({ PORT: "0", POLL_MIN_MS: "20" }, startBot, { log, taskMs: 60 });
  if (!app.ok) throw new Error(app.refusal);
  onTestFinished(() => app.value.stop());
  await app.value.connected;
  const { sandbox } = app.value;
  const lines: string[] = [];
  const board = { line: (text: string) => void lines.push(text) };
  return {
    sandbox,
    told: () => lines.join("\n"),
    board,
    play: () => playTeam(sandbox, { prompt: "a paper boat in the rain", board, hasLinks: false, withinMs: 10_000 }),
  };
}

/** `story/team` and `story/approval` tell as much in small. */
test.runIf(isFull)(
  "the team's story comes true on both platforms, and the board has what people did and read, and no key",
  async () => {
    const { sandbox, told, play } = await aDemo();
    expect(await play()).toBe(true);
    for (const name of ["Discord", "Slack  "]) {
      expect(told()).toContain(`${name}  Ben presses Approve 143 credits`);
      expect(told()).toMatch(new RegExp(`${name}  everyone sees.*Declined by @Ben.*Show more of the street`));
      expect(told()).toMatch(new RegExp(`${name}  only Cleo sees.*the team has 107 credits left this month`));
      expect(told()).toMatch(new RegExp(`${name}  downloaded the video`));
    }
    expect(told()).toContain("the service charged 286 credits for 2 videos and refunded 0");
    expect(told()).not.toContain(sandbox.video.key);
  },
);

test("what somebody never sees ends the demo with a sentence that says who, what and where", async () => {
  const { sandbox, board } = await aDemo();
  for (const place of ["discord", "slack"] as const) {
    const hands = handsOn(sandbox, place, { board, after: 0, withinMs: 40 });
    await expect(hands.reads("cleo", "143 credits used")).rejects.toThrow(
      `${place}: Cleo never read 143 credits used within 0.04 s`,
    );
    await expect(hands.presses("ben", "Approve")).rejects.toThrow(`${place}: Ben saw no button Approve`);
    await expect(hands.fills("ben", "Rules", {})).rejects.toThrow(`${place}: Ben got no form Rules`);
    await expect(hands.finds("ben", /stored/)).rejects.toThrow(`${place}: Ben never read /stored/`);
    await expect(hands.isNotified("cleo")).rejects.toThrow(`${place}: Cleo was not notified`);
  }
});
