import { describe, expect, it } from "vitest";
import { machineClock } from "../../../../src/core/clock.ts";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { cardFor, inSlack, plain, type SlackWorld } from "../slack-world.ts";
import { answered, keyForm, openForm, seen } from "../steps.ts";

/** Waits until the bot has answered that number of deliveries. */
const answers = ({ journal }: SlackWorld, count: number) =>
  journal.find(() => journal.since(0).filter(answered).length >= count);

describe.for(["socket", "http"] as const)("over %s, what Slack delivers twice is carried out once", (transport) => {
  const live = (decide: (command: Command) => Answer, tell: (world: SlackWorld) => Promise<void>) =>
    inSlack(decide, tell, machineClock, transport);

  it("a command has one card", () =>
    live(cardFor, async (world) => {
      await world.slack.command("ada", "/video a cat");
      await world.desk.fate();
      world.slack.redeliver();
      await answers(world, 2);
      expect(world.desk.commands).toHaveLength(1);
      expect(world.slack.messages("ben").filter(({ userId }) => userId === world.slack.botUserId)).toHaveLength(1);
    }));

  it("a command that was refused is refused in the same words", () =>
    live(
      () => ({ kind: "private", message: plain("Too many at once") }),
      async (world) => {
        await world.slack.command("ada", "/video a cat");
        world.slack.redeliver();
        await answers(world, 2);
        const payloads = world.journal.since(0).filter(answered);
        expect(payloads.filter(({ payload }) => JSON.stringify(payload).includes("Too many at once"))).toHaveLength(2);
        expect(world.desk.commands).toHaveLength(1);
      },
    ));

  it("a press is told of once", () =>
    live(
      (command) => {
        if (command.act.kind !== "make_video") return { kind: "private", message: plain("On the list") };
        const button = { label: "Notify me too", id: "notify:x", style: "secondary" } as const;
        return cardFor(command, plain("Starting", { buttons: [button] }));
      },
      async (world) => {
        await world.slack.command("ada", "/video a cat");
        const card = await seen(world, "Starting");
        await world.slack.press("ada", card, "notify:x");
        await seen(world, "On the list");
        world.slack.redeliver();
        await answers(world, 3);
        const told = world.slack.messages("ada").filter(({ blocks }) => JSON.stringify(blocks).includes("On the list"));
        expect(told).toHaveLength(1);
        expect(world.desk.commands).toHaveLength(2);
      },
    ));

  it("a form is taken once, and one that was mended and sent again is taken anew", () => {
    let tries = 0;
    return live(
      ({ act }) => {
        if (act.kind !== "give_key") return { kind: "form", form: keyForm };
        tries += 1;
        const message = plain("Saved");
        return tries === 1
          ? { kind: "form_error", field: "key", text: "Not that", message }
          : { kind: "private", message };
      },
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video-key set");
        const form = await openForm(world);
        await slack.submitForm("ada", form, { key: "wrong-key" });
        await journal.find(({ kind }) => kind === "form_updated");
        await slack.submitForm("ada", form, { key: "good-key" });
        await seen(world, "Saved");
        slack.redeliver();
        await answers(world, 4);
        expect(tries).toBe(2);
        expect(slack.openForms("ada")).toEqual([]);
      },
    );
  });
});
