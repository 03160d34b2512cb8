import { expect, test } from "vitest";
import { codeOf, respond, slackWorld } from "../slack-world.ts";

test("chat.update takes 50 a minute, then names the seconds to wait", async () => {
  const { slack, web, clock, entries } = await slackWorld();
  const channel = slack.channelId;
  const { ts = "" } = await web.chat.postMessage({ channel, text: "card" });
  const update = (text: string) => web.chat.update({ channel, ts, text });
  for (let n = 0; n < 50; n += 1) {
    await update(String(n));
    clock.advance(1_000);
  }
  await expect(update("one too many")).rejects.toMatchObject({ retryAfter: 10 });
  expect(entries("refused")).toMatchObject([
    { payload: { status: 429, code: "ratelimited", path: "/api/chat.update" } },
  ]);
  expect((await web.chat.postMessage({ channel, text: "another method is free" })).ok).toBe(true);
  clock.advance(10_000);
  expect(await codeOf(update("now"))).toBe("ok");
});

test("a channel takes a burst of ten messages, then one a second, whichever way they are posted", async () => {
  const { slack, web, clock, connect } = await slackWorld();
  const { next } = await connect();
  await slack.command("ada", "/video");
  const heard = await next();
  await heard.ack();
  const { response_url: url } = heard.body;
  const post = (channel = slack.channelId) => web.chat.postMessage({ channel, text: "x" });
  for (let n = 0; n < 9; n += 1) await post();
  expect(await respond(url, { text: "x" })).toBe("200 ok");
  await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
  expect(await respond(url, { text: "x" })).toContain("429");
  expect(await codeOf(post("U00000ADA1"))).toBe("ok");
  clock.advance(1_000);
  expect(await codeOf(post())).toBe("ok");
  await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
});

test("a refused call over the limit is a 429 with Retry-After on the wire", async () => {
  const { slack } = await slackWorld();
  const call = () =>
    fetch(`${slack.apiUrl}users.info`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", authorization: `Bearer ${slack.botToken}` },
      body: "user=U00000ADA1",
    });
  for (let n = 0; n < 100; n += 1) expect((await call()).status).toBe(200);
  const refused = await call();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await refused.json()).toEqual({ ok: false, error: "ratelimited" });
});
