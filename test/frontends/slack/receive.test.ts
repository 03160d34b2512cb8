import { describe, expect, it, test } from "vitest";
import type { Form } from "../../../src/core/chat.ts";
import type { Answer, Command } from "../../../src/core/command.ts";
import type { Entry } from "../../../src/sandbox/journal.ts";
import { toldClock } from "../../fakes/told-clock.ts";
import { cardFor, inSlack, plain, type SlackWorld, wordsIn } from "./slack-world.ts";

const ada = "U00000ADA1";

const keyForm: Form = {
  id: "key",
  title: "Your API key",
  submit: "Save",
  note: null,
  fields: [
    {
      kind: "text",
      id: "key",
      label: "API key",
      hint: null,
      value: "",
      isLong: false,
      isRequired: true,
      maxLength: 500,
    },
  ],
};
const addKey = plain("Your own API key comes first", {
  buttons: [{ label: "Add my key", id: "add_key", style: "primary" }],
});

const saying = (text: string) => (entry: Entry) =>
  (entry.kind === "message" || entry.kind === "edited" || entry.kind === "form_updated") &&
  wordsIn(entry.payload).includes(text);
const answered = (entry: Entry) => entry.kind === "answered";

/** The form that Ada has before her, once it is there. */
async function openForm({ slack, journal }: SlackWorld): Promise<string> {
  await journal.find(({ kind }) => kind === "form");
  return slack.openForms("ada").at(-1)?.viewId ?? "";
}

/** The message with the button, once it is there. */
async function seen({ journal }: SlackWorld, text: string): Promise<string> {
  return (await journal.find(saying(text))).messageId ?? "";
}

describe("a command", () => {
  it("is answered privately within Slack's own answer", () =>
    inSlack(
      () => ({ kind: "private", message: plain("Too many at once") }),
      async ({ slack, journal, answeredIn }) => {
        await slack.command("ada", "/video a cat");
        const { payload } = await journal.find(answered);
        expect(JSON.stringify(payload)).toContain("Too many at once");
        expect(slack.messages("ada").at(-1)).toMatchObject({ ephemeralFor: ada });
        expect(answeredIn).toHaveLength(1);
      },
    ));

  it("gets its card as a message that notifies nobody, and the desk is told where it is", () =>
    inSlack(
      (command) => cardFor(command, plain("Starting", { facts: [["Asked by ", { kind: "person", userId: ada }]] })),
      async ({ slack, desk }) => {
        await slack.command("ada", "/video a cat");
        const fate = await desk.fate();
        const card = slack.messages("ben").at(-1);
        expect(fate).toMatchObject({
          kind: "given",
          reply: { ts: card?.ts, cardChannelId: slack.channelId, isUneditable: false },
        });
        expect(card?.mentions).toEqual([]);
        expect(wordsIn(card?.blocks)).toContain("Asked by @ada");
      },
    ));

  test.for(["unjoinedChannelId", "foreignChannelId"] as const)(
    "gets its card through the response_url in the %s",
    (which) =>
      inSlack(cardFor, async ({ slack, desk }) => {
        await slack.command("ada", "/video a cat", { channelId: slack[which] });
        expect(await desk.fate()).toMatchObject({
          kind: "given",
          reply: { ts: null, isUneditable: true, responseUrlUses: 1 },
        });
        expect(slack.messages("ben", slack[which]).at(-1)).toMatchObject({ viaResponseUrl: true, ephemeralFor: null });
      }),
  );

  it("gets its card as a direct message, with a reason, where no other way is left", () =>
    inSlack(
      (command) => cardFor({ ...command, reply: { ...command.reply, responseUrl: null } as Command["reply"] }),
      async ({ slack, desk }) => {
        await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
        expect(await desk.fate()).toMatchObject({ kind: "given", reply: { cardChannelId: slack.dmChannelId("ada") } });
        expect(wordsIn(slack.messages("ada", slack.dmChannelId("ada")).at(-1)?.blocks)).toContain(
          "cannot write in the channel",
        );
      },
    ));

  it("opens a form, and what is typed there comes back as a command of the same channel", () =>
    inSlack(
      ({ act }) =>
        act.kind === "set_key" ? { kind: "form", form: keyForm } : { kind: "private", message: plain("Got it") },
      async (world) => {
        const { slack, desk, journal, log } = world;
        await slack.command("ada", "/video-key set", { channelId: slack.foreignChannelId });
        await slack.submitForm("ada", await openForm(world), { key: "sk-canary-0123456789" });
        await journal.find(saying("Got it"));
        const act = desk.commands.at(-1)?.act;
        expect(act?.kind === "give_key" && act.key.reveal()).toBe("sk-canary-0123456789");
        expect(slack.messages("ada", slack.foreignChannelId).at(-1)).toMatchObject({ ephemeralFor: ada });
        expect(slack.openForms("ada")).toEqual([]);
        expect(JSON.stringify(log.lines)).not.toContain("canary");
      },
    ));

  it("that the desk cannot answer is answered all the same", () =>
    inSlack(
      () => Promise.reject(new Error("a bug")),
      async ({ slack, journal, log }) => {
        await slack.command("ada", "/video a cat");
        const { payload } = await journal.find(answered);
        expect(JSON.stringify(payload)).toMatch(/Something went wrong on our side.*Nothing was charged/);
        expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "slack_answer_failed" }));
      },
    ));

  it("that the desk answers too late is told so in time, and its late card is refused", async () => {
    const clock = toldClock();
    let decide = (_: Answer) => {};
    const late = new Promise<Answer>((resolve) => {
      decide = resolve;
    });
    await inSlack(
      () => late,
      async ({ slack, journal, desk }) => {
        await slack.command("ada", "/video a cat");
        while (desk.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(2_000);
        const { payload } = await journal.find(answered);
        expect(JSON.stringify(payload)).toMatch(/cannot save this now.*Nothing was charged/);
        const [command] = desk.commands;
        if (command) decide(cardFor(command));
        expect(await desk.fate()).toEqual({ kind: "refused" });
        expect(slack.messages("ben").filter(({ userId }) => userId === slack.botUserId)).toEqual([]);
      },
      clock,
    );
  });
});

describe("a form that was sent", () => {
  const opening = (then: (command: Command) => Answer) => (command: Command) =>
    command.act.kind === "set_key" ? ({ kind: "form", form: keyForm } as const) : then(command);

  it("stays open with an error at its field", () =>
    inSlack(
      opening(() => ({ kind: "form_error", field: "key", text: "That is no key", message: plain("That is no key") })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video-key set");
        await slack.submitForm("ada", await openForm(world), { key: "x" });
        await journal.find(({ kind }) => kind === "form_updated");
        expect(slack.openForms("ada").at(-1)?.errors).toEqual({ key: "That is no key" });
      },
    ));

  it("closes with a private message where the error is at no field of its", () =>
    inSlack(
      opening(() => ({ kind: "form_error", field: "image", text: "No", message: plain("That is no picture") })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video-key set");
        await slack.submitForm("ada", await openForm(world), { key: "x" });
        await journal.find(saying("That is no picture"));
        expect(slack.openForms("ada")).toEqual([]);
      },
    ));

  it("shows that it is worked on, then what came of it, and the card that had waited", () =>
    inSlack(
      opening((command) => ({
        kind: "working",
        message: plain("Checking your key…", { body: [["This costs no credits."]] }),
        finish: async () => {
          const answer = cardFor(command);
          return { message: plain("Your key is saved"), card: answer.kind === "card" ? answer.card : null };
        },
      })),
      async (world) => {
        const { slack, journal, desk } = world;
        await slack.command("ada", "/video-key set");
        await slack.submitForm("ada", await openForm(world), { key: "sk" });
        await journal.find(saying("Checking your key…"));
        await journal.find(saying("Your key is saved"));
        expect(await desk.fate()).toMatchObject({ kind: "given" });
        expect(slack.messages("ben").at(-1)).toMatchObject({ ephemeralFor: null });
      },
    ));

  it("says privately what came of it where the person has closed it meanwhile", async () => {
    let finish = () => {};
    const closed = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await inSlack(
      opening(() => ({
        kind: "working",
        message: plain("Checking your key…"),
        finish: async () => {
          await closed;
          return { message: plain("Your key is saved"), card: null };
        },
      })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video-key set");
        const viewId = await openForm(world);
        await slack.submitForm("ada", viewId, { key: "sk" });
        await journal.find(saying("Checking your key…"));
        slack.closeForm("ada", viewId);
        finish();
        await journal.find((entry) => entry.kind === "message" && saying("Your key is saved")(entry));
      },
    );
  });
});

describe("a press", () => {
  const withButton = (then: (command: Command) => Answer) => (command: Command) =>
    command.act.kind === "press" ? then(command) : ({ kind: "private", message: addKey } as const);

  it("opens a form from a private message", () =>
    inSlack(
      withButton(() => ({ kind: "form", form: keyForm })),
      async (world) => {
        const { slack } = world;
        await slack.command("ada", "/video a cat");
        await slack.press("ada", await seen(world, "comes first"), "add_key");
        expect(await openForm(world)).not.toBe("");
      },
    ));

  it("replaces the private message it came from while it is worked on", () =>
    inSlack(
      withButton(() => ({
        kind: "working",
        message: plain("A moment"),
        finish: async () => ({ message: plain("Done"), card: null }),
      })),
      async (world) => {
        const { slack, journal } = world;
        await slack.command("ada", "/video a cat");
        await slack.press("ada", await seen(world, "comes first"), "add_key");
        await journal.find(saying("Done"));
        const own = slack.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
        expect(own.map(({ blocks }) => wordsIn(blocks))).toEqual(["Done"]);
      },
    ));

  const buttons = [{ label: "Delete", id: "delete:0123456789abcdef0123", style: "danger" }] as const;
  const cardWithButton = (then: Answer) => (command: Command) =>
    command.act.kind === "press" ? then : cardFor(command, plain("Your card", { buttons }));

  it("on a public card is answered to the presser alone", () =>
    inSlack(cardWithButton({ kind: "private", message: plain("Not your card") }), async (world) => {
      const { slack, journal } = world;
      await slack.command("ada", "/video a cat");
      await slack.press("ben", await seen(world, "Your card"), buttons[0].id);
      await journal.find(saying("Not your card"));
      expect(slack.messages("ben").at(-1)).toMatchObject({ ephemeralFor: "U00000BEN2" });
      expect(wordsIn(slack.messages("ada").at(-1)?.blocks)).toContain("Your card");
    }));

  test.for(["channelId", "foreignChannelId"] as const)("takes the card away in the %s", (which) =>
    inSlack(cardWithButton({ kind: "remove_message" }), async (world) => {
      const { slack, journal } = world;
      await slack.command("ada", "/video a cat", { channelId: slack[which] });
      const ts = await seen(world, "Your card");
      await slack.press("ada", ts, buttons[0].id);
      await journal.find(({ kind, messageId }) => kind === "deleted" && messageId === ts);
    }),
  );
});
