import { expect, test } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { ok, type Result, refuse } from "../../../../src/core/result.ts";
import type { Api, ApiNo } from "../../../../src/frontends/discord/out/discord-api.ts";
import { filmSender } from "../../../../src/frontends/discord/out/discord-files.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { textOf } from "../text-of.ts";
import { message } from "../typed.ts";
import { ada, aWorldFor } from "../world.ts";

const bytes = Buffer.from("a joined film");
const film = message({ tone: "good", title: "Parts 1 to 2 in one video", video: { description: "a paper boat" } });
const { signal } = new AbortController();

/** Ada presses something that is answered at once, and then sends a film. */
async function aPress(isPrivate: boolean) {
  const chat = { send: async (_command: Command): Promise<unknown> => null };
  const world = await aWorldFor(
    (command): Answer => ({
      kind: "working",
      message: message({ tone: "waiting", title: "Joining 2 parts…" }),
      isSaid: true,
      finish: async () => {
        const before = world.discord.messages("ada").map(textOf).join();
        const sent = await chat.send(command);
        return { message: message({ title: `${/Joining/.test(before)} ${JSON.stringify(sent)}` }), card: null };
      },
    }),
  );
  const { filmSender: sender } = world.frontEnd.chat;
  chat.send = async ({ reply }) =>
    sender?.send({ reply, card: null, isPrivate }, film, { bytes, signal, save: async () => {} });
  await world.discord.command("ada", "video", { prompt: "a boat" });
  await world.journal.find(({ kind, payload }) => kind === "edited" && /true/.test(JSON.stringify(payload)));
  return world;
}

test("the film is a message of its own that everyone sees, after its person was told at once that it is made", async () => {
  const { discord } = await aPress(false);
  const seen = discord.messages("ben");
  expect(seen.map(textOf)).toEqual([expect.stringContaining("Parts 1 to 2 in one video")]);
  expect(seen[0]?.attachments).toMatchObject([{ filename: "a-paper-boat.mp4", size: bytes.length }]);
  expect(Buffer.from(await (await fetch(seen[0]?.attachments[0]?.url ?? "")).arrayBuffer())).toEqual(bytes);
  const own = discord.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
  expect(own.map(textOf)).toEqual([expect.stringContaining('true {"ok":true')]);
});

test("beside a private card only the person who pressed sees it", async () => {
  const { discord } = await aPress(true);
  expect(discord.messages("ben")).toEqual([]);
  const own = discord.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
  expect(own.flatMap(({ attachments }) => attachments)).toMatchObject([{ filename: "a-paper-boat.mp4" }]);
});

test.for([
  [null, 20_971_520],
  [10_485_760, 10_485_760],
  [524_288_000, 524_288_000],
])("an interaction that says %s takes %i bytes", ([attachmentLimit = null, most]) => {
  const to = { reply: aDiscordReply({ attachmentLimit }), card: null, isPrivate: false };
  expect(filmSender(answering(ok({}))).maxBytes(to)).toBe(most);
});

const no = (status: number, code = 0) => refuse({ kind: "refused", status, code } as const);
const silent = { kind: "unavailable", unclear: true, detail: "timed out" } as const;

test.for<readonly [string, Result<unknown, ApiNo>, object]>([
  ["it is too large", no(413), { kind: "too_large" }],
  ["it is too large by its code", no(400, 40005), { kind: "too_large" }],
  ["files are not allowed", no(403, 50013), { kind: "not_taken", detail: "403/50013" }],
  [
    "too much is asked",
    refuse({ kind: "rate_limited", retryAfterMs: 700 }),
    { kind: "rate_limited", retryAfterMs: 700 },
  ],
  ["nothing is answered", refuse(silent), silent],
  ["something else is answered", ok("<html>"), { ...silent, detail: "no message in the answer" }],
])("where %s, it is sent once and refused", async ([, answer, refusal]) => {
  let calls = 0;
  const api = answering(answer, () => {
    calls += 1;
  });
  const to = { reply: aDiscordReply(), card: null, isPrivate: false };
  expect(await filmSender(api).send(to, film, { bytes, signal, save: async () => {} })).toEqual({
    ok: false,
    refusal,
  });
  expect(calls).toBe(1);
});

/** Discord that answers everything so. */
function answering(answer: Result<unknown, ApiNo>, called = () => {}): Api {
  const say = async () => {
    called();
    return answer;
  };
  return { asBot: say, byToken: say, known: (guess) => guess };
}
