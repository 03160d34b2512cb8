import { beforeAll, expect, test } from "vitest";
import { burst, CAP, CHARGED, COUNT, crowd, isKnownOnSlack, ROOM, unbound } from "../story/load/team-burst.ts";
import { type BuiltBot, buildBot } from "../story/process/built-bot.ts";
import { capTeam, giveTeamKey, says } from "../story/stage.ts";
import { threeOnSlack } from "./three-on-slack.ts";

let bot: BuiltBot;
beforeAll(async () => {
  bot = await buildBot();
}, 120_000);

/** Each process asks Slack for itself who they are: few people type all of it. */
const people = crowd(10);
const processes = [0, 1, 2];

test("on slack three processes over one Redis pay for exactly 7 of a burst of 200 commands with a team's key that has room for exactly 7", async () => {
  const { story, answeredBy } = await threeOnSlack(bot, unbound);
  const { video } = story.sandbox;
  await giveTeamKey(story);
  await capTeam(story, CAP);

  // Each process in turn.
  for (const personId of people) for (const _ of processes) await isKnownOnSlack(story.sandbox, personId);

  const { stopped, allReady } = await burst(story.sandbox, "slack", people);
  expect(video.ledger()).toEqual({ charged: CHARGED, refunded: 0, tasks: ROOM });
  expect(stopped).toBe(COUNT - ROOM);
  const shares = processes.map((n) => answeredBy.filter((place) => place === n).length);
  expect(Math.min(...shares)).toBeGreaterThan(COUNT / 4);
  await allReady(ROOM);
  // With what is charged it makes the cap, so nothing is held.
  await story.type("video-team", "status", "ben");
  await story.until(says(/Left for the team this month: 94 credits/), "ben");
}, 90_000);
