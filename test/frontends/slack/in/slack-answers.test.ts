import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { signed } from "../../../../sandbox/src/slack/delivery.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { Answer, Command } from "../../../../src/core/command.ts";
import type { FetchWhole } from "../../../../src/core/http-client.ts";
import { ok } from "../../../../src/core/result.ts";
import { readSlash } from "../../../../src/frontends/slack/in/read-slack.ts";
import { replyWithError, showInView, slashResponder } from "../../../../src/frontends/slack/in/slack-answers.ts";
import type { Ways } from "../../../../src/frontends/slack/out/slack-ways.ts";
import { packOrigin } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { slackWordsIn } from "../../../fakes/front-end-words.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { keyForm } from "../../forms.ts";
import {
  ada,
  answered,
  aSlackFor,
  cardFor,
  clientBefore,
  openForm,
  plain,
  type SlackWorld,
  saying,
  seen,
  someTools,
  wordsIn,
} from "../slack-world.ts";

const addKeyButton = { label: "Add my key", id: "add_key", style: "primary" } as const;
const addKey = plain("Add your API key", { buttons: [addKeyButton] });

/** A world in which Ada has typed a command. `first` answers the command and `then` her later acts. */
async function begun(
  first: (command: Command) => Answer,
  then: (command: Command) => Answer,
  channel?: "foreignChannelId",
) {
  const world = await aSlackFor((command) => {
    const isNext = command.act.kind === "press" || command.act.kind === "give_key";
    return isNext ? then(command) : first(command);
  });
  const { slack } = world;
  await slack.command("ada", "/video a cat", { channelId: slack[channel ?? "channelId"] });
  return world;
}

describe("a button press on Slack", () => {
  const asking = (): Answer => ({ kind: "private", message: addKey });
  const press = async (world: SlackWorld) => world.slack.press("ada", await seen(world, "Add your API key"), "add_key");

  it("in a private message can open a form", async () => {
    const world = await begun(asking, () => ({ kind: "form", form: keyForm }));
    const interactionId = await press(world);
    expect(await openForm(world)).not.toBe("");
    await world.journal.find((entry) => answered(entry) && entry.interactionId === interactionId);
  });

  const [moment, done] = [plain("A moment"), plain("Done")];
  test.for<readonly [string, Answer]>([
    ["a delayed result", { kind: "working", message: moment, finish: async () => ({ message: done }) }],
    ["a delayed question", { kind: "replace_later", meanwhile: moment, finish: async () => done }],
  ])("shows %s in place of the private message that contains the button", async ([, answer]) => {
    const world = await begun(asking, () => answer);
    const { slack, journal } = world;
    await press(world);
    await journal.find(saying("Done"));
    const own = slack.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
    expect(own.map(({ blocks }) => wordsIn(blocks))).toEqual(["Done"]);
  });

  const buttons = [{ label: "Delete", id: "delete:0123456789abcdef0123", style: "danger" }] as const;
  const withCard = (command: Command) => cardFor(command, plain("Your card", { buttons }));

  test.for([
    ["if the answer is a private message", "private"],
    ["even if the answer is meant to replace the message that contains the button", "replace_message"],
  ] as const)("leaves a public card unchanged %s", async ([, kind]) => {
    const world = await begun(withCard, () => ({ kind, message: plain("Not your card") }));
    const { slack, journal } = world;
    await slack.press("ben", await seen(world, "Your card"), buttons[0].id);
    await journal.find(saying("Not your card"));
    expect(slack.messages("ben").at(-1)).toMatchObject({ ephemeralFor: "U00000BEN2" });
    expect(wordsIn(slack.messages("ada").at(-1)?.blocks)).toContain("Your card");
  });

  test.for([
    ["has joined", undefined],
    ["has not joined", "foreignChannelId"],
  ] as const)("can delete the button's card in a channel that the bot %s", async ([, channel]) => {
    const world = await begun(withCard, () => ({ kind: "remove_message", otherwise: plain("It stays") }), channel);
    const ts = await seen(world, "Your card");
    await world.slack.press("ada", ts, buttons[0].id);
    await world.journal.find(({ kind, messageId }) => kind === "deleted" && messageId === ts);
  });
});

describe("a submitted Slack form", () => {
  const opening = (): Answer => ({ kind: "form", form: keyForm });
  const send = async (world: SlackWorld, viewId?: string) =>
    world.slack.submitForm("ada", viewId ?? (await openForm(world)), { key: "sk" });
  const wrong = (field: "key" | "image") => (): Answer => ({
    ...{ kind: "form_error", field, text: "That is no key", message: plain("That is no picture") },
  });

  it("stays open and shows an error at the invalid field", async () => {
    const world = await begun(opening, wrong("key"));
    await send(world);
    await world.journal.find(({ kind }) => kind === "form_updated");
    expect(world.slack.openForms("ada").at(-1)?.errors).toEqual({ key: "That is no key" });
  });

  it("closes and is followed by a private message if the error concerns no field of the form", async () => {
    const world = await begun(opening, wrong("image"));
    await send(world);
    await world.journal.find(saying("That is no picture"));
    expect(world.slack.openForms("ada")).toEqual([]);
  });

  it("shows the progress and the result, and the card is posted in the channel", async () => {
    const world = await begun(opening, (command) => ({
      kind: "working",
      message: plain("Checking your key…"),
      finish: async () => {
        const answer = cardFor(command);
        return { message: plain("Your key is saved"), ...(answer.kind === "card" && { card: answer.card }) };
      },
    }));
    await send(world);
    for (const text of ["Checking your key…", "Your key is saved"]) await world.journal.find(saying(text));
    expect(await world.service.fate()).toMatchObject({ kind: "given" });
    expect(world.slack.messages("ben").at(-1)).toMatchObject({ ephemeralFor: null });
  });
});

const slash = {
  command: "/video-key",
  text: "set",
  user_id: "U1",
  team_id: "T1",
  channel_id: "C1",
  trigger_id: "17.1.x",
  response_url: "https://hooks.slack.com/commands/1",
};
const form = z.object({ view_id: z.string(), view: z.string() });

/** The form's texts and the number of private messages if Slack gives this response to the first update. */
async function shownAfter(first: () => Response | Promise<Response>) {
  const [clock, log] = [manualClock(), recordingLog()];
  const shown: string[] = [];
  let [updates, notices] = [0, 0];
  const fetchWhole: FetchWhole = async (_address, init) => {
    updates += 1;
    if (updates === 1) return first();
    const { view } = form.parse(Object.fromEntries(new URLSearchParams(String(init.body))));
    shown.push(wordsIn(JSON.parse(view)));
    return Response.json({ ok: true });
  };
  const incoming = readSlash(slash, { prefix: "video", now: clock.now() });
  if (!incoming) throw new Error("misread");
  const privately = async () => {
    notices += 1;
    return ok(incoming.reply);
  };
  const tools = someTools({ clock, log, clientOf: clientBefore(fetchWhole) });
  const ways = { ...tools.ways, privatelyThroughUrl: privately };
  const telling = showInView({ ...tools, ways }, incoming, { viewId: "V1", message: plain("Your key is saved") });
  await clock.advance(10_000);
  await telling;
  return { shown, notices };
}

test.for([
  ["the first try is rate limited for 2 s", () => new Response(null, { status: 429, headers: { "retry-after": "2" } })],
  ["the first try gets HTTP 500", () => new Response("", { status: 500 })],
  ["the first try gets the error internal_error", () => Response.json({ ok: false, error: "internal_error" })],
  ["the first try gets no response", () => Promise.reject(new TypeError("fetch failed"))],
] as const)("the result replaces “Checking your key…” in a Slack form even if %s", async ([, first]) => {
  const { shown, notices } = await shownAfter(first);
  expect([shown.length, shown[0], notices]).toEqual([1, expect.stringContaining("Your key is saved"), 0]);
});

test("the result is sent as a private message if the person closed the Slack form before the result arrived", async () => {
  expect(await shownAfter(() => Response.json({ ok: false, error: "not_found" }))).toEqual({ shown: [], notices: 1 });
});

test.for([
  ["opening the form took too long", "expired_trigger_id", "closed"],
  ["opening the form took too long", "exchanged_trigger_id", "closed"],
  ["opening the form took too long", "invalid_trigger_id", "closed"],
  ["Slack did not open the form", "access_denied", "notOpened"],
  ["Slack did not open the form", "ekm_access_denied", "notOpened"],
  ["Slack did not open the form", "token_revoked", "notOpened"],
  ["Slack did not open the form", "internal_error", "notOpened"],
  ["Slack did not open the form", "an_unknown_code", "notOpened"],
] as const)("a private message says that %s if Slack answers views.open with the error %s", async ([, error, says]) => {
  const incoming = readSlash(slash, { prefix: "video", now: machineClock.now() });
  if (!incoming) throw new Error("misread");
  const seen: string[] = [];
  const privatelyThroughUrl: Ways["privatelyThroughUrl"] = async (reply, { blocks }) => {
    seen.push(wordsIn(blocks));
    return ok(reply);
  };
  const clientOf = clientBefore(async () => Response.json({ ok: false, error }));
  const tools = someTools({ clientOf, ways: { ...someTools().ways, privatelyThroughUrl } });
  await slashResponder(tools, incoming, async () => seen.push("answered") > 0).open(keyForm);
  expect(seen).toEqual(["answered", expect.stringContaining(slackWordsIn("en")[says].title)]);
});

describe("an exception while a Slack payload is handled", () => {
  it("is reported to the sender and logged without the error's text, and the payload is acknowledged", async () => {
    let isBroken = false;
    const now = () => {
      if (!isBroken) return machineClock.now();
      isBroken = false;
      throw new Error("a bug, quoting sk-canary-0123456789");
    };
    const { slack, journal, log } = await aSlackFor(cardFor, { clock: { ...machineClock, now } });
    isBroken = true;
    await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
    await journal.find(saying("Something went wrong in Reelay"));
    expect(slack.messages("ada", slack.foreignChannelId).at(-1)).toMatchObject({ ephemeralFor: ada });
    expect(journal.since(0).map(({ kind }) => kind)).toContain("answered");
    expect(JSON.stringify(log.lines)).not.toContain("canary");
    expect(log.lines).toContainEqual(expect.objectContaining({ level: "error", event: "slack handler failed" }));
  });

  it("is reported to the sender in the channel of the payload, but never to a bot", async () => {
    const asked: (readonly [string, unknown])[] = [];
    const way = (name: string) => async (reply: unknown) => {
      asked.push([name, reply]);
      return ok(aSlackReply());
    };
    const { ways } = someTools();
    const tools = someTools({ ways: { ...ways, ephemeral: way("ephemeral"), privatelyThroughUrl: way("url") } });
    const sender = { user_id: ada, team_id: "T1", enterprise_id: "E1" };
    const origin = {
      channelId: "C9",
      responseUrl: "https://hooks.slack.com/c/1",
      responseUrlUntil: 5,
      responseUrlUses: 1,
    };
    const event = { type: "message", text: "a cat", user: ada, channel: "C1", thread_ts: "1.1" };
    for (const payload of [
      { ...sender, is_enterprise_install: "true" },
      { ...sender, is_enterprise_install: "false" },
      { user: { id: ada }, team: { id: "T1" }, view: { private_metadata: packOrigin(origin) } },
      { team_id: "T1", event },
      { team_id: "T1", event: { ...event, bot_id: "B1" } },
    ])
      await replyWithError(tools, payload, "unreadable");
    expect(asked).toMatchObject([
      ["url", { teamId: "T1", enterpriseId: "E1" }],
      ["url", { teamId: "T1", enterpriseId: null }],
      ["url", origin],
      ["ephemeral", { channelId: "C1", userId: ada, threadTs: "1.1" }],
    ]);
  });
});

it("the sender of a malformed Slack command gets an error message, and the command is acknowledged", async () => {
  const { slack, service, requestUrl, journal } = await aSlackFor(cardFor, { transport: "http" });
  await slack.command("ada", "/video a cat");
  await service.fate();
  const [{ payload } = { payload: null }] = journal.since(0).filter(({ kind }) => kind === "command");
  const { response_url: responseUrl } = z.object({ response_url: z.string() }).parse(payload);
  const body = new URLSearchParams({ command: "/video", user_id: ada, response_url: responseUrl }).toString();
  const contentType = { "content-type": "application/x-www-form-urlencoded" };
  const headers = { ...contentType, ...signed(body, { secret: slack.signingSecret, at: Date.now() }) };
  const response = await fetch(requestUrl, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  await journal.find(saying("Reelay could not read this"));
  expect(service.commands).toHaveLength(1);
});
