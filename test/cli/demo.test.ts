import { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { botInside } from "../../src/app/sandbox/bot-process.ts";
import { startSandboxed } from "../../src/app/sandbox/sandboxed.ts";
import { handsOn } from "../../src/cli/demo/hands.ts";
import { addDemoOptions, type DemoOptions } from "../../src/cli/demo/options.ts";
import { linesOf } from "../../src/cli/demo/seen.ts";
import { playTeam, playVideo } from "../../src/cli/demo/stories.ts";
import { machineChance, machineClock } from "../../src/core/clock.ts";
import { isFull } from "../fakes/how-many.ts";
import { recordingLog } from "../fakes/recording-log.ts";

/** Returns what the demo is asked to play by these words. */
async function optionsOf(words: readonly string[]): Promise<DemoOptions[]> {
  const played: DemoOptions[] = [];
  const command = addDemoOptions(new Command(), async (options) => void played.push(options));
  await command
    .exitOverride()
    .configureOutput({ writeErr() {} })
    .parseAsync(words, { from: "user" });
  return played;
}

test.for<[readonly string[], object]>([
  [[], { prompt: "a paper boat in the rain", outcome: "succeeded", isTeam: false }],
  [["a", "cat", "--ratio", "9:16", "--duration=15"], { prompt: "a cat", ratio: "9:16", duration: "15" }],
  [["a cat", "--image", "https://x.example/a.png"], { image: "https://x.example/a.png" }],
  [["a cat", "--image", "--outcome", "failed"], { image: "sample", outcome: "failed" }],
  [["--team"], { prompt: "a paper boat in the rain", isTeam: true }],
])("%j is understood", async ([words, options]) => {
  expect(await optionsOf(words)).toMatchObject([options]);
});

test.for([[["--outcome", "maybe"]], [["--ratio"]], [["--team", "--outcome", "failed"]], [["--image", "a cat"]]])(
  "%j is refused with a sentence",
  async ([words = []]) => {
    await expect(optionsOf(words)).rejects.toThrow(/^error: /);
  },
);

test("a message is read in order, its buttons last, whichever platform holds it", () => {
  const discord = {
    content: "",
    components: [
      {
        type: 17,
        components: [
          { type: 10, content: "### Ready\n> a boat" },
          { type: 1, components: [{ type: 2, label: "Again", custom_id: "again:1" }] },
        ],
      },
    ],
  };
  const slack = {
    text: "Ready. a boat",
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Ready" } },
      { type: "rich_text", elements: [{ type: "rich_text_quote", elements: [{ type: "text", text: "a boat" }] }] },
      {
        type: "actions",
        elements: [{ type: "button", action_id: "again:1", text: { type: "plain_text", text: "Again" } }],
      },
    ],
  };
  expect(linesOf(discord)).toEqual(["Ready", "a boat", "[Again]"]);
  expect(linesOf(slack)).toEqual(["Ready", "a boat", "[Again]"]);
});

/** A demo's sandbox, and what was printed. */
async function aDemo() {
  const log = recordingLog();
  const outside = { clock: machineClock, chance: machineChance, log };
  const app = await startSandboxed({ PORT: "0", POLL_MIN_MS: "20" }, () => botInside(outside), { log, taskMs: 60 });
  if (!app.ok) throw new Error(app.refusal);
  onTestFinished(() => app.value.stop());
  await app.value.connected;
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  const telling = { prompt: "a paper boat in the rain", line, hasLinks: false, withinMs: 10_000 };
  return { sandbox: app.value.sandbox, output: () => lines.join("\n"), telling };
}

test("a refusal comes true on both platforms, and the ledger says what people read", async () => {
  const { sandbox, output, telling } = await aDemo();
  expect(await playVideo(sandbox, telling, { prompt: telling.prompt, outcome: "bad-key", isTeam: false })).toBe(true);
  for (const name of ["Discord", "Slack  "]) expect(output()).toContain(`${name}  as expected`);
  expect(output()).toContain("the service charged 0 credits for 0 videos and refunded 0");
});

/** `story/team` and `story/approval` tell as much in small. */
test.runIf(isFull)(
  "the team's story comes true on both platforms, and what people did and read is printed, and no key",
  async () => {
    const { sandbox, output, telling } = await aDemo();
    expect(await playTeam(sandbox, telling)).toBe(true);
    for (const name of ["Discord", "Slack  "]) {
      expect(output()).toContain(`${name}  Ben presses Approve 143 credits`);
      expect(output()).toMatch(new RegExp(`${name}  everyone sees.*Declined by @Ben.*Show more of the street`));
      expect(output()).toMatch(new RegExp(`${name}  only Cleo sees.*the team has 107 credits left this month`));
      expect(output()).toMatch(new RegExp(`${name}  downloaded the video`));
    }
    expect(output()).toContain("the service charged 286 credits for 2 videos and refunded 0");
    expect(output()).not.toContain(sandbox.video.key);
  },
);

test("what somebody never sees ends the demo with a sentence that says who, what and where", async () => {
  const { sandbox } = await aDemo();
  for (const place of ["discord", "slack"] as const) {
    const hands = handsOn(sandbox, place, { line() {}, after: 0, withinMs: 40 });
    await expect(hands.reads("cleo", "143 credits used")).rejects.toThrow(
      `${place}: Cleo never read 143 credits used within 0.04 s`,
    );
    await expect(hands.presses("ben", "Approve")).rejects.toThrow(`${place}: Ben saw no button Approve`);
    await expect(hands.fills("ben", "Rules", {})).rejects.toThrow(`${place}: Ben got no form Rules`);
    await expect(hands.finds("ben", /stored/)).rejects.toThrow(`${place}: Ben never read /stored/`);
    await expect(hands.isNotified("cleo")).rejects.toThrow(`${place}: Cleo was not notified`);
  }
});
