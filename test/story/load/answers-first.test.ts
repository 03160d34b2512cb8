import { expect, test } from "vitest";
import { type Clock, machineClock } from "../../../src/core/clock.ts";
import { boat, says, tell } from "../stage.ts";

/** The machine's clock, on which the millisecond after an answer, when it is quiet again, does not come until `go`. */
function heldClock() {
  let isHeld = false;
  const kept = new Set<() => void>();
  const clock: Clock = {
    now: machineClock.now,
    after(delayMs, act) {
      if (!isHeld || delayMs !== 1) return machineClock.after(delayMs, act);
      kept.add(act);
      return () => kept.delete(act);
    },
  };
  return {
    clock,
    hold() {
      isHeld = true;
    },
    go() {
      isHeld = false;
      for (const act of kept) act();
    },
  };
}

test("on slack, while answers are due, other videos are not polled and no first card is posted until they have waited for a while", async () => {
  const { clock, hold, go } = heldClock();
  const story = await tell("slack", { clock });
  const { video, journal } = story.sandbox;
  video.everyFate("stuck");
  await story.makeVideo(boat);
  await story.until(says(/[1-9]\d? ?%/));
  hold();
  await story.makeVideo({ prompt: "another boat" });
  const typed = await journal.find(({ kind, payload }) => kind === "command" && isOther(payload));
  const card = await journal.find(({ kind, payload }) => kind === "message" && isOther(payload), { after: typed.seq });
  go();
  // A few at a time go on after 150 ms, less what the clocks round.
  expect(card.at - typed.at).toBeGreaterThan(145);
  const polls = journal.since(typed.seq).filter(({ kind, seq }) => kind === "polled" && seq < card.seq);
  // One may have been on its way.
  expect(polls.length).toBeLessThanOrEqual(1);
});

function isOther(payload: unknown): boolean {
  return JSON.stringify(payload).includes("another boat");
}
