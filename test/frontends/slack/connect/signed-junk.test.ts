import { expect, test } from "vitest";
import { signed } from "../../../../sandbox/src/slack/requests.ts";
import { inSlack } from "../slack-world.ts";

const form = "application/x-www-form-urlencoded";
const json = "application/json";
const payload = (value: unknown) => `payload=${encodeURIComponent(JSON.stringify(value))}`;
const press = { type: "block_actions", actions: [{}] };

test.for<readonly [string, string, string]>([
  ["a payload of null", form, "payload=null"],
  ["a payload that is a list", form, "payload=[]"],
  ["a payload that is a text", form, payload("block_actions")],
  ["a payload that is a number", form, "payload=1"],
  ["an empty payload", form, "payload="],
  ["a payload that is no JSON", form, "payload={"],
  ["a payload of no type", form, "payload={}"],
  ["a payload of an unknown type", form, payload({ type: "nonsense", actions: [] })],
  ["a menu's question, which no menu of ours asks", form, payload({ type: "block_suggestion", value: "x" })],
  ["a dialog of old", form, payload({ type: "dialog_submission", submission: {} })],
  ["a closed form, of which none of ours tells", form, payload({ type: "view_closed", view: {} })],
  ["two payloads", form, `${payload(press)}&${payload(press)}`],
  ["a payload and another name twice", form, `${payload(press)}&a=1&a=2`],
  ["a command twice", form, "command=/video&command=/video"],
  ["a command without a name", form, "command="],
  ["no field that is known", form, "text=a+cat"],
  ["no fields", form, ""],
  ["an event as a form", form, "type=event_callback&event=x"],
  ["null", json, "null"],
  ["a list", json, "[]"],
  ["an empty body", json, ""],
  ["broken JSON", json, '{"type":'],
  ["no type", json, '{"event":{"type":"app_mention"}}'],
  ["an unknown type", json, '{"type":"nonsense"}'],
  ["an event of null", json, '{"type":"event_callback","event":null}'],
  ["an event that is a text", json, '{"type":"event_callback","event":"x"}'],
  ["an event of no type", json, '{"type":"event_callback","event":{}}'],
  ["an event in a channel of null", json, '{"type":"event_callback","event":{"type":"message","channel":null}}'],
  ["an event about null", json, '{"type":"event_callback","event":{"type":"message","item":null}}'],
  ["a challenge that is none", json, '{"type":"url_verification"}'],
  ["a command as JSON", json, '{"command":"/video"}'],
  ["a command as text", "text/plain", "command=/video"],
  ["a press as JSON", json, JSON.stringify(press)],
  ["a form in a file's parts", "multipart/form-data; boundary=x", "--x--"],
])("%s that Slack has signed is refused at once, and nobody is asked about it", ([, type, body]) => {
  let answered = () => {};
  const asked = new Promise<void>((resolve) => {
    answered = resolve;
  });
  return inSlack(
    () => {
      answered();
      return { kind: "nothing" };
    },
    async ({ requestUrl, slack, desk, log }) => {
      const send = async (content: string, contentType: string) => {
        const signature = signed(content, { secret: slack.signingSecret, at: Date.now() });
        const headers = { ...signature, "content-type": contentType };
        // Bolt gives such a request up after 3 s, or never.
        const signal = AbortSignal.timeout(2_000);
        return (await fetch(requestUrl, { method: "POST", headers, body: content, signal })).status;
      };
      expect(await send(body, type)).toBe(400);
      expect(desk.commands).toEqual([]);
      expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
      await slack.command("ada", "/video-help");
      await asked;
    },
    undefined,
    "http",
  );
});
