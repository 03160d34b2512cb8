import { expect, test } from "vitest";
import { actions, button, respond, section, slackWorld } from "./slack-world.ts";

test("the JSON that the bot sent last is kept as it was, without its token, for those who see the message", async () => {
  const { slack, web, connect } = await slackWorld();
  const channel = slack.channelId;
  const blocks = [section("making it"), actions(button("tell"))];
  const { ts = "" } = await web.chat.postMessage({ channel, text: "[1] making it", blocks, unfurl_links: false });
  expect(slack.sent("ben", ts)).toEqual({ channel, text: "[1] making it", blocks, unfurl_links: false });
  await web.chat.update({ channel, ts, text: "ready", blocks: [section("ready")] });
  expect(slack.sent("ada", ts)).toEqual({ channel, ts, text: "ready", blocks: [section("ready")] });

  const { next } = await connect();
  await slack.command("ada", "/video");
  const heard = await next();
  const private_ = { response_type: "ephemeral", text: "only you" };
  await heard.ack(private_);
  await expect.poll(() => slack.messages("ada").at(-1)?.text).toBe("only you");
  const whisper = slack.messages("ada").at(-1)?.ts ?? "";
  expect(slack.sent("ada", whisper)).toEqual(private_);
  expect(() => slack.sent("ben", whisper)).toThrow("has sent no JSON");
  await respond(heard.body.response_url, { text: "later" });
  expect(slack.sent("ada", slack.messages("ada").at(-1)?.ts ?? "")).toEqual({ text: "later" });
  expect(() => slack.sent("ada", slack.say("ada", "my own"))).toThrow("has sent no JSON");
});
