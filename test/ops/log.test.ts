import { Writable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openLog } from "../../src/ops/log.ts";
import { anyText } from "../fakes/any-text.ts";
import { runs } from "../fakes/how-many.ts";

function lines(format: "json" | "pretty") {
  const written: string[] = [];
  const destination = new Writable({
    write(part, _encoding, done) {
      written.push(String(part));
      done();
    },
  });
  return { log: openLog({ level: "info", format, destination }), text: () => written.join("") };
}

test("an error with a token in it is logged on one line without it", () => {
  const { log, text } = lines("json");
  log.error("step failed", { error: 'POST https://hooks.slack.com/commands/T1/2/abcdef\n{"forged":true}' });
  expect(text().trimEnd().split("\n")).toHaveLength(1);
  expect(text()).not.toContain("abcdef");
  expect(JSON.parse(text())).toMatchObject({ level: 50, msg: "step failed" });
});

test("what is below the level is not written", () => {
  const { log, text } = lines("json");
  log.debug("quiet");
  expect(text()).toBe("");
});

test("pretty is one readable line an event", () => {
  const { log, text } = lines("pretty");
  log.info("job settled", { job: "13ca37", outcome: "failed" });
  expect(text().trimEnd().split("\n")).toHaveLength(1);
  expect(text()).toContain("job settled");
  expect(text()).toContain("failed");
});

test.for(["json", "pretty"] as const)(
  "no text of a field or an event forges a line or turns it round: %s",
  (format) => {
    const forgeries = fc.array(
      fc.oneof(
        fc.constantFrom(
          "\r\n",
          "\n",
          "\u0085",
          "\u2028",
          "\u2029",
          "\u001b[2K",
          "\u202e",
          "\u2066",
          "\u200f",
          '"}\n{"level":50',
        ),
        anyText({ maxLength: 20 }),
      ),
    );
    fc.assert(
      fc.property(forgeries, (parts) => {
        const { log, text } = lines(format);
        const forged = parts.join("");
        log.error(forged, { error: forged, text: forged, job: "13ca37" });
        expect(text().match(/\n/g)).toHaveLength(1);
        expect(text().slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
        expect(text().isWellFormed()).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  },
);

test("what a spread brings is dropped where it is not on the list, and so is an object", () => {
  const { log, text } = lines("json");
  const refusal = { kind: "unavailable", headers: "canary", prompt: "canary" };
  const nested: Record<string, unknown> = { detail: { url: "canary" } };
  log.warn("card not posted", { ...refusal, ...nested });
  expect(JSON.parse(text())).toMatchObject({ kind: "unavailable", detail: "[object]" });
  expect(text()).not.toContain("canary");
});

test("a value longer than 1,000 characters is cut", () => {
  const { log, text } = lines("json");
  log.warn("slow", { detail: "ab ".repeat(100_000) });
  expect(text().length).toBeLessThan(1_200);
});
