import { describe, expect, it } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { textOf } from "../text-of.ts";
import { message } from "../typed.ts";
import { aWorldFor, cardOf, jobId } from "../world.ts";

const video = { prompt: "a paper boat" };

describe.for([
  ["a private word", "cancel", true, true],
  ["a card that everybody sees", `again:${jobId}`, false, false],
  ["a card that one person sees", `again:${jobId}`, true, false],
] as const)("to a press in %s", ([, id, isPrivate, isReplaced]) => {
  /** What is shown to Ada after her press in that message, and the message as it was. */
  async function pressed(answer: (command: Command) => Answer) {
    const button = { label: "Press", id, style: "secondary" as const };
    const shown = message({ title: "Before", buttons: [button] });
    const world = await aWorldFor((command) => {
      if (command.act.kind === "press") return answer(command);
      if (!isPrivate) return { kind: "card", card: { ...cardOf(command), message: shown } };
      return { kind: "private", message: shown };
    });
    const { discord, seen, journal } = world;
    await seen("message", await discord.command("ada", "video", video));
    const [before] = discord.messages("ada");
    const act = await discord.press("ada", before?.id ?? "", id);
    await seen("answered", act);
    const said = () => discord.messages("ada").map((one) => /### (\w+)/.exec(textOf(one))?.[1]);
    await journal.find(() => said().includes("After"));
    return said();
  }
  const after = message({ title: "After" });
  const others = isReplaced ? ["After"] : ["Before", "After"];

  it("that takes its time ends in its place, or beside it where it is a card", async () => {
    const finish = async () => ({ message: after, card: null });
    expect(await pressed(() => ({ kind: "working", message: message({ title: "Looking" }), finish }))).toEqual(others);
  });

  it("that replaces it does so where it is no card", async () => {
    expect(await pressed(() => ({ kind: "replace_message", message: after }))).toEqual(others);
    expect(await pressed(() => ({ kind: "replace_later", finish: async () => after }))).toEqual(others);
  });

  it("that is a card is a message of its own, and its question goes", async () => {
    const card = (command: Command): Answer => {
      const made = cardOf(command);
      return { kind: "card", card: { ...made, message: message({ title: "Card" }) }, instead: after };
    };
    if (isReplaced) expect(await pressed(card)).toEqual(["After", "Card"]);
  });
});
