import { expect, test } from "vitest";
import type { Job } from "../../../src/core/job/job.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { homeView } from "../../../src/frontends/slack/out/slack-home.ts";
import { homeMessages } from "../../../src/messages/pages/home-page.ts";
import { en } from "../../../src/messages/words/en.ts";
import { fakeHealth } from "../../fakes/fake-health.ts";
import { everyJob } from "../every-job.ts";
import { wordsOf } from "../words-of.ts";

const nothing = { charged: 0, refunded: 0, unknown: 0 };
const spent = { thisMonth: nothing, lastMonth: nothing };
const home = (jobs: readonly Job[], keyEnding: string | null = "1234", health = fakeHealth()) =>
  homeMessages(
    { platform: "slack", now: 0, jobs, keyEnding, settings: noSettings, spent, trouble: health.trouble() },
    en,
  );
const buttonsIn = (jobs: readonly Job[]) => home(jobs).flatMap(({ buttons }) => buttons.map(({ label }) => label));

test("the Home tab lists each video without the buttons “Delete” and “Notify me too”", () => {
  for (const job of everyJob) {
    const labels = buttonsIn([job]);
    expect(labels).not.toContain("Delete");
    expect(labels).not.toContain("Notify me too");
    expect(home([job])[2]).toMatchObject({ quote: expect.any(String), title: "" });
  }
});

test("the Home tab ends with a button “Help” instead of the help text", () => {
  const parts = home([]);
  const last = parts.at(-1);
  expect(last && [last.title, last.body, last.facts]).toEqual(["", [], []]);
  expect(last?.buttons).toMatchObject([{ label: "Help", id: "help" }]);
  expect(parts.map(wordsOf).join("\n")).not.toMatch(/Prices|cannot be stopped/);
  const { blocks } = homeView(parts);
  expect(blocks.slice(-2)).toMatchObject([{ type: "divider" }, { type: "actions", elements: [{ action_id: "help" }] }]);
});

test("a video's progress does not change the Home tab", () => {
  const running = everyJob.filter(({ state }) => state.status === "running");
  expect(running.length).toBeGreaterThan(0);
  for (const job of running) {
    if (job.state.status !== "running") continue;
    const at = (percent: number) => home([{ ...job, state: { ...job.state, percent } } as Job]);
    expect(at(12)).toEqual(at(57));
  }
});

test("the Home tab shows the last four characters of the saved API key, and asks for a key if none is saved", () => {
  const words = (ending: string | null) => home([], ending).map(wordsOf).join("\n");
  expect(words(null)).toMatch(/Add your own API key/);
  expect(words("1234")).toMatch(/ends in 1234/);
});

test("an outage of the video service is shown at the top of the Home tab", () => {
  const health = fakeHealth();
  expect(home([], null, health)[0]?.body).toHaveLength(home([])[0]?.body.length ?? 0);
  health.set("down");
  const [first] = home([], null, health);
  expect(first && wordsOf(first)).toContain("The video service is not answering right now.");
});
