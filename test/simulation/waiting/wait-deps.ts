import type { JobDeps } from "../../../src/jobs/deps.ts";
import { jobQueues, releaseQueue } from "../../../src/jobs/start/queue.ts";
import { noQueues, noReleases } from "../../fakes/alone.ts";
import { fakeHealth } from "../../fakes/fake-health.ts";
import { TEST_START } from "../../fakes/jobs.ts";
import { noManagers } from "../../fakes/no-managers.ts";
import type { Waits } from "./waits.ts";

type WaitDeps = Pick<JobDeps, "room" | "queues" | "releases" | "health" | "managers">;
type Given = Omit<Parameters<typeof jobQueues>[0], "room"> & Omit<Parameters<typeof releaseQueue>[0], "health">;

/** What jobs of one process wait for: places that others leave, a service that is well again, the word of a manager. */
export function waitDeps(waits: Waits | undefined, given: Given): WaitDeps {
  const health = fakeHealth();
  if (!waits) {
    const room = { ofOwner: 5, ofWorkspace: 50, waitingOfOwner: 20 };
    return { room, queues: noQueues, releases: noReleases, health, managers: noManagers };
  }
  const { clock } = given;
  const { room, freeAfterMs } = waits;
  const awayMs = TEST_START + freeAfterMs - clock.now();
  const clear = () => health.tell(null, { since: clock.now() });
  if (awayMs > 0) {
    health.tell("down", { since: clock.now() });
    clock.after(awayMs, clear);
  } else clear();
  return {
    room,
    queues: jobQueues({ ...given, room }),
    releases: releaseQueue({ ...given, health }),
    health,
    managers: { ...noManagers, ask: async () => {} },
  };
}
