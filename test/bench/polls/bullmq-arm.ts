import type { VideoApi } from "../../../src/core/ports.ts";
import type { Arm } from "../slices.ts";
import { CONCURRENCY, pollWith } from "./poll-arms.ts";

const QUEUE = "polls";

/** The same polls by the same client, each job put back by BullMQ as its documentation shows: it delays itself and is woken again. */
export async function bullmqArm(client: VideoApi, url: string): Promise<Arm & { close(): Promise<void> }> {
  const { DelayedError, Queue, Worker } = await import("bullmq");
  const connection = { url, maxRetriesPerRequest: null };
  const queue = new Queue<{ n: number }>(QUEUE, { connection });
  let count = 0;
  const worker = new Worker<{ n: number }>(
    QUEUE,
    async (job, token) => {
      await pollWith(client, job.data.n);
      count += 1;
      await job.moveToDelayed(Date.now(), token);
      throw new DelayedError();
    },
    { connection, concurrency: CONCURRENCY, autorun: false, lockDuration: 5_000, stalledInterval: 2_500 },
  );
  // An error of the connection ends this program loudly, as every other does.
  worker.on("error", (error) => {
    throw error;
  });
  await queue.addBulk(Array.from({ length: CONCURRENCY }, (_, n) => ({ name: "poll", data: { n } })));
  await worker.waitUntilReady();
  await worker.pause(true);
  void worker.run();

  return {
    name: "bullmq",
    async run(forMs) {
      count = 0;
      worker.resume();
      await new Promise((resolve) => setTimeout(resolve, forMs));
      await worker.pause();
      return count;
    },
    async close() {
      await worker.close(true);
      await queue.close();
    },
  };
}
