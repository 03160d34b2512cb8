import { describe, expect, it } from "vitest";
import { readInteraction } from "../../../../src/frontends/discord/in/read-interaction.ts";
import { ada, jobId } from "../world.ts";

const form = (image: readonly string[]) => ({
  id: "900000000000000001",
  application_id: "100000000000000001",
  token: "a-token",
  version: 1,
  type: 5,
  guild_id: "300000000000000001",
  channel_id: "400000000000000001",
  member: { user: { id: ada, username: "ada" }, roles: [] },
  data: {
    custom_id: `video:${jobId}:3`,
    components: [
      { type: 18, component: { type: 4, custom_id: "prompt", value: "a boat" } },
      { type: 18, component: { type: 19, custom_id: "image", values: image } },
    ],
  },
});

const actOf = (payload: unknown) => {
  const done = readInteraction(payload, { prefix: "video", receivedAt: 0 });
  return done.kind === "command" ? done.command.act : done;
};

describe("a form of Edit & run", () => {
  it("gives an uploaded picture and whose request it was it holds", () => {
    const filled = form(["7"]);
    const file = { id: "7", url: "https://cdn.example/a.png", size: 12, content_type: "image/png" };
    const payload = { ...filled, data: { ...filled.data, resolved: { attachments: { 7: file } } } };
    expect(actOf(payload)).toMatchObject({
      kind: "make_video",
      from: "form",
      edits: { jobId, nth: 3 },
      draft: { image: { url: "https://cdn.example/a.png", contentType: "image/png", sizeBytes: 12 }, image_url: null },
    });
    expect(actOf(form([]))).toMatchObject({ draft: { image: null } });
  });
});
