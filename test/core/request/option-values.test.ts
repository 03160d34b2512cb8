import { expect, test } from "vitest";
import {
  type ChosenOption,
  pixelsAt,
  plainValue,
  plainWidths,
  writtenAt,
} from "../../../src/core/request/option-values.ts";

test.for<readonly [ChosenOption, string, string]>([
  ["ratio", "9:16", "9:16"],
  ["ratio", "9X16", "9:16"],
  ["ratio", "16/9", "16:9"],
  ["ratio", "9 : 16", "9:16"],
  ["ratio", "９：１６", "9:16"],
  ["ratio", "9∶16", "9:16"],
  ["ratio", "1920×1080", "16:9"],
  ["ratio", "854x480", "16:9"],
  ["ratio", "1.78:1", "16:9"],
  ["ratio", "1:1.778", "9:16"],
  ["ratio", "1.76:1", "1.76:1"],
  ["ratio", "4:3", "4:3"],
  ["ratio", "0:0", "0:0"],
  ["ratio", "Portrait", "9:16"],
  ["ratio", "vertical", "9:16"],
  ["ratio", "landscape", "16:9"],
  ["ratio", "horizontal", "16:9"],
  ["duration", "15", "15"],
  ["duration", "15s", "15"],
  ["duration", "15 S", "15"],
  ["duration", "15sec", "15"],
  ["duration", "15 second", "15"],
  ["duration", "15 seconds", "15"],
  ["duration", "15 Sekunden", "15"],
  ["duration", "15 secondes", "15"],
  ["duration", "15 segundos", "15"],
  ["duration", "１５秒", "15"],
  ["duration", "15秒間", "15"],
  ["duration", "15초", "15"],
  ["resolution", "720p", "720p"],
  ["resolution", "720", "720p"],
  ["resolution", "720 P", "720p"],
  ["resolution", "1080", "1080p"],
  ["resolution", "HD", "720p"],
  ["resolution", "sd", "480p"],
  ["resolution", "4K", "4k"],
  ["resolution", "2k", "2k"],
  ["resolution", "8k", "8k"],
  ["pay", "Team", "team"],
  ["pay", "mine", "mine"],
])("for the option %s, the text %j means %j", ([option, typed, value]) => {
  expect(plainValue(option, ` ${typed} `)).toBe(value);
  expect(writtenAt(plainWidths(typed), 0, option)).toEqual({ value, end: typed.length });
});

test.for<readonly [ChosenOption, string]>([
  ["ratio", "tall"],
  ["ratio", "9:16 please"],
  ["duration", "15 minutes"],
  ["duration", "10.5"],
  ["resolution", "720 pixels"],
  ["resolution", "hd720"],
  ["pay", "you"],
])("for the option %s, the text %j is not a valid value and stays unchanged", ([option, typed]) => {
  expect(plainValue(option, typed)).toBe(typed);
});

test("reading an option's value at a position in a text finds only a value that begins at that position", () => {
  expect(writtenAt("a fox 9:16", 6, "ratio")).toEqual({ value: "9:16", end: 10 });
  expect(writtenAt("a fox 9:16", 5, "ratio")).toBeNull();
  expect(writtenAt("a fox", 3, "resolution")).toBeNull();
  expect(writtenAt("15 seconds long", 0, "duration")).toEqual({ value: "15", end: 10 });
  expect(writtenAt("720 people", 0, "resolution")).toEqual({ value: "720p", end: 3 });
});

test.for([
  ["1280x720", { value: "720p", ratio: "16:9", end: 8 }],
  ["480 x 854", { value: "480p", ratio: "9:16", end: 9 }],
  ["1024x1024", { value: "1024p", ratio: null, end: 9 }],
] as const)("the text “%s” is read as a picture size", ([typed, read]) => {
  expect(pixelsAt(typed, 0)).toEqual(read);
});

test("the text “720p” is not read as a picture size", () => {
  expect(pixelsAt("720p", 0)).toBeNull();
});

test("full-width letters, digits and signs are replaced by ASCII without changing the text's length", () => {
  const typed = "ａＺ０９：＝－！～　×∶﹕狐 é";
  expect(plainWidths(typed)).toBe("aZ09:=-!~ x::狐 é");
  expect(plainWidths(typed)).toHaveLength(typed.length);
});
