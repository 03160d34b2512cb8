import { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { botInside } from "../../src/app/sandbox/bot-process.ts";
import { startSandboxed } from "../../src/app/sandbox/sandboxed.ts";
import { type DemoOptions, makeVideos } from "../../src/cli/demo.ts";
import { linesOf } from "../../src/cli/read-message.ts";
import { addDemoOptions } from "../../src/cli/reelay.ts";
import { machineChance, machineClock } from "../../src/core/clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";

async function optionsOf(words: readonly string[]): Promise<DemoOptions[]> {
  const played: DemoOptions[] = [];
  const command = addDemoOptions(new Command(), async (options) => void played.push(options));
  await command
    .exitOverride()
    .configureOutput({ writeErr() {} })
    .parseAsync(words, { from: "user" });
  return played;
}

test.for<[string, readonly string[], object]>([
  ["no arguments", [], { prompt: "a paper boat in the rain", outcome: "succeeded" }],
  [
    "a prompt of two words, a ratio and a duration",
    ["a", "cat", "--ratio", "9:16", "--duration=15"],
    { prompt: "a cat", ratio: "9:16", duration: "15" },
  ],
  ["a picture's address", ["a cat", "--image", "https://x.example/a.png"], { image: "https://x.example/a.png" }],
  [
    "the sample picture and a chosen outcome",
    ["a cat", "--image", "--outcome", "failed"],
    { image: "sample", outcome: "failed" },
  ],
])("reelay demo can be run with %s", async ([, words, options]) => {
  expect(await optionsOf(words)).toMatchObject([options]);
});

test.for([
  ["an unknown outcome", ["--outcome", "maybe"]],
  ["a ratio without a value", ["--ratio"]],
  ["an unknown ratio", ["--ratio", "4:3"]],
  ["an unknown duration", ["--duration", "12"]],
  ["an unknown option", ["--loud"]],
  ["an invalid picture address", ["--image", "a cat"]],
] as const)("reelay demo refuses %s with an error", async ([, words]) => {
  await expect(optionsOf(words)).rejects.toThrow(/^error: /);
});

test("reelay demo prints the text of a message first and the buttons last", () => {
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

/** Plays the demo's videos on a sandbox and returns the output. */
async function playing(options: Partial<DemoOptions>, withinMs = 10_000) {
  const log = recordingLog();
  const outside = { clock: machineClock, chance: machineChance, log };
  const app = valueIn(
    await startSandboxed({ PORT: "0", POLL_MIN_MS: "20" }, () => botInside(outside), { log, taskMs: 60 }),
  );
  onTestFinished(() => app.stop());
  await app.connected;
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const wanted = {
    prompt: "a boat",
    outcome: "succeeded",
    withinMs,
    areLinksUseful: false,
    print,
    ...options,
  } as const;
  return { isRight: makeVideos(app.sandbox, wanted), output: () => lines.join("\n"), key: app.sandbox.video.key };
}

test("reelay demo prints a person's commands, cards and notifications on both platforms, and all charges", async () => {
  const { isRight, output, key } = await playing({ duration: "15", ratio: "9:16" });
  expect(await isRight).toBe(true);
  expect(output()).toContain("Discord  Ada types /video prompt: a boat  ratio: 9:16  duration: 15");
  expect(output()).toContain("Slack    Ada types /video a boat --ratio 9:16 --duration 15");
  for (const name of ["Discord", "Slack  "]) {
    expect(output()).toMatch(new RegExp(`${name}  answered in \\d+ ms`));
    expect(output()).toMatch(new RegExp(`${name}  everyone sees( now)?: .*143 credits used`));
    expect(output()).toContain(`${name}  Ada is notified`);
    expect(output()).toContain(`${name}  the video was downloaded`);
  }
  expect(output()).toContain("The service charged 286 credits for 2 videos and refunded 0.");
  expect(output()).not.toContain(key);
});

test("reelay demo prints that nothing was charged if the service refuses the key", async () => {
  const { isRight, output } = await playing({ outcome: "bad-key" });
  expect(await isRight).toBe(true);
  expect(output()).toMatch(/nothing was charged/i);
  expect(output()).toContain("The service charged 0 credits for 0 videos and refunded 0.");
});

test("reelay demo stops with an error if a video is not finished within the demo's time limit", async () => {
  const { isRight } = await playing({}, 1);
  await expect(isRight).rejects.toThrow(/^(discord|slack): Ada did not get the outcome within 0.001 s$/);
});
