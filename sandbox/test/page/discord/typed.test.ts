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

test("the sandbox page lists a Discord command's subcommands as separate commands, and required options first", () => {
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
])("the sandbox page reads the options of the typed Discord command %j", ([line, typed]) => {
  expect(readLine(line, usables)).toEqual({ kind: "command", usable: video, typed });
});

test.for<[what: string, meaning: string, line: string, kind: string]>([
  ["the input “a boat”", "a message", "a boat", "message"],
  ["an empty input", "an empty message", "", "message"],
  ["the input “ /video a boat” with a leading space", "a message", " /video a boat", "message"],
  ["the input “/”", "an unknown command", "/", "unknown"],
  ["the input “/videos”", "an unknown command", "/videos", "unknown"],
  ["the input “/video-key” without a subcommand", "an unknown command", "/video-key", "unknown"],
  ["the input “/video-key set”", "a command", "/video-key set", "command"],
])("the sandbox page reads %s as %s", ([, , line, kind]) => {
  expect(readLine(line, usables).kind).toBe(kind);
});

test("text typed after the name of a Discord option is read as the option's value", () => {
  expect(readOptions("a boat duration:10", video.options, "prompt")).toEqual({ prompt: "a boat", duration: "10" });
  expect(readOptions("a boat ratio:", video.options, "prompt")).toEqual({ prompt: "a boat", ratio: "" });
});

test("a Discord command that the sandbox page formats is parsed back into the same options", () => {
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

test.for<[what: string, name: string, result: string, typed: string, filled: unknown]>([
  ["entering “a boat” surrounded by spaces", "prompt", "sends “a boat”", " a boat ", { ok: true, value: "a boat" }],
  ["entering only spaces", "prompt", "is refused", "  ", { ok: false, why: "This option is required." }],
  ["entering nothing", "ratio", "sends no value", "", { ok: true, value: undefined }],
  ["entering “9:16”", "ratio", "sends “9:16”", "9:16", { ok: true, value: "9:16" }],
  ["entering “9:16 (Portrait)”", "ratio", "sends “9:16”", "9:16 (Portrait)", { ok: true, value: "9:16" }],
  ["entering “16”", "ratio", "sends “16:9”", "16", { ok: true, value: "16:9" }],
  ["entering “wide”", "ratio", "is refused", "wide", { ok: false, why: "Choose one of the list." }],
  ["entering “10 sec”", "duration", "sends the number 10", "10 sec", { ok: true, value: 10 }],
])("on the sandbox page, %s for the Discord option “%s” %s", ([, name, , typed, filled]) => {
  const option = video.options.find((each) => each.name === name);
  expect(option && fill(option, typed)).toEqual(filled);
});

test.for<[what: string, suggested: string, line: string, names: readonly string[]]>([
  ["an empty text", "no command", "", []],
  ["the text “hello”", "no command", "hello", []],
  ["the text “/”", "every command", "/", ["video", "video-key set", "video-key status"]],
  ["the text “/video”", "every command", "/video", ["video", "video-key set", "video-key status"]],
  ["the text “/KEY”", "the two video-key commands", "/KEY", ["video-key set", "video-key status"]],
  ["the text “/video-key s”", "the two video-key commands", "/video-key s", ["video-key set", "video-key status"]],
  ["the text “/stat”", "the command video-key status", "/stat", ["video-key status"]],
  ["the text “/nothing”", "no command", "/nothing", []],
])("%s in the sandbox page's message box suggests %s", ([, , line, names]) => {
  expect(commandsFor(line, usables).map(({ path }) => path)).toEqual(names);
});

test.for<[string, string]>([
  ["/video a boat", "prompt"],
  ["/video a boat ratio:", "ratio"],
  ["/video a boat duration:1", "duration"],
  ["/video a boat duration:10 in the rain", "prompt"],
  ["/video at noon said:", "prompt"],
])("text typed after %j on the sandbox page belongs to the option “%s”", ([line, name]) => {
  const read = readLine(line, usables);
  expect(read.kind === "command" && optionAt(line, video, read.typed)?.name).toBe(name);
});

const picture = new File(["x"], "boat.png", { type: "image/png" });

test.for<[what: string, result: string, line: string, files: readonly File[], use: object]>([
  [
    "with a duration",
    "is sent with the duration",
    "/video a boat duration:10",
    [],
    { options: { prompt: "a boat", duration: 10 } },
  ],
  [
    "with a picture",
    "is sent with the picture",
    "/video a boat",
    [picture],
    { options: { prompt: "a boat", image: picture } },
  ],
  ["without a prompt", "is refused", "/video", [], { why: "prompt: This option is required." }],
  ["with an unknown ratio", "is refused", "/video a boat ratio:wide", [], { why: "ratio: Choose one of the list." }],
  [
    "with two pictures",
    "is refused",
    "/video a boat",
    [picture, picture],
    { why: "/video accepts fewer files. Remove some." },
  ],
])("on the sandbox page, the Discord command /video %s %s", ([, , line, files, use]) => {
  const read = readLine(line, usables);
  expect(read.kind === "command" && readUse(video, read.typed, files)).toEqual(use);
});

test.for<[what: string, suggested: string, typed: string, values: readonly string[]]>([
  ["nothing", "every choice", "", ["16:9", "9:16"]],
  ["part of a choice", "only the matching choice", "port", ["9:16"]],
  ["a whole choice", "every choice", "16:9", ["16:9", "9:16"]],
  ["text without a matching choice", "every choice", "round", ["16:9", "9:16"]],
])("on the sandbox page, typing %s into a Discord option suggests %s", ([, , typed, values]) => {
  expect(choicesFor(typed, ratios).map(({ value }) => value)).toEqual(values);
});
