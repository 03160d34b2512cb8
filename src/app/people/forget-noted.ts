import type Keyv from "keyv";
import { z } from "zod";
import type { Clock, EpochMs } from "../../core/clock.ts";
import { entriesOf } from "../../people/entries.ts";

/** How often what could not be forgotten yet, such as a job that runs, is looked at again. */
const AGAIN_MS = 60_000;

export interface ForgetNoted {
  /** Everything of that name up to that time is to go; durably noted when it resolves, and rejected where it cannot be. */
  left(name: string, at: EpochMs): Promise<void>;
  /** It is back: what is there now stays, and nothing of it is noted any longer. Never rejects. */
  keep(name: string): Promise<void>;
  /** Goes on with what an earlier life began. */
  resume(): Promise<void>;
  stop(): void;
}

/** Forgets what is noted, one after the other; each note goes last, so that neither a failure nor a crash loses one. */
export function forgetNoted(deps: {
  readonly noted: Keyv;
  /** Says whether all of it is gone; goes no further once it is back. */
  forget(name: string, at: EpochMs, isBack: () => boolean): Promise<boolean>;
  /** null: what is noted could not even be read. */
  failed(name: string | null, error: unknown): void;
  readonly clock: Clock;
}): ForgetNoted {
  const { noted, forget, failed, clock } = deps;
  /** What may be noted; null: not read yet. */
  let names: Set<string> | null = null;
  /** What is back, and may be noted still. */
  const back = new Set<string>();
  let cancel = () => {};
  let isStopped = false;
  let turn: Promise<void> = Promise.resolve();

  async function isDone(name: string, at: unknown): Promise<boolean> {
    try {
      const isBack = () => back.has(name);
      if (!isBack() && !(await forget(name, z.number().parse(at), isBack)) && !isBack()) return false;
      await noted.delete(name);
      names?.delete(name);
      back.delete(name);
      return true;
    } catch (error) {
      failed(name, error);
      return false;
    }
  }

  async function forgetAll(): Promise<void> {
    cancel();
    let areAllDone = false;
    try {
      const entries = await entriesOf(noted);
      names = new Set(entries.map(([name]) => name));
      for (const name of back) if (!names.has(name)) back.delete(name);
      areAllDone = true;
      for (const [name, at] of entries) {
        if (isStopped) return;
        areAllDone = (await isDone(name, at)) && areAllDone;
      }
    } catch (error) {
      failed(null, error);
    }
    if (!areAllDone && !isStopped) cancel = clock.after(AGAIN_MS, () => void resume());
  }

  /** One at a time. */
  function resume(): Promise<void> {
    turn = turn.then(forgetAll);
    return turn;
  }

  return {
    async left(name, at) {
      back.delete(name);
      names?.add(name);
      await noted.set(name, at);
      await resume();
    },
    async keep(name) {
      if (names !== null && !names.has(name)) return;
      back.add(name);
      // Else it waits for what is noted to be read.
      if (names !== null) await resume();
    },
    resume,
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
