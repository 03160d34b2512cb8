import { describe, expect, test } from "vitest";
import { type ButtonAction, readButtonId } from "../../../src/core/button.ts";
import type { Act } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { aClosedJob, aJobId, anOwner } from "../../fakes/jobs.ts";
import { unclearOutcomes } from "../../messages/every-job.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, makeVideo, messageOf, press, privateWords, setting } from "../command-world.ts";

const eventId = "event-of-the-question";
const jobId = jobIdFrom("discord", eventId);
const [unclear = { kind: "unknown", taskId: null, atMost: 95 } as const] = unclearOutcomes;

function pressed(action: ButtonAction): Act {
  return { kind: "press", on: { place: null, shows: true }, action };
}

/** Somebody with a key and a finished video, while the service is down. */
async function aWorldInTrouble(overrides: Parameters<typeof aClosedJob>[0] = {}) {
  const world = commandWorld();
  await world.withKey();
  await world.has(aClosedJob(overrides));
  world.health.tell("down");
  return world;
}

const ownEdit = { jobId: aJobId(), nth: 0 };
const edited: Act = {
  ...(makeVideo({ prompt: "another" }, "form") as Extract<Act, { kind: "make_video" }>),
  edits: ownEdit,
};
const three = ["Start anyway", "Start when it clears", "Cancel"];

/** Every way to a video, and the id of the job that it would make. */
const ways: readonly (readonly [string, Act, string, Parameters<typeof aClosedJob>[0]])[] = [
  ["the command", makeVideo(), jobId, {}],
  ["the form", makeVideo({}, "form"), jobId, {}],
  ["Again", press("again", aJobId()), jobIdFrom("again", aJobId(), "0"), {}],
  ["In 720p", press("in_720p", aJobId()), jobIdFrom("in_720p", aJobId(), "0"), {}],
  ["Edit & run", edited, jobIdFrom("edit", aJobId(), "0"), {}],
  [
    "Again of a video that may have been charged",
    press("again", aJobId()),
    jobIdFrom("again", aJobId(), "0"),
    { state: { status: "closed", told: true, closedAt: 0, outcome: unclear } },
  ],
];

describe("while the service is down", () => {
  test.for(ways)("%s starts nothing and asks once, with three buttons", async ([, act, , had]) => {
    const world = await aWorldInTrouble(had);
    const answer = await world.does(act, { eventId });
    expect(answer.kind).toBe("private");
    expect(labelsOf(messageOf(answer))).toEqual(three);
    expect(privateWords(answer)).toContain("The video service is not answering right now.");
    expect(world.orders).toEqual([]);
  });

  test.for(ways)(
    "%s, and Start anyway begins it at once, as one video however often it is pressed",
    async ([, act, id, had]) => {
      const world = await aWorldInTrouble(had);
      const [startAnyway] = messageOf(await world.does(act, { eventId })).buttons;
      const action = actionOf(startAnyway?.id ?? "");
      expect(cardJob(await world.does(pressed(action)))).toBe(id);
      await world.clock.advance(20_000);
      expect(privateWords(await world.does(pressed(action)))).toContain("already in progress");
      expect(await madeIn(world)).toEqual([[id, "accepted"]]);
    },
  );

  test.for(ways)(
    "%s, and Start when it clears makes a job that waits, and is the same one pressed again",
    async ([, act, id, had]) => {
      const world = await aWorldInTrouble(had);
      const question = messageOf(await world.does(act, { eventId }));
      const action = actionOf(question.buttons[1]?.id ?? "");
      const card = await world.does(pressed(action));
      expect(cardJob(card)).toBe(id);
      expect(card).toMatchObject({ instead: { title: "Your video will start when the video service works again." } });
      expect(messageOf(card).title).toBe("Waiting for the video service");
      await world.does(pressed(action));
      await world.does(pressed(actionOf(question.buttons[0]?.id ?? "")));
      expect(await madeIn(world)).toEqual([[id, "waiting"]]);
    },
  );

  test("a question that was due for the price is the same one", async () => {
    const world = await aWorldInTrouble();
    await world.does(setting({ confirm_above: "95" }));
    const answer = await world.does(makeVideo({ resolution: "720p" }), { eventId });
    expect(privateWords(answer)).toContain("Start it for 205 credits?");
    expect(privateWords(answer)).toContain("The video service is not answering right now.");
    expect(labelsOf(messageOf(answer))).toEqual(three);
  });

  test("the word help alone is still asked about, with the same buttons", async () => {
    const world = await aWorldInTrouble();
    const answer = await world.does(makeVideo({ prompt: "help" }), { eventId });
    expect(labelsOf(messageOf(answer))).toEqual(["Help", ...three]);
  });

  test("somebody without a key is asked for the key first, and their request goes on to the question", async () => {
    const world = commandWorld();
    world.health.tell("down");
    expect(privateWords(await world.does(makeVideo()))).not.toContain("not answering");
    expect(await world.pending.find(anOwner())).not.toBeNull();
  });

  test("the question expires with the request that it is about", async () => {
    const world = await aWorldInTrouble();
    await world.does(makeVideo(), { eventId });
    await world.clock.advance(3_600_001);
    for (const kind of ["start_kept", "wait_kept"] as const)
      expect(privateWords(await world.does(pressed({ kind, jobId })))).toContain("expired");
    expect([world.orders, world.notices.all()]).toEqual([[], []]);
  });
});

test("where many videos fail, the question has the numbers", async () => {
  const world = await aWorldInTrouble();
  world.health.tell("failing", { failed: 6, ends: 10 });
  const answer = await world.does(makeVideo({ resolution: "720p" }));
  expect(privateWords(answer)).toContain("6 of the last 10 videos failed");
  expect(privateWords(answer)).toContain("refunded");
});

test("where no trouble is known nobody is asked", async () => {
  const world = await aWorldInTrouble();
  world.health.tell(null);
  expect((await world.does(makeVideo())).kind).toBe("card");
});

/** The jobs that were made, but for the finished one. */
async function madeIn(world: ReturnType<typeof commandWorld>) {
  const jobs = await world.jobs.jobsOf(anOwner(), 9);
  return jobs.filter(({ id }) => id !== aJobId()).map(({ id, state }) => [id, state.status]);
}

function actionOf(id: string): ButtonAction {
  const action = readButtonId(id);
  if (!action) throw new Error(`no button has the id ${id}`);
  return action;
}
