import { expect, test } from "vitest";
import { codeOf, input, modal, respond, slackWorld } from "./slack-world.ts";

test("only a public channel can be joined, and only somebody who is there is found", async () => {
  const { slack, web } = await slackWorld();
  const join = (channel: string) => codeOf(web.conversations.join({ channel }));
  expect(await join(slack.unjoinedChannelId)).toBe("ok");
  expect(await join(slack.foreignChannelId)).toBe("channel_not_found");
  expect(await join(slack.dmChannelId("ada"))).toBe("method_not_supported_for_channel_type");
  expect(await codeOf(web.users.info({ user: "U0NOBODY" }))).toBe("user_not_found");
});

test("a form is no larger than 250,000 bytes, and two open ones have no external_id in common", async () => {
  const { slack, web, connect } = await slackWorld();
  const { next } = await connect();
  const open = async (view: object) => {
    const trigger_id = await slack.command("ada", "/video");
    await (await next()).ack();
    return codeOf(web.views.open({ trigger_id, view: view as never }));
  };
  const many = Array.from({ length: 100 }, (_, n) =>
    input(`p${n}`, { type: "plain_text_input", initial_value: "x".repeat(2_600) }),
  );
  expect(await open(modal(many))).toBe("view_too_large");
  const twin = modal([], { external_id: "twin", submit: undefined });
  const trigger_id = await slack.command("ada", "/video");
  await (await next()).ack();
  expect(await codeOf(web.views.open({ trigger_id, view: twin }))).toBe("ok");
  const other = await slack.command("ben", "/video");
  await (await next()).ack();
  expect(await codeOf(web.views.open({ trigger_id: other, view: twin }))).toBe("duplicate_external_id");
});

test("a response_url takes no post of another shape, and a form no answer of another shape", async () => {
  const { slack, web, connect, entries, entry } = await slackWorld();
  const { next } = await connect();
  const trigger_id = await slack.command("ada", "/video");
  const typed = await next();
  await typed.ack();
  expect(await respond(typed.body.response_url, { text: 1 })).toContain("invalid_payload");
  await web.views.open({ trigger_id, view: modal([], { submit: undefined }) });
  const form = await entry("form");
  await slack.submitForm("ada", form.interactionId ?? "", {});
  await (await next()).ack({ response_action: "dance" });
  await entry("form_updated");
  expect(entries("refused").map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ code: "invalid_response" }),
  );
});

test("a file larger than the workspace takes is refused before its bytes are sent", async () => {
  const { web } = await slackWorld();
  const length = 1_000_000_001;
  expect(await codeOf(web.files.getUploadURLExternal({ filename: "a.mp4", length }))).toBe(
    "file_upload_size_restricted",
  );
});
