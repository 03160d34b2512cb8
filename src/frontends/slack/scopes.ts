/** What the app asks for: each scope with what it is for, and nothing that goes without. */
export const scopes: Readonly<Record<string, string>> = {
  commands: "hear slash commands",
  "chat:write": "post cards, change them, and notify",
  "im:write": "write to people directly where the channel is closed to it",
};
