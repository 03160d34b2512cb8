import { describe, expect, it, test } from "vitest";
import type { Answer } from "../../../../src/core/command.ts";
import { deferred } from "../../../fakes/deferred.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { keyForm } from "../../forms.ts";
import { textOf } from "../text-of.ts";
import { aWorldFor, cardOf, jobId, message } from "../world.ts";

const video = { prompt: "a paper boat" };

describe("on Discord,", () => {
  it("the response to a command creates a public card and reports the card's message id", async () => {
    const { discord, fate, answerMs, commands } = await aWorldFor();
    await discord.command("ada", "video", video);
    const answerFate = await fate();
    const [shown] = discord.messages("ben");
    expect(answerFate).toEqual({ kind: "given", reply: { ...commands[0]?.reply, messageId: shown?.id } });
    expect(shown && textOf(shown)).toContain("Accepted\na paper boat");
    expect(answerMs).toEqual([0]);
  });

  const tooLong = message({ title: "That prompt is too long" });
  test.for<readonly [string, Answer]>([
    ["a private message", { kind: "private", message: tooLong }],
    ["a form error", { kind: "form_error", field: "prompt", text: "too long", message: tooLong }],
  ])("the response to a command is visible only to the sender if the response is %s", async ([, answer]) => {
    const { discord, seen } = await aWorldFor(() => answer);
    await seen("message", await discord.command("ada", "video", video));
    expect(discord.messages("ada").map(textOf).join()).toContain("That prompt is too long");
    expect(discord.messages("ben")).toEqual([]);
  });

  it("autocomplete suggestions are cut to the maximum number and length", async () => {
    const long = "x".repeat(120);
    const { discord } = await aWorldFor(() => ({
      kind: "suggestions",
      choices: [
        { label: `  ${long}`, value: "a boat" },
        { label: "", value: "b" },
        { label: "too long a value", value: long },
        ...Array.from({ length: 30 }, (_, n) => ({ label: `choice ${n}`, value: String(n) })),
      ],
    }));
    const choices = await discord.suggest("ada", "video", "prompt", "a bo");
    expect(choices.slice(0, 3)).toEqual([
      { name: `${long.slice(0, 99)}…`, value: "a boat" },
      { name: "…", value: "b" },
      { name: "choice 0", value: "0" },
    ]);
    expect(choices.length).toBeLessThanOrEqual(25);
  });

  it("autocomplete gets no suggestions if the command is refused", async () => {
    const { discord } = await aWorldFor(() => ({ kind: "private", message: message() }));
    expect(await discord.suggest("ada", "video-jobs", "show", "")).toEqual([]);
    expect(discord.messages("ada")).toEqual([]);
  });

  it("a submitted form gets an error message if the bot's answer is another form", async () => {
    const { discord, seen } = await aWorldFor(() => ({ kind: "form", form: keyForm }));
    const asked = await discord.command("ada", "video-key", {}, { subcommand: "set" });
    await seen("form", asked);
    await seen("message", await discord.submitForm("ada", asked, { key: "sk" }));
    expect(discord.messages("ada").map(textOf).join()).toContain("Something went wrong in Reelay");
  });

  it("a button press can delete the message that contains the button", async () => {
    const { discord, fate, journal, seen } = await aWorldFor((command) => {
      if (command.act.kind === "press") return { kind: "remove_message", otherwise: message() };
      const card = cardOf(command);
      const buttons = [{ label: "Delete", id: `delete:${jobId}`, style: "secondary" as const }];
      return { kind: "card", card: { ...card, message: { ...card.message, buttons } } };
    });
    await discord.command("ada", "video", video);
    await fate();
    const [shown] = discord.messages("ada");
    const pressed = await discord.press("ada", shown?.id ?? "", `delete:${jobId}`);
    expect(await seen("answered", pressed)).toMatchObject({ payload: { body: { type: 6 } } });
    await journal.find(({ kind }) => kind === "deleted");
    expect(discord.messages("ada")).toEqual([]);
  });
});

describe("a Discord command", () => {
  it("is answered with the message that no video was started if the card cannot be rendered", async () => {
    const { discord, seen, fate } = await aWorldFor((command) => ({
      kind: "card",
      card: { ...cardOf(command), reply: aSlackReply() },
    }));
    await seen("message", await discord.command("ada", "video", { prompt: "a boat" }));
    expect(discord.messages("ada").map(textOf).join()).toContain(
      "Something went wrong in Reelay, and no video was started. Nothing was charged.",
    );
    expect(await fate()).toEqual({ kind: "refused" });
  });

  it("is answered with an error message within Discord's limit of 3 s if processing takes too long", async () => {
    const late = deferred<Answer>();
    const world = await aWorldFor(() => late.promise);
    const { discord, clock, commands, seen, fate, journal } = world;
    const asked = await discord.command("ada", "video", video);
    while (commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(2_000);
    await seen("message", asked);
    expect(discord.messages("ada").map(textOf).join()).toContain("Reelay cannot save this now. Nothing was charged.");
    const [command] = commands;
    if (command) late.resolve({ kind: "card", card: cardOf(command) });
    expect(await fate()).toEqual({ kind: "refused" });
    await clock.advance(10_000);
    expect(journal.since(0).filter(({ kind }) => kind === "unanswered")).toEqual([]);
  });
});

describe("a Discord card", () => {
  it("is reported as refused if the interaction token has expired", async () => {
    const gate = deferred();
    const { discord, clock, fate, commands, seen } = await aWorldFor(async (command) => {
      await gate.promise;
      return { kind: "card", card: cardOf(command) };
    });
    const asked = await discord.command("ada", "video", video);
    while (commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
    discord.killTokens();
    gate.resolve();
    expect(await fate()).toEqual({ kind: "refused" });
    expect(discord.messages("ada")).toEqual([]);
    await clock.advance(3_000);
    await seen("unanswered", asked);
  });
});
