import type { Desk } from "./answer.ts";

const TASK = "task-1";
const VIDEO = "https://cdn.example.com/video.mp4";
/** The price of the cheapest video. Source: the table in README.md. */
const PRICE = 95;

export interface Ledger {
  charges: number;
  /** The picture that the paid call named; null: none. */
  imageUrl: string | null;
}

/** The video service: charges for each request that it carries out, says "running" once, then "succeeded". */
export function videoDesk(ledger: Ledger): Desk {
  const no = { status: 200, json: { code: 1_001, message: "no" } };
  let looks = 0;

  return ({ path, body }, isCarriedOut) => {
    const asked: unknown = JSON.parse(body);
    switch (path) {
      case "/api/generate-video":
        if (isCarriedOut) ledger.charges += 1;
        if (typeof asked === "object" && asked !== null && "imageUrl" in asked)
          ledger.imageUrl = String(asked.imageUrl);
        return { json: { code: 0, data: { success: true, taskId: TASK, creditsUsed: PRICE } }, id: TASK, no };
      case "/api/check-video-status": {
        const isOurs = typeof asked === "object" && asked !== null && "taskId" in asked && asked.taskId === TASK;
        if (!isOurs) return { status: "404 Not Found", json: { code: 404 }, id: TASK, no };
        if (isCarriedOut) looks += 1;
        const news = looks > 1 ? { status: "succeeded", videoUrl: VIDEO } : { status: "running", progress: 40 };
        const foreign = { code: 0, data: { id: "task-2", status: "failed" } };
        return { json: { code: 0, data: { id: TASK, ...news } }, id: TASK, foreign, no };
      }
      default:
        throw new Error(`nobody answers at ${path}`);
    }
  };
}
