import { expect, test } from "vitest";
import { readDemoOptions } from "../../src/cli/demo/options.ts";
import { isLedgerRight, isTeamLedgerRight, isTold, linesOf, type Seen, videoIn } from "../../src/cli/demo/seen.ts";

test.for<[readonly string[], object]>([
  [[], { prompt: "a paper boat in the rain", outcome: "succeeded", image: undefined }],
  [["a", "cat"], { prompt: "a cat" }],
  [["a cat", "--ratio", "9:16", "--duration=15"], { prompt: "a cat", ratio: "9:16", duration: "15" }],
  [["--image", "a cat"], { prompt: "a cat", image: "sample" }],
  [["a cat", "--image"], { prompt: "a cat", image: "sample" }],
  [["a cat", "--image", "https://x.example/a.png"], { image: "https://x.example/a.png" }],
  [["a cat", "--image", "--outcome", "failed"], { image: "sample", outcome: "failed", story: "video" }],
  [["--team"], { prompt: "a paper boat in the rain", story: "team" }],
  [["a cat", "--team"], { prompt: "a cat", story: "team" }],
  [["a cat", "--continue"], { prompt: "a cat", story: "continue" }],
])("%j is understood", ([words, options]) => {
  expect(readDemoOptions(words)).toMatchObject(options);
});

test.for([
  [["--outcome", "maybe"]],
  [["--nope"]],
  [["--ratio"]],
  [["--team", "--outcome", "failed"]],
  [["--team", "--duration", "15"]],
  [["--continue", "--image"]],
  [["--continue", "--team"]],
])("%j is refused with a sentence", ([words = []]) => {
  expect(readDemoOptions(words)).toEqual(expect.any(String));
});

const card = "The video is ready\nhttp://127.0.0.1:1/videos/t.mp4\n95 credits used.";
const seen = (text: string, isPinged = true): Seen => ({ messages: [{ text, isPrivate: false }], isPinged });

test("a video counts only with its link, its credits and its notification", () => {
  expect(videoIn(seen(card))).toBe("http://127.0.0.1:1/videos/t.mp4");
  expect(videoIn(seen(card, false))).toBeNull();
  expect(videoIn(seen("95 credits used."))).toBeNull();
  expect(isTold("succeeded", seen(card), 95)).toBe(true);
});

test("a refusal counts only with its price, its words and its button", () => {
  expect(
    isTold(
      "no-credits",
      seen("This video costs 95 credits, and your account doesn't have enough. Nothing was charged."),
      95,
    ),
  ).toBe(true);
  expect(
    isTold(
      "no-credits",
      seen("This video costs 95 credits, and your account doesn't have enough. Nothing was charged."),
      205,
    ),
  ).toBe(false);
  expect(isTold("no-credits", seen("This video costs 95 credits, and your account doesn't have enough."), 95)).toBe(
    false,
  );
  expect(isTold("bad-key", seen("Your key was refused. Nothing was charged.\n[Add my key]"), 95)).toBe(true);
  expect(isTold("bad-key", seen("Your key was refused. Nothing was charged."), 95)).toBe(false);
  expect(isTold("failed", seen("The video failed. 95 credits were refunded."), 95)).toBe(true);
  expect(isTold("failed", seen("The video failed."), 95)).toBe(false);
});

test("the ledger must say what people read", () => {
  expect(isLedgerRight("succeeded", { charged: 190, refunded: 0, tasks: 2 }, 95)).toBe(true);
  expect(isLedgerRight("succeeded", { charged: 285, refunded: 0, tasks: 3 }, 95)).toBe(false);
  expect(isLedgerRight("failed", { charged: 190, refunded: 95, tasks: 2 }, 95)).toBe(false);
  expect(isLedgerRight("bad-key", { charged: 95, refunded: 0, tasks: 1 }, 95)).toBe(false);
});

test("after the team's story the ledger has one video at its price on each platform", () => {
  expect(isTeamLedgerRight({ charged: 286, refunded: 0, tasks: 2 }, 143)).toBe(true);
  expect(isTeamLedgerRight({ charged: 429, refunded: 0, tasks: 3 }, 143)).toBe(false);
  expect(isTeamLedgerRight({ charged: 286, refunded: 143, tasks: 2 }, 143)).toBe(false);
  expect(isTeamLedgerRight({ charged: 190, refunded: 0, tasks: 2 }, 143)).toBe(false);
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
