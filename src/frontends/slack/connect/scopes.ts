/** What the app asks for: each scope with what it is for, and nothing that goes without. */
export const scopes: Readonly<Record<string, string>> = {
  commands: "hear slash commands",
  "chat:write": "post cards, change them, and notify",
  "app_mentions:read": "hear what somebody writes to Reelay in a channel by naming it",
  "files:read": "hand a picture on to the video service, for the one video it was given for",
  "im:history": "hear what somebody writes to Reelay in its direct message",
  "users:read": "speak each person's language, as their profile has it, and tell who is an admin or a guest",
  "files:write": "put a video's file, and the frame that it begins with, beside its card",
  "im:write": "write to people directly where the channel is closed to it",
};

/**
 * Asked for as well, and free to be refused: what then goes on without. Slack's form names them twice, among all
 * scopes and as optional ones. Source: docs.slack.dev, changelog of 2026-03-16, and slackapi/slack-cli#517 (read 2026-11-22).
 */
export const optionalScopes: Readonly<Record<string, string>> = {
  "channels:history": "look whether a message arrived whose answer was lost, before it is sent again",
  "groups:history": "do the same in private channels",
};

/** What is asked for where the app is installed. */
export const everyScope: readonly string[] = [...Object.keys(scopes), ...Object.keys(optionalScopes)];
