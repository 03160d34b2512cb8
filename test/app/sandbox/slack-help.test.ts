import { describe, expect, test } from "vitest";
import { helpFor, type Offered, readUsage } from "../../../sandbox/src/page/slack/help.ts";
import { slackFeatures } from "../../../src/app/program/registered-at-slack.ts";

const features = slackFeatures("video");
const commands = features.slash_commands.map(({ usage_hint: usageHint = "", ...command }) => ({
  ...command,
  usageHint,
}));
const offered: Offered = {
  commands,
  shortcuts: features.shortcuts
    .filter(({ type }) => type === "global")
    .map(({ callback_id: callbackId, ...shortcut }) => ({ ...shortcut, callbackId })),
};
const help = (line: string, caret = line.length) => helpFor(line, caret, offered);
const labels = (line: string, caret?: number) => help(line, caret).offers.map(({ label }) => label);

test("the usage hint of /video contains every flag and its possible values", () => {
  expect(readUsage(commands[0]?.usageHint ?? "")).toEqual({
    flags: [
      { name: "--ratio", values: ["16:9", "9:16"] },
      { name: "--duration", values: ["10", "15"] },
      { name: "--resolution", values: ["480p", "720p"] },
      { name: "--image", values: [] },
      { name: "--pay", values: ["mine", "team"] },
      { name: "--style", values: [] },
    ],
    words: [],
  });
});

test.for<[suggestions: string, label: string, hint: string, readonly string[]]>([
  [
    "“set”, “status” and “remove”",
    "the usage hint “set | status | remove”",
    "set | status | remove",
    ["set", "status", "remove"],
  ],
  ["“show”", "the usage hint “show ID”", "show ID", ["show"]],
  ["nothing", "the usage hint “a cat surfing”", "a cat surfing", []],
  ["nothing", "an empty usage hint", "", []],
])("the sandbox suggests %s after a command with %s", ([, , hint, words]) => {
  expect(readUsage(hint)).toEqual({ flags: [], words });
});

describe("the suggestions above the sandbox's message box", () => {
  test("list all commands and the shortcut after “/”, with the first command selected", () => {
    expect(labels("/")).toEqual([...commands.map(({ command }) => command), "Make a video"]);
    expect(help("/").active).toBe(0);
    expect(help("/vid").offers[0]).toMatchObject({ kind: "command", line: "/video ", caret: 7 });
  });

  test("find a command by a part of its name, and a shortcut by a word of its label", () => {
    expect(labels("/help")).toEqual(["/video-help"]);
    expect(labels("/make")).toEqual(["Make a video"]);
    expect(help("/make").offers[0]).toMatchObject({ kind: "shortcut", line: "make_video" });
  });

  test("have no selected entry after a complete line, so Enter sends the line", () => {
    for (const line of ["/video", "/video-help", "/video-key set", "/video a --ratio 9:16", "/nothing", "hello"])
      expect([line, help(line).active]).toEqual([line, -1]);
  });

  test("complete the subcommand after a command", () => {
    expect(labels("/video-key ")).toEqual(["set", "status", "remove"]);
    expect(help("/video-key s").offers.map(({ line }) => line)).toEqual(["/video-key set ", "/video-key status "]);
    expect(labels("/video-key set s")).toEqual([]);
  });

  test("offer the flags that are not in the line yet, and the values of a typed flag", () => {
    const flags = ["--ratio", "--duration", "--resolution", "--image", "--pay", "--style"];
    expect(labels("/video a boat --")).toEqual(flags);
    expect(labels("/video a boat --ratio 9:16 --")).toEqual(flags.slice(1));
    expect(labels("/video a boat --ratio ")).toEqual(["16:9", "9:16"]);
    expect(help("/video a boat --ratio 9").offers).toMatchObject([{ line: "/video a boat --ratio 9:16 " }]);
  });

  test("complete a flag in the middle of a line and keep the text after the flag", () => {
    const [first] = help("/video a --dur --ratio 9:16", 14).offers;
    expect(first).toMatchObject({ line: "/video a --duration --ratio 9:16", caret: 20 });
  });

  test("are empty while a prompt is typed, and the command's usage stays visible", () => {
    expect(help("/video a paper boat")).toMatchObject({ command: { command: "/video" }, offers: [] });
    expect(help("/video-jobs").command).toBeUndefined();
  });
});
