import { onTestFinished } from "vitest";
import { z } from "zod";
import type { Films } from "../../src/film/films.ts";
import { type Entry, openJournal } from "../../src/journal.ts";
import { startVideoService } from "../../src/video/service.ts";
import { manualSandboxClock } from "../sandbox-clock.ts";

export const boat = {
  prompt: "a paper boat in the rain",
  aspectRatio: "16:9",
  duration: 10,
  resolution: "480p",
  type: "text2video",
};

const answered = z.object({ code: z.number(), data: z.record(z.string(), z.unknown()).optional() }).loose();

/** The service with a manual clock, stopped after the test. A normal task takes 9 s. */
export async function world(more: { readonly films?: Films; readonly idempotencyHeader?: string } = {}) {
  const clock = manualSandboxClock();
  const journal = openJournal(clock);
  const service = await startVideoService({ clock, journal, taskMs: 9_000, ...more });
  onTestFinished(() => service.stop());

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, body: answered.parse(await response.json()) };
  }

  const start = (changes: object = {}) => post("/api/generate-video", { ...boat, ...changes });
  const look = (taskId: string) => post("/api/check-video-status", { taskId });

  /** Starts a task and returns its id from the service's list, whatever the response was. */
  async function started(changes: object = {}): Promise<string> {
    await start(changes);
    const id = service.tasks().at(-1)?.id;
    if (!id) throw new Error("no task was started");
    return id;
  }

  const seen = (kind: Entry["kind"]) => journal.since(0).filter((entry) => entry.kind === kind);
  return { clock, journal, service, post, start, started, look, seen };
}
