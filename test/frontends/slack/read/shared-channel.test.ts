import { describe, expect, it } from "vitest";
import { readEvent, readPress, readSubmission } from "../../../../src/frontends/slack/in/read-slack.ts";

const reading = { prefix: "video", now: Date.UTC(2026, 10, 21) };

/** Reelay is installed in T1, or in the organisation E1; T9 is another company's workspace. */
describe("what comes from a channel that is shared with another company belongs to the workspace Reelay is installed in", () => {
  const mentionOf = (authorization: object) =>
    readEvent(
      {
        type: "event_callback",
        event_id: "Ev1",
        team_id: "T9",
        authorizations: [authorization],
        event: { type: "app_mention", user: "U1", channel: "C1", text: "<@UBOT> a cat" },
      },
      reading,
    )?.incoming;

  it("a mention", () => {
    const workspace = mentionOf({ user_id: "UBOT", team_id: "T1", is_enterprise_install: false });
    expect(workspace).toMatchObject({
      command: { workspace: "T1", owner: { teamId: "T1" } },
      reply: { teamId: "T1" },
    });
    const organisation = mentionOf({
      user_id: "UBOT",
      team_id: null,
      enterprise_id: "E1",
      is_enterprise_install: true,
    });
    expect(organisation).toMatchObject({
      command: { owner: { teamId: "E1" } },
      reply: { teamId: "T9", enterpriseId: "E1" },
    });
  });

  const view = { id: "V1", callback_id: "make_video", hash: "h1", state: { values: {} }, app_installed_team_id: "T1" };
  const filled = { user: { id: "U1" }, team: { id: "T9" }, trigger_id: "17.3.x", view };

  it("a form", () => {
    const read = (over: object) => readSubmission({ type: "view_submission", ...filled, ...over }, reading)?.command;
    expect(read({})).toMatchObject({ owner: { teamId: "T1" }, reply: { teamId: "T1" } });
    expect(read({ is_enterprise_install: true, enterprise: { id: "E1" } })).toMatchObject({
      owner: { teamId: "E1" },
      reply: { teamId: "T9", enterpriseId: "E1" },
    });
  });

  it("a button in a form", () => {
    const actions = [{ type: "button", action_id: "again:0123456789abcdef0123", action_ts: "1" }];
    const pressed = { type: "block_actions", ...filled, actions, container: { type: "view" } };
    expect(readPress(pressed, reading)?.command.owner).toMatchObject({ teamId: "T1" });
  });
});
