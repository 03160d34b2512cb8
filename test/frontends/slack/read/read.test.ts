import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Act } from "../../../../src/core/command.ts";
import { misreadParts, readPress, readSlash, readSubmission } from "../../../../src/frontends/slack/in/read-slack.ts";
import { packOrigin, unpackOrigin } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { now, press, reading, slash } from "../payloads.ts";

const actOf = (over: object): Act | undefined => readSlash({ ...slash, ...over }, reading)?.command.act;

describe("a slash command", () => {
  it("becomes a command whose answer lives in its channel", () => {
    expect(readSlash(slash, reading)).toMatchObject({
      triggerId: "17.1.x",
      userName: "ada",
      command: {
        eventId: "slack:17.1.x",
        owner: { platform: "slack", teamId: "T1", userId: "U1" },
        workspace: "T1",
        receivedAt: now,
        act: { kind: "make_video", from: "command", draft: { prompt: "a cat" } },
        reply: {
          platform: "slack",
          teamId: "T1",
          channelId: "C1",
          userId: "U1",
          ts: null,
          cardChannelId: null,
          responseUrl: "https://hooks.slack.com/commands/1",
          responseUrlUntil: now + 1_800_000,
          responseUrlUses: 0,
          isUneditable: false,
        },
      },
    });
  });

  it("belongs to the enterprise where the app is installed there", () => {
    expect(readSlash({ ...slash, is_enterprise_install: "true" }, reading)?.command).toMatchObject({
      owner: { platform: "slack", teamId: "E1", userId: "U1" },
      workspace: "T1",
      reply: { teamId: "T1", enterpriseId: "E1" },
    });
    expect(readSlash(slash, reading)?.reply).not.toHaveProperty("enterpriseId");
  });

  test.for([
    ["/video", "  ", { kind: "open_video_form" }],
    ["/video-key", "set", { kind: "set_key" }],
    ["/video-key", " Status ", { kind: "show_key" }],
    ["/video-key", "", { kind: "show_key" }],
    ["/video-key", "remove", { kind: "remove_key" }],
    ["/video-data", " Export ", { kind: "export_data" }],
    ["/video-data", "delete", { kind: "delete_data" }],
    ["/video-data", "", { kind: "unknown_word", of: "data" }],
    ["/video-data", "deleted", { kind: "unknown_word", of: "data" }],
    ["/video-key", "statuss", { kind: "unknown_word", of: "key" }],
    ["/video-team", "", { kind: "team_status" }],
    ["/video-team", " Approvals ", { kind: "team_approvals" }],
    ["/video-team", "approval", { kind: "unknown_word", of: "team" }],
    ["/video-help", "", { kind: "help" }],
    ["/video-jobs", "", { kind: "jobs", show: null }],
    ["/video-jobs", " Show  0123ab ", { kind: "jobs", show: "0123ab" }],
    ["/video-settings", "", { kind: "open_settings_form" }],
    ["/video-remix", "", { kind: "unknown", what: "/video-remix" }],
  ] as const)("%s %s is read as what it means", ([command, text, act]) => {
    expect(actOf({ command, text })).toEqual(act);
  });

  it("does not repeat a key that somebody typed behind /video-key", () => {
    expect(JSON.stringify(actOf({ command: "/video-key", text: "sk-very-secret" }))).not.toContain("secret");
  });

  it("gives back what was typed, decoded once", () => {
    expect(actOf({ text: "R&amp;D &lt;b&gt; &amp;lt;" })).toMatchObject({ draft: { prompt: "R&D <b> &lt;" } });
  });
});

describe("a press", () => {
  test.for([
    [
      "its own button",
      [{ type: "actions", elements: [{ type: "button", action_id: press.actions[0]?.action_id }] }],
      true,
    ],
    ["a button of a section", [{ type: "section", accessory: { action_id: press.actions[0]?.action_id } }], true],
    ["another button", [{ type: "actions", elements: [{ action_id: "delete:0123456789abcdef0123" }] }], false],
    ["that button's name as mere text", [{ type: "section", text: { text: press.actions[0]?.action_id } }], false],
    ["nothing", [], false],
  ] as const)("tells whether its message shows it: %s", ([, blocks, shows]) => {
    const inMessage = readPress({ ...press, message: { ts: "1", blocks } }, reading);
    expect(inMessage?.command.act).toMatchObject({ on: { place: { channelId: "C1" }, shows } });
    const view = { id: "V1", type: "modal", private_metadata: "", blocks };
    const inView = readPress({ ...press, view, container: { type: "view" }, channel: null }, reading);
    expect(inView?.command.act).toMatchObject({ on: { place: null, shows } });
  });

  test("in a message that its presser alone sees is not described by Slack", () => {
    const container = { ...press.container, is_ephemeral: true };
    expect(readPress({ ...press, container }, reading)?.command.act).toMatchObject({
      on: { place: null, shows: null },
    });
  });

  it("carries its meaning in the button's id, and the message it stands in", () => {
    const read = readPress(press, reading);
    const place = { channelId: "C1", messageId: "1766300000.000100" };
    const action = { kind: "again", jobId: "0123456789abcdef0123" };
    expect(read?.command.act).toEqual({ kind: "press", action, on: { place, shows: null } });
    expect(read?.message).toEqual({ channelId: "C1", ts: "1766300000.000100", isEphemeral: false });
    expect(read?.command.eventId).toBe("slack:1766300001.5:U1:again:0123456789abcdef0123");
  });

  it("of a button that is none of ours is unknown, not an error", () => {
    const actions = [{ type: "button", action_id: "from-the-future", action_ts: "1" }];
    expect(readPress({ ...press, actions }, reading)?.command.act).toEqual({
      kind: "unknown",
      what: "button from-the-future",
    });
  });

  it("in a form answers where the form came from", () => {
    const origin = { channelId: "C9", responseUrl: null, responseUrlUntil: 5, responseUrlUses: 0 };
    const view = { id: "V1", private_metadata: packOrigin(origin) };
    const read = readPress({ ...press, view, container: { type: "view" }, channel: null, response_url: null }, reading);
    expect(read).toMatchObject({ viewId: "V1", message: null, reply: { channelId: "C9" } });
  });
});

describe("a payload that is none of these", () => {
  it("is null and never a throw, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything(), (payload) => {
        expect(readSlash(payload, reading)).toBeNull();
        expect(readPress(payload, reading)).toBeNull();
        expect(readSubmission(payload, reading)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (metadata) => {
        expect(unpackOrigin(metadata)).toBeNull();
      }),
    );
  });

  it("is logged by its parts, without its values", () => {
    expect(misreadParts("command", { ...slash, trigger_id: 5, text: "secret" })).toBe("trigger_id");
  });

  it("fits into a form's metadata even with an endless response_url", () => {
    const origin = {
      channelId: "C1",
      responseUrl: `https://x.example/${"a".repeat(4_000)}`,
      responseUrlUntil: 1,
      responseUrlUses: 0,
    };
    expect(packOrigin(origin).length).toBeLessThanOrEqual(3_000);
    expect(unpackOrigin(packOrigin(origin))).toEqual({ ...origin, responseUrl: null });
  });
});
