import { expect, test } from "vitest";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act } from "../../../src/core/command.ts";
import { inChannel } from "../../../src/core/team/team.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { cardJob, makeVideo, messageOf } from "../command-world.ts";
import { teamWorld } from "./team-world.ts";

const dear = makeVideo({ pay: "team", resolution: "720p" });
const place = inChannel(aDiscordReply(), "600000000000000006");

function pressed(kind: "start_kept" | "wait_kept", jobId: string): Act {
  return { kind: "press", on: { place: null, shows: true }, action: { kind, jobId } };
}

test("a video that needs an approval waits for that, and not for the service", async () => {
  const world = await teamWorld({ askAbove: 95, approvals: place });
  world.health.tell("down");
  const [first] = messageOf(await world.asMember(dear)).buttons;
  const [, jobId = ""] = first?.id.split(":") ?? [];
  const id = cardJob(await world.asMember(pressed("wait_kept", jobId)));
  expect((await world.jobs.load(id))?.job.state).toMatchObject({ status: "waiting", for: "approval" });
});

test("a video of the team's that waits for the service is judged by the cap when it joins", async () => {
  const world = await teamWorld({ teamMonth: 300 });
  world.health.tell("down");
  const ask = async () => messageOf(await world.asMember(dear)).buttons[0]?.id.split(":")[1] ?? "";
  const first = cardJob(await world.asMember(pressed("wait_kept", await ask())));
  expect((await world.jobs.load(first))?.job).toMatchObject({ state: { for: "service" }, sealedKey: null });
  await world.withKey();
  const refused = messageOf(await world.asMember(pressed("wait_kept", await ask())));
  expect(labelsOf(refused)).toEqual(["Pay with my own key · 205 credits", "Start when it clears"]);
  const own = readButtonId(refused.buttons[1]?.id ?? "");
  if (own === null) throw new Error("no button");
  const card = cardJob(await world.asMember({ kind: "press", on: { place: null, shows: true }, action: own }));
  const job = (await world.jobs.load(card))?.job;
  expect(job).toMatchObject({ owner: anOwner(), state: { status: "waiting", for: "service" } });
  expect(job?.team).toBeUndefined();
});
