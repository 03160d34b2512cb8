import { expect, test } from "vitest";
import { codeOf, input, modal, prompt, slackWorld } from "../slack-world.ts";

const ratio = input("ratio", {
  type: "static_select",
  action_id: "ratio",
  initial_option: { text: { type: "plain_text", text: "wide" }, value: "16:9" },
  options: [
    { text: { type: "plain_text", text: "wide" }, value: "16:9" },
    { text: { type: "plain_text", text: "tall" }, value: "9:16" },
  ],
});

/** Ada types a command, and the bot opens a form. */
async function opened(view = modal([prompt, ratio], { private_metadata: "m" })) {
  const world = await slackWorld();
  const { next } = await world.connect();
  const trigger_id = await world.slack.command("ada", "/video");
  await (await next()).ack();
  const { view: held } = await world.web.views.open({ trigger_id, view });
  return { ...world, next, triggerId: trigger_id, viewId: held?.id ?? "", hash: held?.hash ?? "" };
}

test("a Slack trigger_id can open only one form and expires after 3 s", async () => {
  const { slack, web, connect, clock } = await slackWorld();
  const { next } = await connect();
  const commanded = async () => {
    const id = await slack.command("ada", "/video");
    await (await next()).ack();
    return id;
  };
  const open = (trigger_id: string) => codeOf(web.views.open({ trigger_id, view: modal([prompt]) }));
  const first = await commanded();
  expect(await open(first)).toBe("ok");
  expect(await open(first)).toBe("exchanged_trigger_id");
  const second = await commanded();
  clock.advance(2_999);
  expect(await open(second)).toBe("ok");
  const third = await commanded();
  clock.advance(3_000);
  expect(await open(third)).toBe("expired_trigger_id");
  expect(await open("1.2.three")).toBe("invalid_trigger_id");
});

test("a submitted Slack form contains the initial value of an unchanged field", async () => {
  const { slack, next, viewId, entry } = await opened();
  expect(slack.openForms("ada")).toMatchObject([{ viewId, errors: {}, view: { title: { text: "Make a video" } } }]);
  expect(slack.openForms("ben")).toEqual([]);
  expect(await entry("form", { interactionId: viewId })).toMatchObject({ personId: "ada", payload: { id: viewId } });
  expect(await slack.submitForm("ada", viewId, { prompt: "a cat" })).toBe(viewId);
  const received = await next();
  expect(received.body).toMatchObject({
    type: "view_submission",
    user: { id: "U00000ADA1" },
    response_urls: [],
    trigger_id: expect.any(String),
    view: {
      id: viewId,
      callback_id: "make_video",
      private_metadata: "m",
      root_view_id: viewId,
      previous_view_id: null,
      hash: expect.any(String),
      state: {
        values: {
          prompt: { prompt: { type: "plain_text_input", value: "a cat" } },
          ratio: { ratio: { type: "static_select", selected_option: { value: "16:9", text: { text: "wide" } } } },
        },
      },
    },
  });
  await received.ack();
  await entry("form_closed", { interactionId: viewId });
  expect(slack.openForms("ada")).toEqual([]);
});

const refused: [string, Record<string, string>, string][] = [
  ["an empty required field", { prompt: " " }, "prompt: Please complete this required field."],
  ["too much text in a field", { prompt: "x".repeat(21) }, "prompt: at most 20 characters, not 21"],
  ["an option that the field does not offer", { prompt: "a cat", ratio: "2:1" }, "ratio: no option 2:1"],
  ["a value for an unknown field", { prompt: "a cat", colour: "red" }, "no input colour, only: prompt, ratio"],
];

test.for(refused)("the emulated Slack client refuses to submit a form with %s", async ([, values, words]) => {
  const { slack, viewId, entries } = await opened();
  await expect(slack.submitForm("ada", viewId, values)).rejects.toThrow(words);
  expect(entries("submit_form")).toEqual([]);
});

test("a Slack form shows the bot's errors until the bot accepts a submission", async () => {
  const { slack, next, viewId, entry } = await opened();
  const submit = async (answer?: unknown) => {
    await slack.submitForm("ada", viewId, { prompt: "a cat" });
    await (await next()).ack(answer);
  };
  await submit({ response_action: "errors", errors: { prompt: "Say more." } });
  await entry("form_updated", { interactionId: viewId });
  expect(slack.openForms("ada")).toMatchObject([{ viewId, errors: { prompt: "Say more." } }]);
  await submit({ response_action: "errors", errors: { nowhere: "Lost." } });
  expect((await entry("refused")).payload).toMatchObject({ code: "invalid_errors" });
  await submit();
  await entry("form_closed", { interactionId: viewId });
});

test("a Slack form can be updated by the response to a submission or by views.update with the current hash", async () => {
  const { slack, web, next, viewId, hash, entry } = await opened();
  await slack.submitForm("ada", viewId, { prompt: "a cat" });
  await (await next()).ack({ response_action: "update", view: modal([], { submit: undefined, callback_id: "wait" }) });
  await entry("form_updated", { interactionId: viewId });
  const [waiting] = slack.openForms("ada");
  expect(waiting).toMatchObject({ viewId, view: { id: viewId, callback_id: "wait", blocks: [] } });
  expect(waiting?.view).not.toMatchObject({ submit: expect.anything() });
  const update = (more: { hash?: string }) => web.views.update({ view_id: viewId, view: modal([prompt]), ...more });
  expect(await codeOf(update({ hash }))).toBe("hash_conflict");
  const { view } = await update({});
  expect(await codeOf(update({ hash: view?.hash ?? "" }))).toBe("ok");
  slack.closeForm("ada", viewId);
  expect(await codeOf(update({}))).toBe("not_found");
});

test("Slack stacks at most three forms, and the response action “clear” closes all of them", async () => {
  const { slack, next, web, viewId, entry, entries } = await opened();
  const top = () => slack.openForms("ada").at(-1)?.viewId ?? "";
  const push = async () => {
    await slack.submitForm("ada", top(), { prompt: "a cat" });
    await (await next()).ack({ response_action: "push", view: modal([prompt]) });
  };
  await push();
  await entry("form", { interactionId: "V000000002" });
  await expect(slack.submitForm("ada", viewId, { prompt: "a cat" })).rejects.toThrow("V000000002 on top");
  await push();
  await entry("form", { interactionId: "V000000003" });
  await push();
  expect((await entry("refused")).payload).toMatchObject({ code: "push_limit_reached" });
  await slack.submitForm("ada", top(), { prompt: "a cat" });
  const received = await next();
  const { trigger_id } = received.body;
  expect(await codeOf(web.views.push({ trigger_id, view: modal([prompt]) }))).toBe("push_limit_reached");
  await received.ack({ response_action: "clear" });
  await entry("form_closed", { interactionId: viewId });
  expect(entries("form_closed").map((one) => one.interactionId)).toEqual(["V000000003", "V000000002", viewId]);
});

test("a submitted Slack form stays open with an error if the bot does not respond within 3 s", async () => {
  const { slack, next, viewId, clock, entry } = await opened();
  await slack.submitForm("ada", viewId, { prompt: "a cat" });
  await next();
  clock.advance(3_000);
  await entry("unanswered", { interactionId: viewId });
  expect(slack.openForms("ada")[0]?.errors).toEqual({ "": expect.stringContaining("trouble") });
});

test("typing a Slack command closes the person's open form, and the bot receives view_closed", async () => {
  const { slack, next, viewId, entry } = await opened(modal([prompt], { notify_on_close: true }));
  await slack.command("ada", "/video-help");
  expect(await entry("form_closed", { interactionId: viewId })).toMatchObject({ personId: "ada" });
  const received = [await next(), await next()].map((one) => one.body);
  expect(received).toMatchObject([{ type: "view_closed", view: { id: viewId } }, { command: "/video-help" }]);
});

test("the sandbox's journal records only the length of an API key typed into a Slack form", async () => {
  const key = "sk-0123456789abcdefghijklmnopqrstuvwxyz";
  const form = modal([input("key", { type: "plain_text_input", action_id: "key" }), ratio]);
  const { slack, next, viewId, journal, entry } = await opened(form);
  await slack.submitForm("ada", viewId, { key });
  const received = await next();
  expect(JSON.stringify(received.body)).toContain(key);
  await received.ack({ response_action: "update", view: modal([], { submit: undefined }) });
  await entry("form_updated");
  expect(JSON.stringify(journal.since(0))).not.toContain(key);
  expect((await entry("submit_form")).payload).toMatchObject({
    view: { state: { values: { key: { key: { value: "(39 characters)" } }, ratio: { ratio: {} } } } },
  });
});

test("the response action “clear” closes a Slack form only in the client that submitted the form", async () => {
  const world = await slackWorld();
  const { slack, web } = world;
  const { next } = await world.connect();
  const open = async (client: string) => {
    const trigger_id = await slack.command("ada", "/video", { client });
    await (await next()).ack();
    await web.views.open({ trigger_id, view: modal([prompt]) });
  };
  await open("laptop");
  await open("phone");
  const [first, second] = slack.openForms("ada");
  expect([first?.client, second?.client]).toEqual(["laptop", "phone"]);
  await slack.submitForm("ada", first?.viewId ?? "", { prompt: "a cat" });
  await (await next()).ack({ response_action: "clear" });
  await expect.poll(() => slack.openForms("ada").map(({ client }) => client)).toEqual(["phone"]);
});
