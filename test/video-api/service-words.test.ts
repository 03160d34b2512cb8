import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { looksLikeKey } from "../../src/core/text/secret.ts";
import { failureReason, meansBusy, ownWords } from "../../src/video-api/service-words.ts";
import { hostile } from "../fuzz/hostile.ts";

const wordsOf = (msg: unknown, key: string | null = null) => ownWords(JSON.stringify({ code: 7, msg }), key);

test.for([
  ["msg", { code: 7, msg: "Prompt is too violent" }],
  ["message", { message: "Prompt is too violent" }],
  ["error", { error: "Prompt is too violent" }],
  ["error.message", { error: { message: "Prompt is too violent" } }],
  ["data.msg", { code: 7, data: { msg: "Prompt is too violent" } }],
  ["data.message if msg is empty", { msg: " ", data: { message: "Prompt is too violent" } }],
  ["message if msg is a number", { msg: 400, message: "Prompt is too violent" }],
])("the service's message is read from the field %s", ([, body]) => {
  expect(ownWords(JSON.stringify(body), null)).toBe("Prompt is too violent");
});

test.for([
  ["an empty response", ""],
  ["an HTML response", "<html><body>Bad Request</body></html>"],
  ["invalid JSON", "{"],
  ["the JSON value null", "null"],
  ["a JSON array", "[]"],
  ["a JSON string", '"text"'],
  ["a field msg that is null", '{"msg":null}'],
  ["a field msg without letters", '{"msg":"…"}'],
] as const)("no message of the service is read from %s", ([, body]) => {
  expect(ownWords(body, null)).toBeNull();
});

test.for([
  ["one line\r\nand\u2028another\u0000\t", "one line and another"],
  ["**aspect_ratio** must be `16:9` or ~9:16~", "aspect ratio must be 16:9 or 9:16"],
  ["see <b>the docs</b> at https://evil.example/x?y=1 now", "see the docs at now"],
  ["[Free credits](https://evil.example) or www.evil.example or evil.example/free", "Free or or"],
  ["mail mailto:a@evil.example, discord.gg/abc", "mail"],
  ["<@123456789012345678> @everyone <!channel> look", "everyone look"],
  ["invalid key sk-4f9a8b7c6d5e4f3a2b1c given", "invalid key … given"],
  ["a\u202egnp.exe\u200b b", "a gnp.exe b"],
  ["request 6f9619ff-8b86-d011-b42d-00c04fc964ff of 123456789012345678 failed", "request … of … failed"],
  ["(task_0190b3f25d6e): 1280x720 at 24 fps in 2026", "… : 1280x720 at 24 fps in 2026"],
])("the service's message %j is shown as %j", ([msg, shown]) => {
  expect(wordsOf(msg)).toBe(shown);
});

test("the service's message is not shown if it contains the sent API key", () => {
  expect(wordsOf("no such key: plainword", "plainword")).toBeNull();
  expect(wordsOf("no such key: plainword", "another")).toBe("no such key: plainword");
});

test("a long message of the service is cut to 300 characters", () => {
  const shown = wordsOf("𝒜".repeat(500)) ?? "";
  expect([...shown]).toHaveLength(300);
  expect(shown.endsWith("𝒜…")).toBe(true);
  expect(shown.isWellFormed()).toBe(true);
});

test("every message of the service is shown as one plain line without links or keys", () => {
  fc.assert(
    fc.property(hostile, (msg) => {
      const shown = wordsOf(msg) ?? "";
      expect([...shown].length).toBeLessThanOrEqual(300);
      expect(shown).not.toMatch(/[\p{Cc}*_~`|<>[\]#@]|:\/\//u);
      expect(looksLikeKey(shown)).toBe(false);
    }),
  );
});

test.for([
  ["The model is overloaded", "means"],
  ["Server busy, try again later", "means"],
  ["Too many requests", "means"],
  ["a busybody in the prompt", "does not mean"],
  ["Invalid prompt", "does not mean"],
] as const)("the message %j %s that the service is busy", ([words, verb]) => {
  expect(meansBusy(words)).toBe(verb === "means");
});

test("a response without a message does not mean that the service is busy", () => {
  expect(meansBusy(null)).toBe(false);
});

const sent = { key: null, taskId: "task_7" };
const reasonOf = (answer: { readonly data?: unknown; readonly msg?: unknown }) => failureReason(answer, sent);

describe("the reason why a task failed", () => {
  test.for<[string, { readonly data?: unknown; readonly msg?: unknown }]>([
    ["data.failReason", { data: { failReason: "No faces, please" }, msg: "success" }],
    ["data.fail_reason", { data: { fail_reason: "No faces, please" } }],
    ["data.reason instead of data.message", { data: { reason: "No faces, please", message: "Task failed" } }],
    [
      "data.errorMessage instead of data.message",
      { data: { message: "Task failed", errorMessage: "No faces, please" } },
    ],
    ["data.error", { data: { error: "No faces, please" } }],
    ["data.error.message", { data: { error: { code: 7, message: "No faces, please" } } }],
    ["data.message", { data: { message: "No faces, please" } }],
    ["msg if data contains no reason", { data: { message: "ok", reason: 7, error: null }, msg: "No faces, please" }],
    ["data.message if data.failReason is “failed”", { data: { failReason: "failed", message: "No faces, please" } }],
    ["msg if data is null", { data: null, msg: "No faces, please" }],
    ["msg if data is missing", { msg: "No faces, please" }],
  ])("is read from the field %s", ([, answer]) => {
    expect(reasonOf(answer)).toBe("No faces, please");
  });

  test.for([
    ...["success", "Success", "SUCCESS!", "ok", "OK", "completed", "Request completed successfully", "操作成功"],
    ...["failed", "FAILURE", "Task failed.", "The video generation has failed", "error", "null", "…", "!!"],
  ])("is never the text “%s”", (msg) => {
    expect(reasonOf({ data: { message: msg, error: msg, reason: msg, failReason: msg }, msg })).toBeNull();
  });

  test.for<[string, unknown]>([
    ["an empty string", ""],
    ["a string of spaces", "  "],
    ["a number", 7],
    ["a boolean", true],
    ["null", null],
    ["a list", ["No faces"]],
    ["an object without a message", { a: { b: { c: "No faces" } } }],
    ["an object with a nested message", { message: { message: "No faces" } }],
  ])("is not read from a field that is %s", ([, msg]) => {
    expect(reasonOf({ data: { message: msg, error: msg, reason: msg, failReason: msg }, msg })).toBeNull();
  });

  test.for(["Could not be completed: no faces", "Unsuccessful: no faces", "生成失败，未完成"])(
    "may contain a success word in a negation, as in %j",
    (msg) => {
      expect(reasonOf({ msg })).toBe(msg);
    },
  );

  test.for<[string, unknown, string | null]>([
    ["is shown without links", "see https://evil.example/x?key=1 or discord.gg/abc", "see or"],
    ["is shown without mentions", "<@123456789012345678> @everyone <!channel> no faces", "everyone no faces"],
    ["is shown without the task id", "task_7: no faces", "…: no faces"],
    ["is shown without control characters", "no\u0000 faces\r\n\u202eplease\u200b", "no faces please"],
    ["is shown without Markdown", "`no` **faces** [please](https://evil.example)", "no faces"],
    ["is shown without API keys", "use key sk-4f9a8b7c6d5e4f3a2b1c instead", "use key … instead"],
    ["is not shown if it is only a link", "https://evil.example/only", null],
  ])("%s", ([, msg, shown]) => {
    expect(reasonOf({ data: { message: msg } })).toBe(shown);
  });

  test("is not shown if it contains the sent API key", () => {
    expect(failureReason({ msg: "no faces: plainword" }, { ...sent, key: "plainword" })).toBeNull();
  });

  test("is cut to 300 characters", () => {
    expect([...(reasonOf({ msg: "no faces ".repeat(1_200) }) ?? "")]).toHaveLength(300);
  });

  test("is not read from JSON that is nested 5,000 levels deep", () => {
    let nested: unknown = "no faces";
    for (let depth = 0; depth < 5_000; depth += 1) nested = { message: nested };
    expect(reasonOf({ data: nested })).toBeNull();
  });

  test("is always one plain line without links or keys", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.jsonValue()), fc.oneof(hostile, fc.jsonValue()), (message, error) => {
        const shown = reasonOf({ data: { message, error }, msg: message }) ?? "";
        expect([...shown].length).toBeLessThanOrEqual(300);
        expect(shown).not.toMatch(/[\p{Cc}*_~`|<>[\]#@]|:\/\//u);
        expect(looksLikeKey(shown)).toBe(false);
      }),
    );
  });
});
