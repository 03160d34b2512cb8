import { expect, test } from "vitest";
import { actsIn, readEntry } from "../../../src/page/service/steps.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Journal entries in the given order; each value has the place, the kind and other fields of one entry. */
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

test("the sandbox page lists all steps of a finished video with counts and times", () => {
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

test("the sandbox page marks the pending steps of a running video", () => {
  expect(stepsOf(used("a boat"))).toEqual([["/video a boat", "Received from Discord", "Answered …"]]);
  const way = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), polled());
  expect(way[0]?.slice(4)).toEqual(["Polled once …", "Edited …", "Final message …", "Notification …"]);
});

test("the sandbox page shows the refunded credits in the steps of a failed video", () => {
  const end = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), settled("failed", 95), edited());
  expect(end[0]).toContain("Final message failed, 95 credits back, after 5.0 s");
});

test("the sandbox page uses the prompts to assign each step to one of two simultaneous videos", () => {
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

test("the sandbox page does not show a video's steps under an earlier help command", () => {
  const help = { ...used(""), interactionId: "i0", payload: { name: "video-help" } };
  const way = stepsOf(help, answered("i0"), used("a boat"), answered(), shown(), submitted("a boat"));
  expect(way[0]).toEqual(["/video-help", "Received from Discord", "Answered in 12 ms"]);
  expect(way[1]).toContain("Submitted 95 credits");
});

test("the sandbox page marks missing responses and refused calls in a video's steps", () => {
  const late = { place: "discord", kind: "unanswered", interactionId: "i1", payload: {} };
  expect(stepsOf(used("a boat"), late)[0]).toContain("Not answered in the platform's time !");
  const limited = { place: "discord", kind: "refused", payload: { status: 429 } };
  const way = stepsOf(used("a boat"), answered(), shown(), submitted("a boat"), limited, limited);
  expect(way[0]).toContain("Refused 2 times by Discord !");
});

test("the sandbox page shows a button press before the steps of the video that the press started", () => {
  const pressed = { place: "discord", kind: "press", personId: "ada", interactionId: "i1", payload: {} };
  expect(stepsOf(pressed, answered(), shown(), submitted("a boat"))[0]?.slice(0, 4)).toEqual([
    ...["pressed a button", "Received from Discord", "Answered in 12 ms", "Submitted 95 credits"],
  ]);
});

test("the sandbox page shows the prompt of a Slack command without Slack's escapes and without the flags", () => {
  expect(stepsOf(typed("a &lt;b&gt; &amp; c --ratio 1:1"))).toEqual([
    ["/video a <b> & c", "Received from Slack", "Answered …"],
  ]);
});

test("on the sandbox page, the steps of a command without a paid call include a refused new message but no refused edit", () => {
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

test("on the sandbox page, the final message after a refused paid call is pending until the bot sends a private message", () => {
  const no = submitRefused(402, "Not enough credits");
  const way = [used("a boat"), answered(), shown(), no];
  expect(stepsOf(...way)[0]?.slice(3)).toEqual([
    "Submit refused Not enough credits !",
    "Final message nothing charged, not shown yet …",
  ]);
  const privateMessage = {
    place: "discord",
    kind: "message",
    personId: "ada",
    channelId: "c",
    messageId: "w",
    payload: {},
  };
  expect(stepsOf(...way, privateMessage)[0]?.at(-1)).toBe("Final message nothing charged, after 4.0 s");
});

test("on the sandbox page, the steps of a paid call with a lost response show a possible charge", () => {
  const lost = { ...submitted("a boat"), payload: { ...submitted("a boat").payload, response: null } };
  const way = [used("a boat"), answered(), shown(), lost, edited(), calledBy("m1"), pinged()];
  const end = [
    ...["Submitted 95 credits", "Answer lost charged, or not? !"],
    ...["Final message may have been charged, after 4.0 s", "Notification after 6.0 s"],
  ];
  expect(stepsOf(...way)[0]?.slice(3)).toEqual(end);
  expect(stepsOf(...way, settled("succeeded"))[0]?.slice(3)).toEqual(end);
});

test("the sandbox page shows one charge for a paid call that was repeated with its idempotency key", () => {
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

test("on the sandbox page, the steps of a paid call with the response HTTP 500 show a possible charge", () => {
  const way = [used("a boat"), answered(), shown(), submitRefused(500, "Internal server error"), edited(), pinged()];
  expect(stepsOf(...way)[0]?.slice(3)).toEqual([
    ...["Submit refused Internal server error !", "Final message may have been charged, after 4.0 s"],
    "Notification after 5.0 s",
  ]);
});

test("on the sandbox page, the steps of a video show a possible charge if the bot was killed during the paid call", () => {
  const way = [used("a boat"), answered(), shown(), submitted("a boat"), edited(), calledBy("m1"), pinged()];
  for (const later of [[], [settled("succeeded")]])
    expect(stepsOf(...way, ...later)[0]?.slice(-2)).toEqual([
      "Final message may have been charged, after 4.0 s",
      "Notification after 6.0 s",
    ]);
});

test("the sandbox page counts a journal entry that stands for seven polls as seven polls", () => {
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

test("on the sandbox page, the steps of a batch include videos that are charged after another command was given", () => {
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

test("the sandbox page counts two videos of a batch with the same prompt as two videos", () => {
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

test("on the sandbox page, the steps of a batch with one refused video show the number of finished videos", () => {
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

test("the sandbox page assigns a queued video to its button press, even if another video is requested in the meantime", () => {
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

test("the sandbox page shows a button press with the button's label, on Slack and on Discord", () => {
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
