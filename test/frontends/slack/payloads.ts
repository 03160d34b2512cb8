/** Slack's payloads. Tests may change parts of them. */
export const now = Date.UTC(2026, 10, 21);
export const reading = { prefix: "video", now };

export const slash = {
  command: "/video",
  text: "a cat",
  team_id: "T1",
  enterprise_id: "E1",
  is_enterprise_install: "false",
  channel_id: "C1",
  user_id: "U1",
  user_name: "ada",
  trigger_id: "17.1.x",
  response_url: "https://hooks.slack.com/commands/1",
};

export const press = {
  type: "block_actions",
  user: { id: "U1", username: "ada" },
  team: { id: "T1" },
  enterprise: null,
  trigger_id: "17.2.x",
  container: { type: "message", message_ts: "1766300000.000100", channel_id: "C1", is_ephemeral: false },
  channel: { id: "C1" },
  response_url: "https://hooks.slack.com/actions/1",
  actions: [{ type: "button", action_id: "again:0123456789abcdef0123", action_ts: "1766300001.5" }],
};

export const submission = {
  type: "view_submission",
  user: { id: "U1", name: "ada" },
  team: { id: "T1" },
  enterprise: null,
  trigger_id: "17.3.x",
  view: { id: "V1", callback_id: "key", hash: "h1", private_metadata: "", state: { values: {} } },
};
