import fc from "fast-check";
import { expect, test } from "vitest";
import {
  choicesFor,
  commandsFor,
  fill,
  messageCommands,
  optionAt,
  readLine,
  readOptions,
  readUse,
  usablesOf,
  writeLine,
} from "../../../src/page/discord/commands.ts";

const ratios = [
  { name: "16:9 (landscape)", value: "16:9" },
  { name: "9:16 (portrait)", value: "9:16" },
];
const registered = [
  {
    type: 1,
    name: "video",
    description: "Make a video",
    options: [
      { type: 3, name: "ratio", description: "The shape", choices: ratios },
      { type: 3, name: "prompt", description: "The words", required: true, autocomplete: true, max_length: 500 },
      { type: 4, name: "duration", choices: [{ name: "10 seconds", value: 10 }] },
      { type: 11, name: "image" },
      { type: 5, name: "loud" },
    ],
  },
  {
    type: 1,
    name: "video-key",
    options: [
      { type: 1, name: "set", description: "Add a key" },
      { type: 1, name: "status", description: "See the key" },
    ],
  },
  { type: 3, name: "Animate this" },
];
const usables = usablesOf(registered);
const [video] = usables;
if (!video) throw new Error("there is no /video");

test("in the command list each subcommand has its own entry, message commands have none, and required options come first", () => {
  expect(messageCommands(registered)).toEqual(["Animate this"]);
  expect(usables.map(({ path }) => path)).toEqual(["video", "video-key set", "video-key status"]);
  expect(video.options.map(({ name }) => name)).toEqual(["prompt", "ratio", "duration", "image", "loud"]);
  expect(video.options[0]).toMatchObject({ isRequired: true, isSuggested: true, maxLength: 500, kind: "text" });
  expect(video.options[4]?.choices.map(({ value }) => value)).toEqual(["true", "false"]);
});

test.for<[string, Record<string, string>]>([
  ["/video a paper boat ratio:9:16", { prompt: "a paper boat", ratio: "9:16" }],
  ["/video prompt: a paper boat", { prompt: "a paper boat" }],
  [
    "/video prompt:a boat ratio: 16:9 (landscape) duration:10",
    { prompt: "a boat", ratio: "16:9 (landscape)", duration: "10" },
  ],
  ["/video a boat ratio:9:16 in the rain", { prompt: "a boat in the rain", ratio: "9:16" }],
  ["/video ratio:9:16 a boat", { prompt: "a boat", ratio: "9:16" }],
  ["/video at 9:16 it said: hello:world", { prompt: "at 9:16 it said: hello:world" }],
  ["/video a boat ratio:wide", { prompt: "a boat", ratio: "wide" }],
  ["/video a sign (ratio:9:16)", { prompt: "a sign (ratio:9:16)" }],
  ["/video the image: a boat", { prompt: "the image: a boat" }],
  ["/video", {}],
  ["/video ", {}],
])("the typed command %j is read with its options", ([line, typed]) => {
  expect(readLine(line, usables)).toEqual({ kind: "command", usable: video, typed });
});

test.for<[string, string]>([
  ["a boat", "message"],
  ["", "message"],
  [" /video a boat", "message"],
  ["/", "unknown"],
  ["/videos", "unknown"],
  ["/video-key", "unknown"],
  ["/video-key set", "command"],
])("the typed text %j is a %s", ([line, kind]) => {
  expect(readLine(line, usables).kind).toBe(kind);
});

test("text typed into another option stays in that option", () => {
  expect(readOptions("a boat duration:10", video.options, "prompt")).toEqual({ prompt: "a boat", duration: "10" });
  expect(readOptions("a boat ratio:", video.options, "prompt")).toEqual({ prompt: "a boat", ratio: "" });
});

test("a command that is written out reads the same again", () => {
  const word = fc.stringMatching(/^[a-z0-9(),.!?]{1,9}$/);
  const prompt = fc.array(word, { minLength: 1 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(prompt, fc.constantFrom("", "16:9", "9:16 (portrait)"), (promptText, ratio) => {
      const typed = { prompt: promptText, ...(ratio === "" ? {} : { ratio }) };
      expect(readLine(writeLine(video, { ...typed, duration: "" }), usables)).toEqual({
        kind: "command",
        usable: video,
        typed,
      });
    }),
  );
});

test.for<[string, string, unknown]>([
  ["prompt", " a boat ", { ok: true, value: "a boat" }],
  ["prompt", "  ", { ok: false, why: "This option is required." }],
  ["ratio", "", { ok: true, value: undefined }],
  ["ratio", "9:16", { ok: true, value: "9:16" }],
  ["ratio", "9:16 (Portrait)", { ok: true, value: "9:16" }],
  ["ratio", "16", { ok: true, value: "16:9" }],
  ["ratio", "wide", { ok: false, why: "Choose one of the list." }],
  ["duration", "10 sec", { ok: true, value: 10 }],
])("the option %s filled with %j sends the right value or an error", ([name, typed, filled]) => {
  const option = video.options.find((each) => each.name === name);
  expect(option && fill(option, typed)).toEqual(filled);
});

test.for<[string, string, readonly string[]]>([
  ["", "nothing", []],
  ["hello", "nothing", []],
  ["/", "every command", ["video", "video-key set", "video-key status"]],
  ["/video", "every command", ["video", "video-key set", "video-key status"]],
  ["/KEY", "the commands with that in their name", ["video-key set", "video-key status"]],
  ["/video-key s", "the subcommands", ["video-key set", "video-key status"]],
  ["/stat", "the subcommand", ["video-key status"]],
  ["/nothing", "nothing", []],
])("typing %j offers %s", ([line, , names]) => {
  expect(commandsFor(line, usables).map(({ path }) => path)).toEqual(names);
});

test.for<[string, string]>([
  ["/video a boat", "prompt"],
  ["/video a boat ratio:", "ratio"],
  ["/video a boat duration:1", "duration"],
  ["/video a boat duration:10 in the rain", "prompt"],
  ["/video at noon said:", "prompt"],
])("the end of %j belongs to the option %s", ([line, name]) => {
  const read = readLine(line, usables);
  expect(read.kind === "command" && optionAt(line, video, read.typed)?.name).toBe(name);
});

const picture = new File(["x"], "boat.png", { type: "image/png" });

test.for<[string, readonly File[], object]>([
  ["/video a boat duration:10", [], { options: { prompt: "a boat", duration: 10 } }],
  ["/video a boat", [picture], { options: { prompt: "a boat", image: picture } }],
  ["/video", [], { why: "prompt: This option is required." }],
  ["/video a boat ratio:wide", [], { why: "ratio: Choose one of the list." }],
  ["/video a boat", [picture, picture], { why: "/video takes fewer files. Remove what is too much." }],
])("the typed command %j is sent as typed or refused with the reason", ([line, files, use]) => {
  const read = readLine(line, usables);
  expect(read.kind === "command" && readUse(video, read.typed, files)).toEqual(use);
});

test.for<[string, string, readonly string[]]>([
  ["", "every choice", ["16:9", "9:16"]],
  ["port", "the choice that contains it", ["9:16"]],
  ["16:9", "every choice", ["16:9", "9:16"]],
  ["round", "every choice", ["16:9", "9:16"]],
])("typing %j in an option offers %s", ([typed, , values]) => {
  expect(choicesFor(typed, ratios).map(({ value }) => value)).toEqual(values);
});
