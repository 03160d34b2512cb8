import { expect, test } from "vitest";
import type { OpenVideo } from "../../../../src/core/film/film.ts";
import { ok, type Result, refuse } from "../../../../src/core/result.ts";
import type { Api, ApiNo } from "../../../../src/frontends/discord/out/discord-api.ts";
import { cardFilms } from "../../../../src/frontends/discord/out/discord-files.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { message } from "../typed.ts";

const reply = aDiscordReply({ files: [{ id: "77", name: "boat.mp4" }] });
const starting = message({ tone: "waiting", title: "Starting…", frames: [{ description: "a boat" }] });
const there = { id: reply.messageId, channel_id: reply.channelId };
const file = { id: "77", filename: "boat.mp4", url: "https://cdn.discordapp.com/boat.mp4?ex=1" };
const frame = { id: "78", filename: "frame.png", url: "https://cdn.discordapp.com/frame.png?ex=1" };

/** The films of cards where Discord answers everything so. */
function films(
  answer: Result<unknown, ApiNo>,
  opened: Awaited<ReturnType<OpenVideo>> = refuse({ kind: "unreachable" }),
) {
  const say = async () => answer;
  const api: Api = { asBot: say, byToken: say, known: (guess) => guess };
  const { filmIn, showFrame } = cardFilms({ api, clock: toldClock(), openVideo: async () => opened });
  const { signal } = new AbortController();
  const place = filmIn(reply, undefined);
  return {
    open: async () => (place?.kind === "platform" ? place.open(signal) : null),
    show: async () => showFrame?.(reply, starting, { bytes: Buffer.from("png"), signal }),
  };
}

const no = (status: number, code = 0) => refuse({ kind: "refused", status, code } as const);
const limited = refuse({ kind: "rate_limited", retryAfterMs: 700 } as const);
const silent = refuse({ kind: "unavailable", unclear: true, detail: "timed out" } as const);

test.for<readonly [string, Result<unknown, ApiNo>, string]>([
  ["the message is gone", no(404, 10008), "gone"],
  ["the bot may not look there", no(403, 50001), "gone"],
  ["the file was taken out of it", ok({ ...there, attachments: [] }), "gone"],
  ["too much is asked", limited, "unreachable"],
  ["nothing is answered", silent, "unreachable"],
  ["something else is answered", ok("<html>"), "unreachable"],
  ["the file is named without an address", ok({ ...there, attachments: [{ id: "77", filename: "x" }] }), "unreachable"],
])("where %s, its film cannot be had", async ([, answer, kind]) => {
  expect(await films(answer).open()).toEqual({ ok: false, refusal: { kind } });
});

test.for([
  ["expired", "gone"],
  ["not_public", "gone"],
  ["not_a_video", "gone"],
  ["unreachable", "unreachable"],
] as const)("an address that is %s has a film that is %s", async ([kind, missing]) => {
  const { open } = films(ok({ ...there, attachments: [file] }), refuse({ kind }));
  expect(await open()).toEqual({ ok: false, refusal: { kind: missing } });
});

test.for<readonly [string, Result<unknown, ApiNo>, object]>([
  ["the message is gone", no(404, 10008), { kind: "card_gone" }],
  ["files are not allowed", no(403, 50013), { kind: "not_taken", detail: expect.stringContaining("403/50013") }],
  ["it is too large", no(413), { kind: "too_large" }],
  ["too much is asked", limited, { kind: "rate_limited", retryAfterMs: 700 }],
  ["nothing is answered", silent, { kind: "unavailable", unclear: true, detail: "timed out" }],
  [
    "something else is answered",
    ok("<html>"),
    { kind: "unavailable", unclear: true, detail: "no message in the answer" },
  ],
  [
    "another message is answered",
    ok({ ...there, id: "1", attachments: [frame] }),
    { kind: "unavailable", unclear: true, detail: "another message in the answer" },
  ],
  ["no file is answered", ok(there), { kind: "unavailable", unclear: true, detail: "no file in the answer" }],
])("where %s, no frame is taken for shown", async ([, answer, refusal]) => {
  expect(await films(answer).show()).toEqual({ ok: false, refusal });
});

test("a frame's address is the one that Discord gives", async () => {
  const shown = await films(ok({ ...there, attachments: [file, frame] })).show();
  expect(shown).toMatchObject({ ok: true, value: { url: frame.url } });
});
