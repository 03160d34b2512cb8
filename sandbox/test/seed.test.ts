import { expect, test } from "vitest";
import { openJournal } from "../src/journal.ts";
import { seed } from "../src/seed.ts";
import { manualSandboxClock } from "./sandbox-clock.ts";

test("if adding the simulated user Ada's API key fails, the sandbox tries again when the bot reconnects", async () => {
  const journal = openJournal(manualSandboxClock());
  const outcomes = [new Error("no form came"), undefined];
  const given: unknown[] = [];
  const one = seed({
    place: "slack",
    journal,
    async give() {
      const outcome = outcomes[given.length];
      given.push(outcome);
      if (outcome) throw outcome;
    },
  });
  const connect = (place: "discord" | "slack") => journal.add({ place, kind: "connected", payload: {} });
  connect("discord");
  expect(given).toHaveLength(0);
  const first = one.passed();
  connect("slack");
  await expect(first).rejects.toThrow("Ada could not give her key on slack: no form came");
  await expect(one.given()).rejects.toThrow("no form came");
  await expect(one.passed()).resolves.toBeUndefined();
  connect("slack");
  await one.given();
  connect("slack");
  expect(given).toHaveLength(2);
});

test("adding the simulated user Ada's API key fails with a reason if no bot connects or the bot does not respond", async () => {
  const journal = openJournal(manualSandboxClock());
  const one = seed({ place: "discord", journal, give: () => new Promise(() => {}), timeoutMs: 5 });
  await expect(one.passed()).rejects.toThrow("no bot has connected");
  journal.add({ place: "discord", kind: "connected", payload: {} });
  await expect(one.passed()).rejects.toThrow("the bot has not finished");
  one.stop();
});
