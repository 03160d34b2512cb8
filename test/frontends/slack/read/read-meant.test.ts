import { describe, expect, it, test } from "vitest";
import type { Act } from "../../../../src/core/command.ts";
import { readPress, readSlash } from "../../../../src/frontends/slack/in/read-slack.ts";

const reading = { prefix: "video", now: Date.UTC(2026, 10, 21) };
const common = { trigger_id: "17.1.x", response_url: "https://hooks.slack.com/1" };
const slash = { ...common, command: "/video", text: "a cat", team_id: "T1", channel_id: "C1", user_id: "U1" };
const press = {
  ...common,
  type: "block_actions",
  user: { id: "U1" },
  team: { id: "T1" },
  channel: { id: "C1" },
  container: { type: "message", message_ts: "1766300000.000100", channel_id: "C1", is_ephemeral: true },
};
const actOf = (over: object): Act | undefined => readSlash({ ...slash, ...over }, reading)?.command.act;

describe("a slash command", () => {
  test.for([
    ...[
      ["/video", "help"],
      ["/video", " Hilfe! "],
      ["/video", "--help"],
      ["/video", "—help"],
      ["/video", "ヘルプ"],
    ],
    ...[
      ["/video-key", "help"],
      ["/video-key", "--help"],
      ["/video-jobs", "ayuda"],
      ["/video-jobs", "show help"],
    ],
    ...[
      ["/video-settings", "aide"],
      ["/video-data", "ajuda?"],
      ["/video-help", "me"],
      ["/video-help", "help"],
    ],
  ] as const)("%s %s is help, and costs nothing", ([command, text]) => {
    expect(actOf({ command, text })).toEqual({ kind: "help" });
  });

  it("takes more than that one word for a prompt", () => {
    expect(actOf({ text: "help me fly" })).toMatchObject({ kind: "make_video", draft: { prompt: "help me fly" } });
  });
});

describe("a press", () => {
  it("of a menu means what was chosen in it", () => {
    const option = { text: { type: "plain_text", text: "Ready: a boat" }, value: "show_job:0123456789abcdef0123" };
    const chosen = { type: "static_select", action_id: "choose", action_ts: "1766300001.6", selected_option: option };
    expect(readPress({ ...press, actions: [chosen] }, reading)?.command).toMatchObject({
      act: { kind: "press", action: { kind: "show_job", jobId: "0123456789abcdef0123" } },
      eventId: "slack:1766300001.6:U1:choose",
    });
    for (const selected_option of [null, {}, { value: "from the future" }, { value: "choose" }])
      expect(readPress({ ...press, actions: [{ ...chosen, selected_option }] }, reading)?.command.act).toEqual({
        kind: "unknown",
        what: "button choose",
      });
  });
});
