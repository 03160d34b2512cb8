import { expect, test } from "vitest";
import { actsIn, readEntry } from "../../../src/page/service/steps.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Entries in the order of their words: each tells its place, kind and what else it has. */
function journal(...raws: readonly Raw[]) {
  return raws.map((raw, index) => readEntry({ seq: index + 1, at: 1_000 * index, ...raw }));
}

const used = (prompt: string, id = "i1") => ({
  place: "discord",
  kind: "command",
  personId: "ada",
  channelId: "c",
  interactionId: id,
  payload: { name: "video", options: [{ name: "prompt", type: 3, value: prompt }] },
});
const typed = (words: string) => ({
  place: "slack",
  kind: "command",
  personId: "ben",
  channelId: "s",
  interactionId: "t1",
  payload: { command: "/video", text: words },
});
const answered = (id = "i1", place = "discord") => ({
  place,
  kind: "answered",
  interactionId: id,
  payload: { ms: 12 },
});
const shown = (id = "i1", messageId = "m1") => ({
  place: "discord",
  kind: "message",
  channelId: "c",
  messageId,
  interactionId: id,
  payload: { id: messageId },
});
const aMessage = (ts: string, threadTs: string | null = null) => ({
  place: "slack",
  kind: "message",
  channelId: "s",
  messageId: ts,
  payload: { ts, threadTs },
});
const submitted = (prompt: string, taskId = "task_1") => ({
  place: "video",
  kind: "submitted",
  payload: { taskId, body: { prompt }, creditsUsed: 95 },
});
const polled = (taskId = "task_1") => ({ place: "video", kind: "polled", payload: { taskId } });
const edited = (messageId = "m1", place = "discord") => ({ place, kind: "edited", messageId, payload: {} });
const settled = (status: string, refunded = 0, taskId = "task_1") => ({
  place: "video",
  kind: "settled",
  payload: { taskId, status, refunded },
});
const pinged = (place = "discord") => ({ place, kind: "pinged", messageId: "p", payload: { personIds: ["1"] } });

const stepsOf = (...raws: readonly Raw[]) =>
  actsIn(journal(...raws)).map(({ label, steps }) => [
    label,
    ...steps.map((step) => `${step.label} ${step.detail}`.trim() + { done: "", wait: " …", trouble: " !" }[step.state]),
  ]);

test("a finished video shows all its steps, each with its number", () => {
  const way = stepsOf(
    ...[used("a boat"), answered(), shown(), submitted("a boat"), edited(), polled(), edited(), polled()],
    ...[settled("succeeded"), polled(), edited(), pinged()],
  );
  expect(way).toEqual([
    [
      ...["/video a boat", "Received from Discord", "Answered in 12 ms", "Submitted 95 credits"],
      ...["Polled 3 times", "Edited 3 times", "Final message video ready, after 10.0 s", "Notification after 11.0 s"],
    ],
  ]);
});

test("pending steps are marked as such, and a failure shows the refunded credits", () => {
  expect(stepsOf(used("a boat"))).toEqual([["/video a boat", "Received from Discord", "Answered …"]]);
  const way = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), polled());
  expect(way[0]?.slice(4)).toEqual(["Polled once …", "Edited …", "Final message …", "Notification …"]);
  const end = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), settled("failed", 95), edited());
  expect(end[0]).toContain("Final message failed, 95 credits back, after 5.0 s");
});

test("two simultaneous videos are distinguished by their prompts on both platforms", () => {
  const way = stepsOf(
    ...[used("a boat"), typed("a kite --ratio 9:16"), answered(), answered("t1", "slack")],
    ...[
      submitted("a kite", "task_k"),
      aMessage("9.1"),
      shown(),
      submitted("a boat"),
      polled("task_k"),
      polled("task_k"),
    ],
    ...[edited("9.1", "slack"), polled()],
  );
  expect(way.map((steps) => steps.slice(3, 6))).toEqual([
    ["Submitted 95 credits", "Polled once …", "Edited …"],
    ["Submitted 95 credits", "Polled 2 times …", "Edited once …"],
  ]);
});

test("a command that requests no video shows none of another command's steps", () => {
  const help = { ...used(""), interactionId: "i0", payload: { name: "video-help" } };
  const way = stepsOf(help, answered("i0"), used("a boat"), answered(), shown(), submitted("a boat"));
  expect(way[0]).toEqual(["/video-help", "Received from Discord", "Answered in 12 ms"]);
  expect(way[1]).toContain("Submitted 95 credits");
});

test("problems on the way are marked in the steps", () => {
  const late = { place: "discord", kind: "unanswered", interactionId: "i1", payload: {} };
  expect(stepsOf(used("a boat"), late)[0]).toContain("Not answered in the platform's time !");
  const limited = { place: "discord", kind: "refused", payload: { status: 429 } };
  const way = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), limited, limited);
  expect(way[0]).toContain("Refused 2 times by Discord !");
});

test("the steps of a video started by a button begin with that press, even if the press contains no prompt", () => {
  const pressed = { place: "discord", kind: "press", personId: "ada", interactionId: "i1", payload: {} };
  expect(stepsOf(pressed, answered(), shown(), submitted("a boat"))[0]?.slice(0, 4)).toEqual([
    ...["pressed a button", "Received from Discord", "Answered in 12 ms", "Submitted 95 credits"],
  ]);
});

test("the steps show a Slack command as typed, not as Slack encodes it", () => {
  expect(stepsOf(typed("a &lt;b&gt; &amp; c --ratio 1:1"))).toEqual([
    ["/video a <b> & c", "Received from Slack", "Answered …"],
  ]);
});

test("the steps of a command that is refused before any charge contain no edit of an earlier card", () => {
  const refused = (path: string) => ({
    place: "slack",
    kind: "refused",
    payload: { method: "POST", path, status: 503 },
  });
  const way = stepsOf(
    ...[typed("a boat"), answered("t1", "slack"), refused("/api/chat.postMessage"), refused("/api/chat.update")],
    ...[typed("another"), refused("/api/chat.postMessage")],
  );
  expect(way[0]).toEqual(["/video a boat", "Received from Slack", "Answered in 12 ms", "Refused once by Slack !"]);
});

const submitRefused = (status: number, why: string) => ({
  place: "video",
  kind: "refused",
  payload: { path: "/api/generate-video", status, why },
});
const calledBy = (reference: string, messageId = "p") => ({
  place: "discord",
  kind: "message",
  channelId: "c",
  messageId,
  payload: { id: messageId, reference },
});

test("a refused call's steps end with the private message, without a notification", () => {
  const no = submitRefused(402, "Not enough credits");
  const way = [used("a boat"), answered(), shown(), no];
  expect(stepsOf(...way)[0]?.slice(3)).toEqual([
    "Submit refused Not enough credits !",
    "Final message nothing charged, not shown yet …",
  ]);
  const whisper = { place: "discord", kind: "message", personId: "ada", channelId: "c", messageId: "w", payload: {} };
  expect(stepsOf(...way, whisper)[0]?.at(-1)).toBe("Final message nothing charged, after 4.0 s");
});

test("the steps of a paid call with a lost answer end when the requester was notified, whatever the service does later", () => {
  const lost = { ...submitted("a boat"), payload: { ...submitted("a boat").payload, response: null } };
  const way = [used("a boat"), answered(), shown(), lost, edited(), calledBy("m1"), pinged()];
  const end = [
    ...["Submitted 95 credits", "Answer lost charged, or not? !"],
    ...["Final message may have been charged, after 4.0 s", "Notification after 6.0 s"],
  ];
  expect(stepsOf(...way)[0]?.slice(3)).toEqual(end);
  expect(stepsOf(...way, settled("succeeded"))[0]?.slice(3)).toEqual(end);
});

test("a lost start that was repeated with its idempotency key shows one charge and ends normally", () => {
  const start = submitted("a boat");
  const lost = { ...start, payload: { ...start.payload, response: null } };
  const way = [used("a boat"), answered(), shown(), lost, edited(), start, settled("succeeded"), edited(), pinged()];
  const steps = stepsOf(...way, used("a kite", "i2"), answered("i2"));
  expect(steps[0]?.slice(3)).toEqual([
    ...["Submitted 95 credits", "Answer lost sent again, charged once", "Polled"],
    ...["Edited 2 times", "Final message video ready, after 7.0 s", "Notification after 8.0 s"],
  ]);
  expect(steps[1]).toEqual(["/video a kite", "Received from Discord", "Answered in 12 ms"]);
});

test("the steps of a paid call answered with an error also end as perhaps charged", () => {
  const way = [used("a boat"), answered(), shown(), submitRefused(500, "Internal server error"), edited(), pinged()];
  expect(stepsOf(...way)[0]?.slice(3)).toEqual([
    ...["Submit refused Internal server error !", "Final message may have been charged, after 4.0 s"],
    "Notification after 5.0 s",
  ]);
});

test("a bot killed during a paid call reports the doubt before the service has finished", () => {
  const way = [used("a boat"), answered(), shown(), submitted("a boat"), edited(), calledBy("m1"), pinged()];
  for (const later of [[], [settled("succeeded")]])
    expect(stepsOf(...way, ...later)[0]?.slice(-2)).toEqual([
      "Final message may have been charged, after 4.0 s",
      "Notification after 6.0 s",
    ]);
});

test("polls that arrive together are counted separately", () => {
  const way = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), { ...polled(), times: 7 }, polled());
  expect(way[0]).toContain("Polled 8 times …");
});

const batchCard = (...prompts: readonly string[]) => ({
  ...shown(),
  payload: {
    id: "m1",
    components: [
      { type: 10, content: prompts.map((prompt, nth) => `**${nth + 1}\\. ${prompt}**`).join("\n") },
      { type: 3, options: prompts.map((prompt, nth) => ({ label: `${nth + 1}. ${prompt.slice(0, 20)}` })) },
    ],
  },
});
const pressed = (id = "i1") => ({
  ...{ place: "discord", kind: "press", personId: "ada", channelId: "c", interactionId: id },
  payload: { custom_id: "start" },
});

test("a batch shows the steps of all its videos, including those charged later", () => {
  const way = [
    ...[pressed(), answered(), batchCard("a boat on a sea without end", "night", "dawn")],
    ...[submitted("a boat on a sea without end", "t1"), polled("t1"), edited()],
    ...[used("a kite", "i2"), answered("i2"), shown("i2", "m2"), submitted("a kite", "t9")],
    ...[settled("succeeded", 0, "t1"), submitted("night", "t2"), polled("t2"), polled("t2")],
  ];
  expect(stepsOf(...way).map((steps) => steps.slice(3, 6))).toEqual([
    ["Submitted 2 of 3 videos, 190 credits …", "Polled 3 times …", "Edited once …"],
    ["Submitted 95 credits", "Polled …", "Edited …"],
  ]);
  expect(actsIn(journal(...way)).map(({ taskIds }) => taskIds)).toEqual([["t1", "t2"], ["t9"]]);
  const end = [
    ...[settled("failed", 95, "t2"), submitted("dawn", "t3"), settled("succeeded", 0, "t3"), edited()],
    ...[calledBy("m1"), pinged()],
  ];
  expect(stepsOf(...way, ...end)[0]?.slice(3)).toEqual([
    ...["Submitted 3 videos, 285 credits", "Polled 3 times", "Edited 2 times"],
    ...["Final message 2 of 3 videos ready, 95 credits back, after 17.0 s", "Notification after 19.0 s"],
  ]);
});

test("several versions of one prompt are counted separately", () => {
  const way = [
    pressed(),
    answered(),
    batchCard("a boat", "a boat"),
    submitted("a boat", "t1"),
    submitted("a boat", "t2"),
  ];
  const ends = [settled("succeeded", 0, "t1"), settled("succeeded", 0, "t2"), edited()];
  expect(stepsOf(...way, ...ends)[0]).toContain("Submitted 2 videos, 190 credits");
  expect(stepsOf(...way, ...ends)[0]).toContain("Final message 2 videos ready, after 7.0 s");
});

test("a batch with one refused call shows its outcome", () => {
  const no = {
    ...submitRefused(402, "Not enough credits"),
    payload: { ...submitRefused(402, "").payload, body: { prompt: "night" } },
  };
  const way = [pressed(), answered(), batchCard("a boat", "night"), submitted("a boat", "t1"), no];
  const ends = [settled("succeeded", 0, "t1"), edited(), calledBy("m1"), pinged()];
  expect(stepsOf(...way, ...ends)[0]?.slice(3)).toEqual([
    ...["Submitted 1 of 2 videos, 95 credits", "Polled", "Edited once"],
    ...["Final message 1 of 2 videos ready, after 6.0 s", "Notification after 8.0 s"],
  ]);
});

test("the steps of a queued video started by a button begin with that press, even if other videos were requested later", () => {
  const card = { ...shown(), payload: { id: "m1", components: [{ type: 10, content: "> a boat\\, **slow**" }] } };
  const way = [
    ...[pressed(), answered(), card],
    ...[
      used("a kite", "i2"),
      answered("i2"),
      shown("i2", "m2"),
      submitted("a kite", "t9"),
      submitted("a boat, slow", "t1"),
    ],
  ];
  expect(actsIn(journal(...way)).map(({ taskIds }) => taskIds)).toEqual([["t1"], ["t9"]]);
});

test("a press is named by the button's label from Slack's payload or Discord's message", () => {
  const question = {
    ...{ place: "discord", kind: "message", personId: "ada", messageId: "q", channelId: "c" },
    payload: {
      components: [{ type: 17, components: [{ type: 1, components: [{ custom_id: "start", label: "Start it" }] }] }],
    },
  };
  const slack = { place: "slack", kind: "press", personId: "ada", interactionId: "t1" };
  const way = stepsOf(
    question,
    { ...pressed(), messageId: "q" },
    {
      ...slack,
      payload: { actions: [{ text: { type: "plain_text", text: "Again · 95 credits" } }] },
    },
  );
  expect(way.map(([label]) => label)).toEqual(["pressed “Start it”", "pressed “Again · 95 credits”"]);
});
