import { type Read, readInteraction } from "../../../src/frontends/discord/in/read-interaction.ts";

// Interactions in Discord's format, and the function that reads them.

export const now = Date.UTC(2026, 10, 21);
export const read = (payload: unknown): Read => readInteraction(payload, { prefix: "video", receivedAt: now });

export const base = {
  id: "900000000000000001",
  application_id: "100000000000000001",
  token: "a-token",
  version: 1,
  guild_id: "300000000000000001",
  channel_id: "400000000000000001",
  member: { user: { id: "200000000000000001", username: "ada" }, roles: ["310000000000000001"] },
  locale: "en-US",
};

export const slash = (name: string, data: object = {}) => ({
  ...base,
  type: 2,
  data: { id: "1", name, type: 1, ...data },
});
export const press = (custom_id: string) => ({
  ...base,
  type: 3,
  message: { id: "5" },
  data: { custom_id, component_type: 2 },
});
export const form = (custom_id: string, values: Record<string, string | string[]>, data: object = {}) => ({
  ...base,
  type: 5,
  data: {
    ...data,
    custom_id,
    components: [
      { type: 10, id: 1 },
      ...Object.entries(values).map(([name, value]) => ({
        type: 18,
        component: { type: 4, custom_id: name, ...(typeof value === "string" ? { value } : { values: value }) },
      })),
    ],
  },
});

export const actOf = (payload: unknown) => {
  const done = read(payload);
  return done.kind === "command" ? done.command.act : done;
};
