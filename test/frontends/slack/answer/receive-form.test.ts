import { describe, expect, it } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { cardFor, inSlack, plain } from "../slack-world.ts";
import { keyForm, openForm, saying } from "../steps.ts";

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
