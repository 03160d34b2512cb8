import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../../core/clock.ts";
import { type JobId, type Owner, ownerFromName, ownerName, type UserId } from "../../core/job/ids.ts";
import type { PersonalJobs } from "../../core/personal-data.ts";
import type { JobStore, Log } from "../../core/ports.ts";
import { entriesOf } from "../../people/entries.ts";

/** How often what could not be forgotten yet, such as a video under way, is looked at again. */
const AGAIN_MS = 60_000;

export interface ForgetPeople {
  /** Everything of theirs up to now is to go; that it will is durably noted when it resolves, and what can go has gone. */
  forget(owner: Owner): Promise<void>;
  /** Goes on with what an earlier life began. */
  resume(): Promise<void>;
  stop(): void;
}

/** "all": nothing is known to be gone yet; "videos": the rest is, and what is there now was left since. */
const note = z.object({ at: z.number(), left: z.enum(["all", "videos"]) });

/**
 * Forgets people who want that: their key, settings, requests, ended videos and costs at once, a video under way when its
 * final word has been told. A video that has not begun does not begin.
 */
export function forgetPeople(deps: {
  /** The people who are being forgotten. */
  readonly leaving: Keyv;
  readonly jobs: Pick<PersonalJobs, "listedIn" | "forget"> & Pick<JobStore, "openJobsOf">;
  /** Removes their key, settings and requests. */
  removeRecords(owner: Owner): Promise<void>;
  /** Takes a video back that has not begun. */
  withdraw(jobId: JobId): Promise<unknown>;
  /** Takes somebody off the list of those who are told of that video's end. */
  takeOff(jobId: JobId, userId: UserId): Promise<unknown>;
  /** Something was deleted: it is to leave the disk, too. */
  deleted(): void;
  /** The page that shows something of this person's is to show it as it is now. */
  changed(owner: Owner): void;
  readonly clock: Clock;
  readonly log: Log;
}): ForgetPeople {
  const { leaving, jobs, removeRecords, withdraw, takeOff, deleted, changed, clock, log } = deps;
  let cancel = () => {};
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  async function forget(owner: Owner, { at, left }: z.output<typeof note>): Promise<void> {
    const name = ownerName(owner);
    if (left === "all") {
      await removeRecords(owner);
      for (const jobId of await jobs.listedIn(owner)) await takeOff(jobId, owner.userId);
      await leaving.set(name, { at, left: "videos" });
    }
    for (const { id, state, acceptedAt } of await jobs.openJobsOf(owner))
      if (state.status === "waiting" && acceptedAt <= at) await withdraw(id);
    const open = await jobs.forget(owner, at);
    if (open === 0) await leaving.delete(name);
    deleted();
    changed(owner);
    log.info("person forgotten", { count: open });
  }

  async function forgetAll(): Promise<void> {
    cancel();
    for (const [name, found] of await entriesOf(leaving)) {
      if (isStopped) return;
      const owner = ownerFromName(name);
      const read = note.safeParse(found);
      if (owner && read.success) await forget(owner, read.data);
      else await leaving.delete(name);
    }
    if ((await entriesOf(leaving)).length > 0 && !isStopped) again();
  }

  function again(): void {
    cancel = clock.after(AGAIN_MS, () => void resume());
  }

  /** One at a time. */
  function resume(): Promise<void> {
    turn = turn.then(forgetAll).catch((error: unknown) => {
      log.error("person not forgotten", { error: String(error) });
      if (!isStopped) again();
    });
    return turn;
  }

  return {
    async forget(owner) {
      // In its turn: what is being written of an earlier word would hide this one.
      const noted = turn.then(() => leaving.set(ownerName(owner), { at: clock.now(), left: "all" }));
      turn = noted.then(
        () => {},
        () => {},
      );
      await noted;
      await resume();
    },
    resume,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
