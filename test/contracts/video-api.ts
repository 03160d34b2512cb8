import { describe, expect, test } from "vitest";
import type { Secret } from "../../src/core/text/secret.ts";
import type { VideoApi } from "../../src/core/video-service.ts";
import { aRequest } from "../fakes/jobs.ts";
import { keepNothing } from "../fakes/video-api.ts";

/** A service with one account, and functions that control it. */
export interface VideoApiWorld {
  readonly api: VideoApi;
  readonly key: Secret;
  /** A key that the service does not know. */
  readonly strangeKey: Secret;
  setCredits(credits: number): void;
  /** The credits charged so far, minus refunds. */
  charged(): number;
  /** Advances the task and returns its progress in percent. */
  progress(taskId: string): number;
  /** Returns the video's URL. */
  succeed(taskId: string): string;
  fail(taskId: string): void;
  /** Charges the next paid call and loses its response. */
  loseNextAnswer(): void;
  limitNext(retryAfterMs: number | null): void;
  /** Answers the next poll with 503. */
  failNextPoll(): void;
}

const boat = aRequest();

export function videoApiContract(name: string, makeWorld: () => Promise<VideoApiWorld>): void {
  describe(name, () => {
    async function begun() {
      const world = await makeWorld();
      const started = await world.api.submit(world.key, boat, keepNothing);
      if (!started.ok) throw new Error(`not started: ${started.refusal.kind}`);
      return { ...world, taskId: started.value.taskId };
    }

    test.for([
      ["480p", 10, 95],
      ["480p", 15, 143],
      ["720p", 10, 205],
      ["720p", 15, 308],
    ] as const)("starts one task for a %s video of %i s and reports a charge of %i credits", async (row) => {
      const [resolution, duration, credits] = row;
      const { api, key, charged } = await makeWorld();
      const started = await api.submit(key, { ...boat, resolution, duration }, keepNothing);
      expect(started).toEqual({ ok: true, value: { taskId: expect.stringMatching(/./), credits } });
      expect(charged()).toBe(credits);
    });

    test("starts and charges two tasks for two identical paid calls", async () => {
      const { api, key, taskId, charged } = await begun();
      const second = await api.submit(key, boat, keepNothing);
      expect(second.ok && second.value.taskId).not.toBe(taskId);
      expect(charged()).toBe(190);
    });

    test("returns the percentage of a running task", async () => {
      const { api, key, taskId, progress } = await begun();
      const percent = progress(taskId);
      expect(percent).toBeGreaterThan(0);
      expect(await api.poll(key, taskId)).toEqual({ ok: true, value: { status: "running", percent } });
    });

    test("returns the video's URL for a finished task", async () => {
      const { api, key, taskId, succeed } = await begun();
      const videoUrl = succeed(taskId);
      expect(await api.poll(key, taskId)).toEqual({ ok: true, value: { status: "succeeded", videoUrl } });
    });

    test("reports a failed task and refunds the task's credits", async () => {
      const { api, key, taskId, fail, charged } = await begun();
      fail(taskId);
      expect(await api.poll(key, taskId)).toEqual({ ok: true, value: { status: "failed" } });
      expect(charged()).toBe(0);
    });

    test("reports “unknown task” for the id of a task that was never started", async () => {
      const { api, key } = await makeWorld();
      expect(await api.poll(key, "task_of_nobody")).toEqual({ ok: false, refusal: { kind: "unknown_task" } });
    });

    test("refuses a paid call and a poll with an unknown API key", async () => {
      const { api, strangeKey, taskId, charged } = await begun();
      const bad = { ok: false, refusal: { kind: "bad_key" } };
      expect(await api.submit(strangeKey, boat, keepNothing)).toEqual(bad);
      expect(await api.poll(strangeKey, taskId)).toEqual(bad);
      expect(charged()).toBe(95);
    });

    test("checks an API key without charging the account", async () => {
      const { api, key, strangeKey, charged } = await makeWorld();
      expect(await api.checkKey(key)).toBe("good");
      expect(await api.checkKey(strangeKey)).toBe("bad");
      expect(charged()).toBe(0);
    });

    test("refuses a paid call and charges nothing if the account has too few credits", async () => {
      const { api, key, setCredits, charged } = await makeWorld();
      setCredits(94);
      expect(await api.submit(key, boat, keepNothing)).toEqual({ ok: false, refusal: { kind: "no_credits" } });
      expect(charged()).toBe(0);
    });

    test("charges a paid call even if the response is lost", async () => {
      const { api, key, loseNextAnswer, charged } = await makeWorld();
      loseNextAnswer();
      expect(await api.submit(key, boat, keepNothing)).toMatchObject({
        ok: false,
        refusal: { kind: "unavailable", sent: true },
      });
      expect(charged()).toBe(95);
    });

    test.for([
      ["and requests a wait of 7 s", 7_000],
      ["without requesting a wait", null],
    ] as const)("refuses a rate-limited paid call %s", async ([, retryAfterMs]) => {
      const { api, key, limitNext, charged } = await makeWorld();
      limitNext(retryAfterMs);
      expect(await api.submit(key, boat, keepNothing)).toEqual({
        ok: false,
        refusal: { kind: "rate_limited", retryAfterMs },
      });
      expect(charged()).toBe(0);
    });

    test("reports a task as running after a failed poll", async () => {
      const { api, key, taskId, failNextPoll } = await begun();
      failNextPoll();
      expect(await api.poll(key, taskId)).toMatchObject({ ok: false, refusal: { kind: "unavailable" } });
      expect(await api.poll(key, taskId)).toMatchObject({ ok: true, value: { status: "running" } });
    });
  });
}
