import { describe, expect } from "vitest";
import { buttonOf } from "../../../src/cli/demo/seen.ts";
import { askForApprovals, capTeam, giveTeamKey } from "../a-team.ts";
import { endless, places, type Story, says, tell, testsOn } from "../stage.ts";

const scenes = "a boat leaves\n\na storm comes\nthe boat is home";

/** Fills the form for several videos, and waits for the question about them. */
async function ask(story: Story, values: Readonly<Record<string, string>> = { prompt: scenes }, personId = "ada") {
  await story.type("video-batch", undefined, personId);
  await story.fillForm(values, personId);
}

const start = async (story: Story, label: string, personId = "ada") => {
  await story.until(says(new RegExp(label)), personId);
  await story.press(label, personId);
};

const prompts = (story: Story) => story.sandbox.video.tasks().map(({ prompt }) => prompt);

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("scenes of one form are asked about once, and come on one card with one notification", async () => {
    const story = await tell(place);
    await ask(story);
    await story.until(says(/Make 3 videos\?/, /Together they cost 285 credits/, /a storm comes/, /your own key/));
    expect(story.seen("ben").some(({ text }) => /285 credits/.test(text))).toBe(false);
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.press("Start 3 videos");
    await story.until(says(/Your 3 videos are ready/, /285 credits charged/), "ben");
    expect(prompts(story).toSorted()).toEqual(["a boat leaves", "a storm comes", "the boat is home"]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toHaveLength(1);
    expect(story.entries("refused")).toEqual([]);
  });

  test("versions are made of one prompt, and one of them opens with its own buttons", async () => {
    const story = await tell(place);
    await ask(story, { prompt: "a paper boat", make: "2" });
    await story.until(says(/2 versions of one prompt/));
    await story.press("Start 2 videos");
    await story.until(says(/Your 2 videos are ready/));
    expect(prompts(story)).toEqual(["a paper boat", "a paper boat"]);
    await story.choose(/^2\. a paper boat$/);
    await story.until((messages) =>
      messages.some(({ text, isPrivate }) => isPrivate && /2\. The video is ready/.test(text)),
    );
    await story.press("Again");
    await story.until(says(/95 credits used/), "ben");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
    expect(story.entries("refused")).toEqual([]);
  });

  test("a form that cannot be a batch says why, and starts nothing", async () => {
    const story = await tell(place);
    await ask(story, { prompt: "1\n2\n3\n4\n5\n6\n7" });
    const { slack } = story.sandbox;
    const isTooMany = (text: string | undefined) => /You entered 7 scenes\. The limit is 6\./.test(text ?? "");
    // Slack's form stays open; on Discord what was typed comes back with the reason.
    await story.until((messages) =>
      place === "slack" ? isTooMany(slack.openForms("ada")[0]?.errors.prompt) : says(/The limit is 6/, /7/)(messages),
    );
    expect(story.sandbox.video.ledger().tasks).toBe(0);
  });

  test("what the credits did not reach for is not started, and tried again after a top-up", async () => {
    const story = await tell(place, endless);
    story.sandbox.video.setCredits(190);
    await ask(story);
    await start(story, "Start 3 videos");
    await story.finish(0);
    await story.finish(1);
    await story.until(says(/2 of 3 videos ready/, /190 credits charged/, /Retry what failed · 95 credits/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    story.sandbox.video.setCredits(1_000);
    await story.press("Retry what failed");
    await start(story, "Start 1 video");
    await story.finish(2);
    await story.until(says(/95 credits used/));
    expect(prompts(story).toSorted()).toEqual(["a boat leaves", "a storm comes", "the boat is home"]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  });

  test("the rest of a batch can be cancelled, and what was sent goes on", async () => {
    const story = await tell(place, { ...endless, env: { MAX_JOBS_PER_USER: "1" } });
    await ask(story);
    await story.until(says(/1 will start at once, and 2 will wait for their turn/));
    await story.press("Start 3 videos");
    await story.taskId(0);
    await story.until(says(/Making 3 videos/, /Cancel the rest/));
    await story.press("Cancel the rest");
    await story.until(says(/had not been sent yet were cancelled/));
    await story.finish(0);
    await story.until(says(/1 of 3 videos ready/, /95 credits charged/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("a double press of Start is one batch, after a restart too", async () => {
    const story = await tell(place);
    await ask(story);
    await story.until(says(/Start 3 videos/));
    await story.restart();
    const question = story.seen().find(({ isPrivate, text }) => isPrivate && /Start 3 videos/.test(text));
    const button = buttonOf(question?.raw, "Start 3 videos") ?? "";
    const press = () => story.sandbox[place].press("ada", question?.id ?? "", button);
    await Promise.allSettled([press(), press()]);
    await story.until(says(/Your 3 videos are ready/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  });

  test("a manager sees all scenes and one price, and one approval lets all of them begin", async () => {
    const story = await tell(place);
    await giveTeamKey(story);
    await capTeam(story, "1000");
    await askForApprovals(story, place);
    await ask(story, { prompt: scenes }, "cleo");
    await story.until(says(/Make 3 videos\?/, /team's key/), "cleo");
    await story.press("Start 3 videos", "cleo");
    await story.until(says(/Waiting for approval/), "cleo");
    await story.until(says(/asks for 3 videos/, /285 credits together/, /a storm comes/, /the boat is home/), "ben");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.press("Approve 285 credits", "ben");
    await story.until(says(/Your 3 videos are ready/), "cleo");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  });

  test("a batch is one line of one's own videos, and its card goes with all that is in it", async () => {
    const story = await tell(place);
    await ask(story, { prompt: "a paper boat", make: "2" });
    await start(story, "Start 2 videos");
    await story.until(says(/Your 2 videos are ready/));
    await story.type("video-jobs");
    const listed = await story.until(says(/Your videos/, /Your 2 videos are ready/, /190 credits/));
    const list = listed.findLast(({ text }) => /Your videos/.test(text))?.text ?? "";
    expect(list.match(/a paper boat/g)).toHaveLength(1);
    await story.until(() => story.entries("pinged").length > 0);
    await story.press("Delete");
    await story.until(says(/Delete this card\?/));
    await story.press("Delete");
    await story.until(says(/The card is deleted/));
    expect(story.seen("ben").filter(({ text }) => /2 videos/.test(text))).toEqual([]);
  });

  test("who deletes their data withdraws what waits of a batch, and nothing of it is kept when the rest has ended", async () => {
    const story = await tell(place, { ...endless, env: { MAX_JOBS_PER_USER: "1" } });
    await ask(story);
    await start(story, "Start 3 videos");
    await story.taskId(0);
    await story.type("video-data", "delete");
    await story.until(says(/Delete your data\?/, /2 videos are still waiting and will be withdrawn/));
    await story.press("Delete my data");
    await story.verdict(/Your data is deleted/);
    await story.finish(0);
    await story.until(says(/1 of 3 videos ready/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });
});
