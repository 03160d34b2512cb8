import { PassThrough } from "node:stream";
import { Command } from "commander";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { botInside } from "../../src/app/sandbox/bot-process.ts";
import { startSandboxed } from "../../src/app/sandbox/sandboxed.ts";
import { liveBoard, plainBoard } from "../../src/cli/demo/board.ts";
import { handsOn } from "../../src/cli/demo/hands.ts";
import { addDemoOptions, type DemoOptions } from "../../src/cli/demo/options.ts";
import { linesOf } from "../../src/cli/demo/seen.ts";
import { playContinue, playTeam, playVideo } from "../../src/cli/demo/stories.ts";
import { machineChance, machineClock } from "../../src/core/clock.ts";
import { isFull } from "../fakes/how-many.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { filmProgram } from "../films/world.ts";

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
  [[], { prompt: "a paper boat in the rain", outcome: "succeeded", story: "video" }],
  [["a", "cat", "--ratio", "9:16", "--duration=15"], { prompt: "a cat", ratio: "9:16", duration: "15" }],
  [["a cat", "--image", "https://x.example/a.png"], { image: "https://x.example/a.png" }],
  [["a cat", "--image", "--outcome", "failed"], { image: "sample", outcome: "failed", story: "video" }],
  [["--team"], { prompt: "a paper boat in the rain", story: "team" }],
  [["a cat", "--continue"], { prompt: "a cat", story: "continue" }],
])("%j is understood", async ([words, options]) => {
  expect(await optionsOf(words)).toMatchObject([options]);
});

test.for([
  [["--outcome", "maybe"]],
  [["--ratio"]],
  [["--team", "--outcome", "failed"]],
  [["--continue", "--image"]],
  [["--continue", "--team"]],
  [["--image", "a cat"]],
])("%j is refused with a sentence", async ([words = []]) => {
  await expect(optionsOf(words)).rejects.toThrow(/^error: /);
});

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

const REAL_PROCESSES_MS = 60_000;

/** A demo's sandbox, and what the board was told. */
async function aDemo({ filmProgram }: { filmProgram?: string } = {}) {
  const log = recordingLog();
  const outside = { clock: machineClock, chance: machineChance, log, ...(filmProgram && { filmProgram }) };
  const how = { log, taskMs: 60 };
  const app = valueIn(await startSandboxed({ PORT: "0", POLL_MIN_MS: "20" }, () => botInside(outside), how));
  onTestFinished(() => app.stop());
  await app.connected;
  const lines: string[] = [];
  const board = { line: (text: string) => void lines.push(text) };
  const telling = { prompt: "a paper boat in the rain", board, hasLinks: false, withinMs: 10_000 };
  return { sandbox: app.sandbox, output: () => lines.join("\n"), board, telling };
}

test("a refusal comes true on both platforms, and the ledger says what people read", async () => {
  const { sandbox, output, telling } = await aDemo();
  expect(await playVideo(sandbox, telling, { prompt: telling.prompt, outcome: "bad-key", story: "video" })).toBe(true);
  for (const name of ["Discord", "Slack  "]) expect(output()).toContain(`${name}  as expected`);
  expect(output()).toContain("the service charged 0 credits for 0 videos and refunded 0");
});

/** `.ci/run` plays the one that does. */
describe.runIf(isFull)("a video that goes on", { timeout: REAL_PROCESSES_MS }, () => {
  let program = "";
  beforeAll(async () => {
    program = await filmProgram();
  }, REAL_PROCESSES_MS);

  test("a second video that does not go on from the first one ends the demo", async () => {
    const { sandbox, telling } = await aDemo({ filmProgram: program });
    await expect(playContinue(sandbox, telling)).rejects.toThrow("the second video does not go on from the first one");
  });
});

/** `story/team` and `story/approval` tell as much in small. */
test.runIf(isFull)(
  "the team's story comes true on both platforms, and the board has what people did and read, and no key",
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

/** Up, to a column or a colour, clear what follows, the next line, text. */
const COMMANDS = new RegExp(
  String.raw`\e\[(\d+)A|(\e\[\d+[Gm])|(\e\[0J)|(\n)|([^\e\n]+)`.replaceAll("\\e", "\u001b"),
  "g",
);

/** The text on a terminal after that was written to it. */
function shown(written: string): readonly string[] {
  const rows = [""];
  let row = 0;
  for (const [, up, rest, clear, end, text = ""] of written.matchAll(COMMANDS)) {
    if (up) row -= Number(up);
    else if (clear) rows.splice(row, rows.length, "");
    else if (end) row += 1;
    else if (!rest) rows[row] = (rows[row] ?? "") + text;
    rows[row] ??= "";
  }
  return rows.slice(0, -1);
}

function aScreen(columns: number | undefined, colours = false) {
  const stream = new PassThrough();
  let written = "";
  stream.on("data", (part) => {
    written += String(part);
  });
  const screen = Object.assign(stream, { ...(columns && { columns }), hasColors: () => colours });
  return { screen, written: () => written };
}

test("on a terminal each bar is drawn anew in its place, below the lines that stay", () => {
  const { screen, written } = aScreen(80);
  const board = liveBoard(screen);
  board.line("typed");
  board.bar?.("a", "10 %");
  board.bar?.("b", "20 %");
  board.bar?.("a", "30 %");
  const before = written();
  // One that says the same is not drawn again.
  board.bar?.("a", "30 %");
  board.bar?.("c", null);
  expect(written()).toBe(before);
  expect(shown(written())).toEqual(["typed", "30 %", "20 %"]);
  board.line("pressed");
  expect(shown(written())).toEqual(["typed", "pressed", "30 %", "20 %"]);
  board.bar?.("a", null);
  board.line("ready");
  board.bar?.("b", null);
  expect(shown(written())).toEqual(["typed", "pressed", "ready"]);
});

test.for([
  [12, false, "▰▰▰▱▱ 60 % "],
  [undefined, false, "▰▰▰▱▱ 60 % done"],
  [12, true, "\u001b[32m▰▰▰▱▱ 60 % \u001b[39m"],
] as const)("with %s columns, colours: %s, a bar is %j", ([columns, colours, bar]) => {
  const { screen, written } = aScreen(columns, colours);
  liveBoard(screen).bar?.("a", "▰▰▰▱▱ 60 % done");
  expect(written()).toBe(`${bar}\n`);
});

test("elsewhere there are lines alone", () => {
  const { screen, written } = aScreen(undefined);
  const board = plainBoard(screen);
  board.line("typed");
  expect(board.bar).toBeUndefined();
  expect(written()).toBe("typed\n");
});
