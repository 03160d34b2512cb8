import { expect, test } from "vitest";
import { answersFirst } from "../../src/app/answers-first.ts";
import { toldClock } from "../fakes/told-clock.ts";

/** Commands come with `asked`, and what can wait with `later`; `done` has what went on, in its order. */
function world() {
  const clock = toldClock();
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

test("where no answer is due, what can wait goes on at once", async () => {
  const { later, done } = world();
  await later("a step");
  expect(done).toEqual(["a step"]);
});

test("what can wait begins when all answers are decided, and a millisecond for each of them has passed", async () => {
  const { clock, asked, later, done } = world();
  const three = [asked(), asked(), asked()];
  void later("a step");
  three[0]?.decide();
  three[1]?.decide();
  await clock.advance(100);
  expect(done).toEqual([]);
  three[2]?.decide();
  await clock.advance(2);
  void later("another");
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a step", "another"]);
  await later("a third");
  expect(done).toHaveLength(3);
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

test("one that comes and is answered in that moment makes it longer", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 5; n += 1) asked().decide();
  void later("a step");
  await clock.advance(3);
  asked().decide();
  await clock.advance(5);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a step"]);
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

test("nothing waits longer than two seconds, however long answers are due", async () => {
  const { clock, asked, later, done } = world();
  asked();
  void later("a step");
  await clock.advance(1_500);
  void later("another");
  await clock.advance(499);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a step", "another"]);
  void later("a third");
  await clock.advance(1_999);
  expect(done).toHaveLength(2);
  await clock.advance(1);
  expect(done).toHaveLength(3);
});

test("who begins to wait later has the two seconds whole", async () => {
  const { clock, asked, later, done } = world();
  asked().decide();
  void later("a step");
  await clock.advance(1_000);
  asked();
  void later("another");
  await clock.advance(1_999);
  expect(done).toEqual(["a step"]);
  await clock.advance(1);
  expect(done).toEqual(["a step", "another"]);
});

test("an answer that could not be decided holds nothing up", async () => {
  const { clock, asked, later, done } = world();
  const { decided, fail } = asked();
  void later("a step");
  fail();
  await expect(decided).rejects.toThrow("not decided");
  await clock.advance(1);
  expect(done).toEqual(["a step"]);
});
