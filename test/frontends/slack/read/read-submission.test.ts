import { describe, expect, it } from "vitest";
import { readSubmission } from "../../../../src/frontends/slack/in/read-slack.ts";
import { packOrigin } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { reading, submission } from "../payloads.ts";

describe("a submitted form", () => {
  it("gives a key that no log can print", () => {
    const values = { key: { key: { type: "plain_text_input", value: "  sk-very-secret-key  " } } };
    const act = readSubmission({ ...submission, view: { ...submission.view, state: { values } } }, reading)?.command
      .act;
    expect(act?.kind === "give_key" && act.key.reveal()).toBe("sk-very-secret-key");
    expect(JSON.stringify(act)).not.toContain("secret-key");
  });

  it("gives a draft, with what was left empty absent", () => {
    const values = {
      prompt: { prompt: { type: "plain_text_input", value: " a cat & <dog> " } },
      ratio: { ratio: { type: "static_select", selected_option: { value: "9:16" } } },
      duration: { duration: { type: "static_select", selected_option: null } },
      image_url: { image_url: { type: "plain_text_input", value: null } },
    };
    const view = { ...submission.view, callback_id: "make_video", state: { values } };
    expect(readSubmission({ ...submission, view }, reading)).toMatchObject({
      viewId: "V1",
      fields: ["prompt", "ratio", "duration", "image_url"],
      command: {
        eventId: "slack:V1:h1",
        act: {
          kind: "make_video",
          from: "form",
          draft: { prompt: " a cat & <dog> ", ratio: "9:16", duration: null, resolution: null, image_url: null },
        },
      },
    });
  });

  it("gives settings, with what was left empty absent", () => {
    const values = {
      ratio: { ratio: { type: "static_select", selected_option: { value: "9:16" } } },
      ping: { ping: { type: "static_select", selected_option: null } },
    };
    const view = { ...submission.view, callback_id: "settings", state: { values } };
    expect(readSubmission({ ...submission, view }, reading)?.command.act).toEqual({
      kind: "settings",
      from: "form",
      given: {
        ratio: "9:16",
        duration: null,
        resolution: null,
        ping: null,
        attach: null,
        visibility: null,
        confirm_above: null,
        pay: null,
      },
    });
  });

  it("says whose request the form was filled with", () => {
    const origin = { channelId: "C9", responseUrl: null, responseUrlUntil: 5, responseUrlUses: 0 };
    const edits = { jobId: "0123456789abcdef0123", nth: 2 };
    const read = (private_metadata: string) => {
      const view = { ...submission.view, callback_id: "make_video", private_metadata };
      return readSubmission({ ...submission, view }, reading);
    };
    const filled = read(packOrigin(origin, { edits }));
    expect(filled?.command.act).toMatchObject({ kind: "make_video", edits });
    expect(filled?.reply).toMatchObject(origin);
    expect(read(packOrigin(origin))?.command.act).not.toHaveProperty("edits");
    expect(read(JSON.stringify({ c: "C9", r: null, u: 5, n: 0, e: "x:1" }))?.command.act).not.toHaveProperty("edits");
  });

  it("goes where its form came from, else to the person directly", () => {
    const origin = {
      channelId: "C9",
      responseUrl: "https://hooks.slack.com/c/1",
      responseUrlUntil: 5,
      responseUrlUses: 1,
    };
    const view = { ...submission.view, private_metadata: packOrigin(origin) };
    expect(readSubmission({ ...submission, view }, reading)?.reply).toMatchObject(origin);
    expect(readSubmission(submission, reading)?.reply).toMatchObject({ channelId: "U1", responseUrl: null });
  });
});
