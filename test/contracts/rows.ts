import { describe, expect, test } from "vitest";
import type { Facts, IndexPlace, Put, Row, Rows } from "../../src/core/rows.ts";

const put = (key: string, value: unknown, indexes: Record<string, number> = {}): Put => ({
  key,
  value,
  indexes: Object.entries(indexes).map(([name, score]) => ({ name, score })),
});

async function write(rows: Rows, puts: readonly Put[], deletes: readonly string[] = []): Promise<void> {
  await rows.transact({ keys: [...puts.map(({ key }) => key), ...deletes] }, () => ({ value: null, puts, deletes }));
}

/** Reads a row in both ways and checks that they agree. */
async function load(rows: Rows, key: string): Promise<Row | null> {
  const row = await rows.transact({ keys: [key] }, (facts) => ({ value: facts.row(key) }));
  expect(await rows.get(key)).toEqual(row);
  return row;
}

async function walked(rows: Rows, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of rows.walk(prefix)) keys.push(...some.map(({ key }) => key));
  return keys.toSorted();
}

const keysOf = (places: readonly { readonly key: string }[]) => places.map(({ key }) => key);

/** The contract of every row engine. `open` returns an empty one, and a second view of it if others can write to it. */
export function rowsContract(name: string, open: () => Promise<{ readonly rows: Rows; readonly other?: Rows }>): void {
  describe(`the row store in ${name}`, () => {
    const rowsTest = (title: string, claim: (rows: Rows, other: Rows) => Promise<void>) =>
      test(title, async () => {
        const { rows, other = rows } = await open();
        try {
          await claim(rows, other);
        } finally {
          await rows.close();
          if (other !== rows) await other.close();
        }
      });

    rowsTest(
      "returns a row with any JSON value unchanged, and increases the row's version with each save",
      async (rows) => {
        const values = ["text", "", 0, false, null, ["x"], { a: [1, null, "🦊"], "b:c": "\u0000 \ud800" }];
        for (const [n, value] of values.entries()) {
          await write(rows, [put("k:é 🦊", value, { one: n, "two:ü": -1.5 })]);
          const indexes = [
            { name: "one", score: n },
            { name: "two:ü", score: -1.5 },
          ];
          expect(await load(rows, "k:é 🦊")).toEqual({ key: "k:é 🦊", version: n + 1, value, indexes });
        }
        expect(await load(rows, "k")).toBeNull();
      },
    );

    rowsTest(
      "removes a deleted row from every index, and gives version 1 to a new row with the same key",
      async (rows) => {
        await write(rows, [put("a", 1, { all: 1 }), put("b", 1, { all: 2 })]);
        await write(rows, [put("b", 2, { all: 2 })], ["a", "never"]);
        expect(await load(rows, "a")).toBeNull();
        expect(keysOf(await rows.page("all", { limit: 9 }))).toEqual(["b"]);
        expect(await rows.count("all")).toBe(1);
        await write(rows, [put("a", 3)]);
        expect(await load(rows, "a")).toEqual({ key: "a", version: 1, value: 3, indexes: [] });
        expect(await rows.count("all")).toBe(1);
      },
    );

    rowsTest("returns the new value after a save that does not increase the row's version", async (rows, other) => {
      await write(rows, [put("a", 1, { all: 1 }), put("a2", 1)]);
      expect((await load(other, "a"))?.version).toBe(1);
      await other.transact({ keys: ["a"] }, () => ({
        value: null,
        puts: [{ ...put("a", 2, { all: 2 }), keepsVersion: true }],
      }));
      expect(await load(rows, "a")).toEqual({ ...put("a", 2, { all: 2 }), version: 1 });
      expect(await load(other, "a")).toEqual(await load(rows, "a"));
      await write(rows, [put("a", 3)]);
      expect(await load(rows, "a")).toMatchObject({ version: 2, value: 3 });
    });

    rowsTest("updates the indexes if a row is saved with another score or without an index", async (rows) => {
      await write(rows, [put("a", 1, { open: 5, of: 1 }), put("b", 1, { open: 4 })]);
      expect(keysOf(await rows.page("open", { limit: 9 }))).toEqual(["b", "a"]);
      await write(rows, [put("a", 2, { open: 3 })]);
      expect(keysOf(await rows.page("open", { limit: 9 }))).toEqual(["a", "b"]);
      expect([await rows.count("open"), await rows.count("of")]).toEqual([2, 0]);
      await write(rows, [put("a", 3)]);
      expect(keysOf(await rows.page("open", { limit: 9 }))).toEqual(["b"]);
      expect([await rows.count("open"), await rows.count("never")]).toEqual([1, 0]);
    });

    rowsTest("sorts an index by score, and rows with the same score by the bytes of the key", async (rows) => {
      const order = [
        ["z", -2],
        ["y", 0],
        ["B", 1.5],
        ["a", 1.5],
        ["é", 1.5],
        ["\uffee", 1.5],
        ["🦊", 1.5],
        ["A", 1_700_000_000_123],
      ] as const;
      const puts = order.map(([key, score]) => put(key, key, { all: score }));
      await write(rows, puts.toReversed());
      const wanted = order.map(([key, score]) => ({ key, score }));
      expect(await rows.places("all", { limit: 99 })).toEqual(wanted);
      expect(await rows.places("all", { limit: 99, newestFirst: true })).toEqual(wanted.toReversed());
      expect(keysOf(await rows.page("all", { limit: 99 }))).toEqual(keysOf(wanted));
    });

    rowsTest("returns an index page by page, in both orders and within any range of scores", async (rows) => {
      const scoreOf = (n: number) => Math.floor(n / 4);
      const all = Array.from({ length: 30 }, (_, n) => ({ key: `k${String(n).padStart(2, "0")}`, score: scoreOf(n) }));
      await write(
        rows,
        all.map(({ key, score }) => put(key, score, { all: score })),
      );
      for (const newestFirst of [false, true]) {
        for (const [from, to] of [[], [2], [undefined, 5], [2, 5], [2.5, 2.9], [3, 3]]) {
          const range = { limit: 3, newestFirst, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
          const within = all.filter(({ score }) => score >= (from ?? -1) && score <= (to ?? 99));
          const wanted = newestFirst ? within.toReversed() : within;
          const places: IndexPlace[] = [];
          for (let page = await rows.places("all", range); page.length > 0; ) {
            expect(page.length).toBeLessThanOrEqual(3);
            const last = places.at(-1);
            const bodies = await rows.page("all", last ? { ...range, after: last } : range);
            expect(bodies.map(({ key, value }) => [key, value])).toEqual(page.map(({ key, score }) => [key, score]));
            places.push(...page);
            page = await rows.places("all", { ...range, after: places.at(-1) ?? { key: "", score: 0 } });
          }
          expect(places).toEqual(wanted);
        }
      }
      // The place itself may have been deleted.
      const after = { key: "k05x", score: 1 };
      expect(keysOf(await rows.places("all", { after, limit: 2 }))).toEqual(["k06", "k07"]);
      expect(keysOf(await rows.places("all", { after, limit: 2, newestFirst: true }))).toEqual(["k05", "k04"]);
      expect(await rows.places("all", { limit: 0 })).toEqual([]);
    });

    rowsTest("lets a transaction read the rows and index sizes from before its own changes", async (rows) => {
      await write(rows, [put("a", 1, { all: 1 }), put("b", 2, { all: 0, some: 1 })]);
      const reads = { keys: ["a", "b", "none"], counts: ["some", "all", "empty"] };
      const answer = await rows.transact(reads, (facts) => ({
        value: [facts.row("a")?.value, facts.row("none"), reads.counts.map((index) => facts.count(index))],
        puts: [put("a", 9), put("none", 9, { all: 3 })],
        deletes: ["b"],
      }));
      expect(answer).toEqual([1, null, [1, 2, 0]]);
      expect(keysOf(await rows.page("all", { limit: 9 }))).toEqual(["none"]);
      expect(await load(rows, "b")).toBeNull();
    });

    rowsTest(
      "rejects a whole transaction if it uses an undeclared row or the undeclared size of an index",
      async (rows) => {
        await write(rows, [put("a", 1, { all: 1 })]);
        const reads = { keys: ["b"], counts: ["other"] };
        const puts = [put("b", 1)];
        for (const decide of [
          (facts: Facts) => ({ value: facts.row("a"), puts }),
          (facts: Facts) => ({ value: facts.count("all"), puts }),
          () => ({ value: null, puts: [...puts, put("c", 1)] }),
          () => ({ value: null, puts, deletes: ["a"] }),
        ])
          await expect(rows.transact<unknown>(reads, decide)).rejects.toThrow("did not name");
        expect(await walked(rows, "")).toEqual(["a"]);
      },
    );

    rowsTest("rejects only the transaction whose callback throws, with the callback's error", async (rows) => {
      const decide = (n: number) =>
        rows.transact({ keys: ["sum", `row:${n}`] }, (facts) => {
          if (n === 2) throw new Error("planted");
          return { value: n, puts: [put("sum", Number(facts.row("sum")?.value ?? 0) + n), put(`row:${n}`, n)] };
        });
      const answers = await Promise.allSettled([1, 2, 3].map(decide));
      expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(answers[1]).toMatchObject({ reason: { message: "planted" } });
      expect(await load(rows, "sum")).toMatchObject({ value: 4, version: 2 });
      expect(await walked(rows, "row:")).toEqual(["row:1", "row:3"]);
    });

    rowsTest("rejects a whole transaction if a value is not JSON or a score is not a number", async (rows) => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      for (const bad of [put("k", circle), put("k", undefined), put("k", 1, { all: Number.NaN })]) {
        await expect(write(rows, [put("first", 1, { all: 1 }), bad])).rejects.toThrow();
      }
      expect(await load(rows, "first")).toBeNull();
      expect(await rows.count("all")).toBe(0);
    });

    for (const [title, lane] of [
      ["with the same batch key", () => "team:1"],
      ["without a batch key", () => undefined],
      ["with different batch keys", (n: number) => `lane ${n}`],
    ] as const) {
      rowsTest(`applies each of 40 simultaneous transactions ${title} exactly once`, async (rows, other) => {
        const one = (n: number) => {
          const name = lane(n);
          const store = n % 2 === 0 ? rows : other;
          return store.transact(
            { keys: ["sum", `row:${n}`], counts: ["all"] },
            (facts) => {
              const size = facts.count("all");
              return {
                value: size,
                puts: [put("sum", Number(facts.row("sum")?.value ?? 0) + 1), put(`row:${n}`, size, { all: size })],
              };
            },
            name === undefined ? {} : { batchKey: name },
          );
        };
        const sizes = await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
        expect(sizes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
        expect(await load(rows, "sum")).toMatchObject({ value: 40, version: 40 });
        expect([await rows.count("all"), await other.count("all")]).toEqual([40, 40]);
        expect(keysOf(await rows.page("all", { limit: 99 })).toSorted()).toEqual(await walked(other, "row:"));
      });
    }

    rowsTest("returns a row at once after a write with the durability “soon”", async (rows) => {
      const puts = [put("k", 1, { all: 1 })];
      await rows.transact({ keys: ["k"] }, () => ({ value: null, puts }), { durability: "soon" });
      expect(await load(rows, "k")).toMatchObject({ value: 1 });
      expect(await rows.count("all")).toBe(1);
    });

    rowsTest("lists exactly the rows whose keys start with a prefix, even 1,100 rows", async (rows) => {
      const keys = Array.from({ length: 1_100 }, (_, n) => `job:${n}`);
      const others = ["job", "jobs:1", "jo", "JOB:1", "job*:1", "[j]ob:", "😀:1", "\uffff"];
      await write(
        rows,
        [...keys, ...others].map((key) => put(key, key)),
      );
      expect(await walked(rows, "job:")).toEqual(keys.toSorted());
      expect(await walked(rows, "job*")).toEqual(["job*:1"]);
      expect(await walked(rows, "[j]ob:")).toEqual(["[j]ob:"]);
      expect(await walked(rows, "")).toEqual([...keys, ...others].toSorted());
      expect(await walked(rows, "none")).toEqual([]);
      for await (const some of rows.walk("job:")) {
        expect(some.every(({ key, value }) => key === value)).toBe(true);
        await write(
          rows,
          [],
          some.map(({ key }) => key),
        );
      }
      expect(await walked(rows, "")).toEqual(others.toSorted());
    });
  });
}
