import { expect, test } from "vitest";
import { actions, button, codeOf, modal, prompt, respond, slackWorld } from "./slack-world.ts";

async function commanded() {
  const world = await slackWorld();
  const { next } = await world.connect();
  const { slack, web } = world;
  const command = async () => {
    await slack.command("ada", "/video a cat");
    const heard = await next();
    await heard.ack();
    return heard.body;
  };
  const post = () => web.chat.postMessage({ channel: slack.channelId, text: "x" });
  return { ...world, command, post, url: (await command()).response_url };
}

test("rate limited: words and files are told to come back in 2 s, again and again until it clears; forms open", async () => {
  const { slack, web, clock, post, url, command, entries } = await commanded();
  slack.setCondition("rate_limited");
  for (let round = 0; round < 3; round += 1) {
    await expect(post()).rejects.toMatchObject({ retryAfter: 2 });
    await expect(web.files.getUploadURLExternal({ filename: "a", length: 1 })).rejects.toMatchObject({ retryAfter: 2 });
    expect(await respond(url, { text: "x" })).toBe('429 {"ok":false,"error":"ratelimited"}');
    clock.advance(2_000);
  }
  await web.views.open({ trigger_id: (await command()).trigger_id, view: modal([prompt]) });
  slack.setCondition("clear");
  expect(await codeOf(post())).toBe("ok");
  // What was refused has used nothing up.
  for (let used = 0; used < 5; used += 1) expect(await respond(url, { text: "x" })).toBe("200 ok");
  expect(entries("condition").map(({ payload }) => payload)).toEqual([
    { condition: "rate_limited" },
    { condition: "clear" },
  ]);
});

test("down: every method, response_url and upload is answered 503, while people's acts reach the bot", async () => {
  const { slack, web, post, url, command, entries } = await commanded();
  const { upload_url: upload = "" } = await web.files.getUploadURLExternal({ filename: "a", length: 1 });
  slack.setCondition("down");
  await expect(post()).rejects.toMatchObject({ statusCode: 503 });
  expect((await respond(url, { text: "x" })).slice(0, 3)).toBe("503");
  expect((await respond(upload, {})).slice(0, 3)).toBe("503");
  await command();
  expect(entries("refused")).toMatchObject(Array(3).fill({ payload: { status: 503, code: "service_unavailable" } }));
  for (const secret of [url, upload].map((each) => each.split("/").at(-1) ?? ""))
    expect(JSON.stringify(entries("refused"))).not.toContain(secret);
  slack.setCondition("clear");
  expect([await codeOf(post()), await respond(url, { text: "x" })]).toEqual(["ok", "200 ok"]);
});

test("dead tokens: earlier response_urls are dead for good, later ones after 5 s; the bot's own token is not", async () => {
  const { slack, web, clock, post, url, command } = await commanded();
  const dead = '404 {"ok":false,"error":"expired_url"}';
  slack.setCondition("token_dead");
  expect(await respond(url, { text: "x" })).toBe(dead);
  const { response_url: later } = await command();
  clock.advance(4_999);
  const { response_url: young } = await command();
  expect(await respond(later, { text: "x" })).toBe("200 ok");
  clock.advance(1);
  expect(await respond(later, { text: "x" })).toBe(dead);
  const { ts = "" } = await post();
  await web.chat.update({ channel: slack.channelId, ts, text: "x", blocks: [actions(button("again"))] });
  slack.setCondition("clear");
  clock.advance(60_000);
  expect([await respond(url, {}), await respond(later, {}), await respond(young, { text: "x" })]).toEqual([
    dead,
    dead,
    "200 ok",
  ]);
});
