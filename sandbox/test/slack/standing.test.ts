import { expect, test } from "vitest";
import { slackWorld } from "./slack-world.ts";

const ada = "U00000ADA1";
const ben = "U00000BEN2";
const cleo = "U0000CLEO3";
const ordinary = { is_admin: false, is_owner: false, is_restricted: false, is_ultra_restricted: false, is_bot: false };

test("Ben is an admin of the workspace, and neither Ada nor Cleo is", async () => {
  const { slack, web } = await slackWorld();
  const user = async (id: string) => (await web.users.info({ user: id })).user;
  expect(await user(ben)).toMatchObject({ ...ordinary, is_admin: true, team_id: slack.teamId });
  for (const id of [ada, cleo]) {
    expect(await user(id)).toMatchObject({ ...ordinary, team_id: slack.teamId });
    expect(await user(id)).not.toHaveProperty("is_stranger");
  }
});

test("a guest is restricted, and somebody of a workspace that shares a channel has another team", async () => {
  const { slack, web } = await slackWorld();
  const user = async (id: string) => (await web.users.info({ user: id })).user;
  slack.standings.change("cleo", { rank: "guest" });
  expect(await user(cleo)).toMatchObject({ ...ordinary, is_restricted: true, team_id: slack.teamId });
  slack.standings.change("cleo", { rank: "partner" });
  expect(await user(cleo)).toMatchObject({ ...ordinary, team_id: "T00PARTNER", is_stranger: false });
  slack.standings.change("ben", { rank: "member" });
  expect(await user(ben)).toMatchObject(ordinary);
});

test("the bot's own user is a bot", async () => {
  const { slack, web } = await slackWorld();
  const { user } = await web.users.info({ user: slack.botUserId });
  expect(user).toMatchObject({ ...ordinary, is_bot: true, profile: { bot_id: slack.botId } });
});
