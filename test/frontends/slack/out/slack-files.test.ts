import { expect, test } from "vitest";
import type { FetchWhole } from "../../../../src/core/ports.ts";
import { clientsOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { slackFiles } from "../../../../src/frontends/slack/out/slack-files.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { aSlackFor } from "../slack-world.ts";

const cat = { name: "cat.png", contentType: "image/png", bytes: new Uint8Array([1, 2, 3]) };
const quiet = () => ({ kind: "nothing" }) as const;

test("a file of Slack's is fetched with the workspace's own token", async () => {
  const { slack, front } = await aSlackFor(quiet);
  const file = { platform: "slack", teamId: slack.teamId, id: slack.upload("ada", cat) } as const;
  expect(await front.files.open(file)).toEqual({ ok: true, value: cat.bytes });
  expect(await front.files.isGone(file)).toBe(false);
  slack.removeFile(file.id);
  expect(await front.files.open(file)).toEqual({ ok: false, refusal: { kind: "gone" } });
  expect(await front.files.isGone(file)).toBe(true);
});

test("more than 5 MB are not read", async () => {
  const { slack, front } = await aSlackFor(quiet);
  const open = (size: number) => {
    const id = slack.upload("ada", { ...cat, bytes: new Uint8Array(size) });
    return front.files.open({ platform: "slack", teamId: slack.teamId, id });
  };
  expect(await open(5_000_000)).toMatchObject({ ok: true });
  expect(await open(5_100_000)).toEqual({ ok: false, refusal: { kind: "unreachable" } });
});

test("the film in a card's thread is read by its file's id, also where it is larger than a picture may be", async () => {
  const { slack, front } = await aSlackFor(quiet);
  const { signal } = new AbortController();
  const film = { name: "boat.mp4", contentType: "video/mp4", bytes: new Uint8Array(6_000_000) };
  const reply = { ...aSlackReply({ teamId: slack.teamId }), files: [{ id: slack.upload("ada", film) }] };
  const place = front.chat.filmIn(reply, undefined);
  const opened = place?.kind === "platform" ? await place.open(signal) : null;
  if (!opened?.ok) throw new Error(JSON.stringify(opened));
  let sizeBytes = 0;
  for await (const part of opened.value) sizeBytes += part.length;
  expect(sizeBytes).toBe(6_000_000);
  slack.removeFile(reply.files[0]?.id ?? "");
  expect(place?.kind === "platform" && (await place.open(signal))).toEqual({ ok: false, refusal: { kind: "gone" } });
  expect(front.chat.filmIn(reply, 2)).toBeNull();
  const several = { ...aSlackReply({ teamId: slack.teamId }), files: [{ id: slack.upload("ada", film), nth: 2 }] };
  const second = front.chat.filmIn(several, 2);
  expect(second?.kind === "platform" && (await second.open(signal))).toMatchObject({ ok: true });
  for (const nth of [1, undefined]) expect(front.chat.filmIn(several, nth)).toBeNull();
  expect(front.chat.filmIn(aSlackReply(), undefined)).toBeNull();
  const begun = { ...aSlackReply(), files: [{ id: "F1", nth: 2, isFrame: true } as const] };
  expect(front.chat.filmIn(begun, 2)).toBeNull();
  const whole = { ...aSlackReply(), files: [{ id: "F1", isJoined: true } as const] };
  expect(front.chat.filmIn(whole, undefined)).toBeNull();
  expect(front.chat.showFrame).toBeNull();
});

/** Slack as it answers files.info with that address; what was fetched beside that, and with which token. */
function named(url: string, answer = () => new Response("x", { headers: { "content-type": "image/png" } })) {
  const fetched: { readonly url: string; readonly token: unknown }[] = [];
  const log = recordingLog();
  const fetchWhole: FetchWhole = async (address, { headers }) => {
    fetched.push({
      url: String(address),
      token: Object.entries(headers ?? {}).find(([name]) => name === "authorization")?.[1],
    });
    return answer();
  };
  const slackAnswers: typeof fetch = async () =>
    new Response(JSON.stringify({ ok: true, file: { url_private: url } }), {
      headers: { "content-type": "application/json" },
    });
  const { clientOf } = clientsOf(
    async () => "xoxb-1",
    () => ({ slackApiUrl: "https://slack.com/api/", fetch: slackAnswers, retryConfig: { retries: 0 } }),
  );
  const files = slackFiles({ clientOf, apiUrl: "https://slack.com/api/", fetchWhole, log });
  return { fetched, log, open: () => files.open({ platform: "slack", teamId: "T1", id: "F1" }) };
}

test("the workspace's own token opens the file", async () => {
  const { open, fetched } = named("https://files.slack.com/a.png");
  expect(await open()).toMatchObject({ ok: true });
  expect(fetched).toEqual([{ url: "https://files.slack.com/a.png", token: "Bearer xoxb-1" }]);
});

test("a sign-in page is no file, and the log says what may be missing", async () => {
  const page = () => new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
  const { open, log } = named("https://files.slack.com/a.png", page);
  expect(await open()).toEqual({ ok: false, refusal: { kind: "unreachable" } });
  expect(JSON.stringify(log.lines)).toContain("files:read");
  expect(JSON.stringify(log.lines)).not.toContain("xoxb");
});
