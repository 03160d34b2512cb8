import { performance } from "node:perf_hooks";
import type { Job } from "../../src/core/job/job.ts";
import type { VideoApi } from "../../src/core/ports.ts";
import { partsOf } from "../../src/jobs/related-jobs.ts";
import { videoApi } from "../../src/video-api/client.ts";
import { anOwner, aRequest } from "../fakes/jobs.ts";
import { uncounted } from "../fakes/meter.ts";
import { aWorld } from "../jobs/world.ts";
import { elsewhere, faultServer } from "./fault-server.ts";
import type { Fault, Service } from "./faults.ts";

export const SCENES = 6;
const PRICE = 95;
const REAL_LIMIT_MS = 10_000;
const LIFE_LIMIT_MS = 7_200_000;

/** One square of the matrix: the fault strikes the paid call, or the first poll, of that scene, from 1. */
export interface BatchCell {
  readonly fault: Fault;
  readonly act: "start" | "look";
  readonly nth: number;
}

/** Lives a batch of six scenes to its end, one of which meets a fault; says which claims did not hold. */
export async function batchLife({ fault, act, nth }: BatchCell): Promise<readonly string[]> {
  const world = aWorld(uncounted, { ofOwner: SCENES, ofWorkspace: 100, waitingOfOwner: SCENES });
  const { clock, chat, log } = world;
  /** The service's charges, by scene. */
  const charges = new Map<string, number>();
  const trap = await elsewhere();
  const serve = () => faultServer({ service: scenesService(charges), clock, elsewhere: trap.origin });
  const [good, bad] = await Promise.all([serve(), serve()]);
  const clientOf = ({ port }: typeof good) =>
    videoApi({ baseUrl: `http://127.0.0.1:${port}`, trustedOrigins: new Set(), clock, log });
  const [well, struck] = [clientOf(good), clientOf(bad)];
  let isDue = true;
  let inFlight = 0;

  async function by<Value>(
    called: typeof act,
    scene: string,
    ask: (video: VideoApi) => Promise<Value>,
  ): Promise<Value> {
    const isStruck = isDue && called === act && scene === String(nth);
    if (isStruck) isDue = false;
    const isAway = isStruck && fault.strike.kind === "nobody listens";
    inFlight += 1;
    try {
      if (isAway) await bad.away();
      else if (isStruck) bad.arm(fault, act === "look" || (fault.start !== "no" && fault.start !== "later"));
      return await ask(isStruck ? struck : well);
    } finally {
      if (isAway) await bad.back();
      inFlight -= 1;
    }
  }
  Object.assign(world.video, {
    submit: ((key, request, keep) =>
      by("start", request.prompt, (video) => video.submit(key, request, keep))) as VideoApi["submit"],
    poll: ((key, task) => by("look", task.replace("task-", ""), (video) => video.poll(key, task))) as VideoApi["poll"],
    readAnswer: well.readAnswer,
  } satisfies Partial<VideoApi>);

  const began = { real: performance.now(), told: clock.now() };
  const isLate = () => performance.now() - began.real > REAL_LIMIT_MS || clock.now() - began.told > LIFE_LIMIT_MS;
  await world.vault.put(anOwner(), world.key);
  const each = Array.from({ length: SCENES }, (_, index) => aRequest({ prompt: String(index + 1) }));
  const beginning = world.begin({ each });
  let isOver = false;
  while (!isOver && !isLate()) {
    await new Promise((resolve) => setImmediate(resolve));
    if (inFlight === 0) await clock.advance(1_000);
    else if (bad.isStalled()) await clock.advance(500);
    isOver = inFlight === 0 && (await world.jobOf().catch(() => null))?.state.status === "closed";
  }
  const batch = await world.jobOf((await beginning).id);
  const parts = (await partsOf(world.jobs, batch)).map(({ job }) => job);
  await world.stop();
  await Promise.all([good.close(), bad.close(), trap.close(), well.close(), struck.close()]);
  return judge({ batch, parts, charges, isOver, met: bad.met(), seen: chat.seen });
}

interface LivedBatch {
  readonly batch: Job;
  readonly parts: readonly Job[];
  readonly charges: ReadonlyMap<string, number>;
  readonly isOver: boolean;
  readonly met: number;
  readonly seen: ReturnType<typeof aWorld>["chat"]["seen"];
}

function judge({ batch, parts, charges, isOver, met, seen }: LivedBatch): readonly string[] {
  const broken: string[] = [];
  const claim = (holds: boolean, otherwise: string) => void (holds || broken.push(otherwise));
  claim(met === 1, `the fault was met ${met} times`);
  claim(
    isOver && batch.state.status === "closed" && batch.state.isNotified,
    `the batch did not end: ${batch.state.status}`,
  );
  claim(
    parts.every(({ state }) => state.status === "closed"),
    "a video did not end",
  );
  for (const [scene, times] of charges) claim(times <= 1, `scene ${scene} was charged ${times} times`);
  let [charged, perhaps] = [0, 0];
  for (const { request, state } of parts) {
    const outcome = state.status === "closed" ? state.outcome : null;
    const taken = charges.get(request.prompt) ?? 0;
    if (outcome?.kind === "unknown") perhaps += PRICE;
    else charged += taken * PRICE;
    claim(
      outcome?.kind === "unknown" || (outcome?.kind === "succeeded") === (taken === 1),
      `scene ${request.prompt} is told as ${outcome?.kind}`,
    );
  }
  const [card, ...beside] = seen;
  const sum = [
    ...(charged > 0 ? [`${charged} credits charged`] : []),
    ...(perhaps > 0 ? [`up to ${perhaps} credits more may have been charged`] : []),
  ];
  claim(card?.text.split("\n")[1] === sum.join(" · "), `the sum line is “${card?.text.split("\n")[1]}”`);
  claim(beside.length === 1 && beside[0]?.mentions.length === 1, `${beside.length} new messages`);
  return broken;
}

/** The video service for scenes that are known by their prompt: charges what it carries out, and says "succeeded" at the second look. */
function scenesService(charges: Map<string, number>): Service {
  const looks = new Map<string, number>();
  const no = { status: 200, json: { code: 1_001, message: "no" } };
  return ({ path, body }, isCarriedOut) => {
    const asked: { readonly prompt?: string; readonly taskId?: string } = JSON.parse(body);
    const scene = asked.prompt ?? asked.taskId?.replace("task-", "") ?? "";
    const id = `task-${scene}`;
    if (path === "/api/generate-video") {
      if (isCarriedOut) charges.set(scene, (charges.get(scene) ?? 0) + 1);
      return { json: { code: 0, data: { success: true, taskId: id, creditsUsed: PRICE } }, id, no };
    }
    if (isCarriedOut) looks.set(id, (looks.get(id) ?? 0) + 1);
    const isDone = (looks.get(id) ?? 0) > 1;
    const news = isDone
      ? { status: "succeeded", videoUrl: `https://cdn.example.com/${scene}.mp4` }
      : { status: "running", progress: 40 };
    const foreign = { code: 0, data: { id: "task-0", status: "failed" } };
    return { json: { code: 0, data: { id, ...news } }, id, foreign, no };
  };
}
