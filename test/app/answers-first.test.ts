import { expect, test } from "vitest";
import { answersFirst } from "../../src/app/answers-first.ts";
import { manualClock } from "../fakes/manual-clock.ts";

/** Commands come with `asked`, and what can wait with `later`; `done` has what went on, in its order. */
function world() {
  const clock = manualClock();
  const { deciding, quiet } = answersFirst(clock);
  const done: string[] = [];
  const asked = () => {
    let decide = () => {};
    let fail = () => {};
    const decided = deciding(
      () =>
        new Promise<void>((resolve, reject) => {
          decide = resolve;
          fail = () => reject(new Error("not decided"));
        }),
    );
    return { decided, decide, fail };
  };
  const later = (name: string) => quiet().then(() => void done.push(name));
  return { clock, asked, later, done };
}

test("what can wait begins when all answers are decided, and a millisecond for each of them has passed", async () => {
  const { clock, asked, later, done } = world();
  await later("a first");
  const three = [asked(), asked(), asked()];
  void later("a step");
  three[0]?.decide();
  // One that cannot be decided holds nothing up.
  three[1]?.fail();
  await expect(three[1]?.decided).rejects.toThrow("not decided");
  await clock.advance(100);
  expect(done).toEqual(["a first"]);
  three[2]?.decide();
  await clock.advance(2);
  void later("another");
  expect(done).toEqual(["a first"]);
  await clock.advance(1);
  expect(done).toEqual(["a first", "a step", "another"]);
  await later("a third");
  expect(done).toHaveLength(4);
});

test("a command that comes in that moment is answered first, too", async () => {
  const { clock, asked, later, done } = world();
  asked().decide();
  void later("a step");
  await clock.advance(0);
  const next = asked();
  await clock.advance(50);
  expect(done).toEqual([]);
  next.decide();
  await clock.advance(2);
  expect(done).toEqual(["a step"]);
});

test("one that comes and is answered in that moment makes it no shorter", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 5; n += 1) asked().decide();
  void later("a step");
  await clock.advance(3);
  asked().decide();
  await clock.advance(1);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a step"]);
});

test("commands that come one by one leave gaps in which other work goes on", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 300; n += 1) {
    const one = asked();
    void later(`step ${n}`);
    await clock.advance(1);
    one.decide();
    await clock.advance(2);
    expect(done).toHaveLength(n + 1);
  }
});

test("answers that leave no gap let four go on each 10 ms, those that have waited for 150 ms, in their order", async () => {
  const { clock, asked, later, done } = world();
  asked();
  for (let n = 0; n < 6; n += 1) void later(`step ${n}`);
  await clock.advance(100);
  void later("a late one");
  await clock.advance(49);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["step 0", "step 1", "step 2", "step 3"]);
  await clock.advance(10);
  expect(done).toHaveLength(6);
  await clock.advance(89);
  expect(done).toHaveLength(6);
  await clock.advance(1);
  expect(done.at(-1)).toBe("a late one");
});

test("of a thousand that waited some go on in each turn, and a command that comes between them is answered first", async () => {
  const { clock, asked, later, done } = world();
  asked().decide();
  for (let n = 0; n < 1_000; n += 1) void later(`step ${n}`);
  let next = { decide: () => {} };
  const cancel = clock.after(1, () => {
    clock.after(0, () => void clock.after(0, () => (next = asked())));
  });
  await clock.advance(50);
  cancel();
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(200);
  next.decide();
  await clock.advance(2);
  expect(done).toHaveLength(1_000);
});

test("after a thousand answers it is quiet in a tenth of a second", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 1_000; n += 1) asked().decide();
  void later("a step");
  await clock.advance(99);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a step"]);
});

test("nothing waits longer than two seconds, however long answers are due and however much waits", async () => {
  const { clock, asked, later, done } = world();
  asked();
  for (let n = 0; n < 2_000; n += 1) void later(`step ${n}`);
  await clock.advance(1_500);
  void later("another");
  await clock.advance(499);
  expect(done.length).toBeLessThan(1_000);
  await clock.advance(10);
  expect(done).toHaveLength(2_000);
  await clock.advance(150);
  expect(done.at(-1)).toBe("another");
});

test("a clock that is set back makes nothing wait longer", async () => {
  const { clock, asked, later, done } = world();
  asked();
  void later("a step");
  clock.set(-3_600_000);
  await clock.advance(150);
  expect(done).toEqual(["a step"]);
});
