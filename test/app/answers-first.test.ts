import { expect, test } from "vitest";
import { answersFirst } from "../../src/app/answers-first.ts";
import { manualClock } from "../fakes/manual-clock.ts";

/** `asked` sends a command and `later` queues background work; `done` lists the work that has run, in order. */
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

test("background work starts only after all commands are done and a pause of 1 ms per command has passed", async () => {
  const { clock, asked, later, done } = world();
  await later("a first task");
  const three = [asked(), asked(), asked()];
  void later("a task");
  three[0]?.decide();
  // A command whose answer fails delays nothing.
  three[1]?.fail();
  await expect(three[1]?.decided).rejects.toThrow("not decided");
  await clock.advance(100);
  expect(done).toEqual(["a first task"]);
  three[2]?.decide();
  await clock.advance(2);
  void later("another task");
  expect(done).toEqual(["a first task"]);
  await clock.advance(1);
  expect(done).toEqual(["a first task", "a task", "another task"]);
  await later("a third task");
  expect(done).toHaveLength(4);
});

test("if a command arrives in the pause before background work, the work starts only after the command is answered", async () => {
  const { clock, asked, later, done } = world();
  asked().decide();
  void later("a task");
  await clock.advance(0);
  const next = asked();
  await clock.advance(50);
  expect(done).toEqual([]);
  next.decide();
  await clock.advance(2);
  expect(done).toEqual(["a task"]);
});

test("answering one more command during the pause does not shorten the pause before background work", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 5; n += 1) asked().decide();
  void later("a task");
  await clock.advance(3);
  asked().decide();
  await clock.advance(1);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a task"]);
});

test("background work runs between commands that arrive one at a time", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 300; n += 1) {
    const one = asked();
    void later(`task ${n}`);
    await clock.advance(1);
    one.decide();
    await clock.advance(2);
    expect(done).toHaveLength(n + 1);
  }
});

test("background tasks run after 150 ms in groups of four if a command is still unanswered", async () => {
  const { clock, asked, later, done } = world();
  asked();
  for (let n = 0; n < 6; n += 1) void later(`task ${n}`);
  await clock.advance(100);
  void later("a late task");
  await clock.advance(49);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["task 0", "task 1", "task 2", "task 3"]);
  await clock.advance(10);
  expect(done).toHaveLength(6);
  await clock.advance(89);
  expect(done).toHaveLength(6);
  await clock.advance(1);
  expect(done.at(-1)).toBe("a late task");
});

test("if a command arrives while 1,000 background tasks are pending, most tasks run only after the command is answered", async () => {
  const { clock, asked, later, done } = world();
  asked().decide();
  for (let n = 0; n < 1_000; n += 1) void later(`task ${n}`);
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

test("background work waits only 100 ms even if 1,000 commands are answered at once", async () => {
  const { clock, asked, later, done } = world();
  for (let n = 0; n < 1_000; n += 1) asked().decide();
  void later("a task");
  await clock.advance(99);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(["a task"]);
});

test("every background task starts within two seconds, even with 2,000 pending tasks", async () => {
  const { clock, asked, later, done } = world();
  asked();
  for (let n = 0; n < 2_000; n += 1) void later(`task ${n}`);
  await clock.advance(1_500);
  void later("another task");
  await clock.advance(499);
  expect(done.length).toBeLessThan(1_000);
  await clock.advance(10);
  expect(done).toHaveLength(2_000);
  await clock.advance(150);
  expect(done.at(-1)).toBe("another task");
});

test("background work does not wait longer if the clock is set back", async () => {
  const { clock, asked, later, done } = world();
  asked();
  void later("a task");
  clock.set(-3_600_000);
  await clock.advance(150);
  expect(done).toEqual(["a task"]);
});
