import { expect, test } from "vitest";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { inSlack, plain } from "../slack-world.ts";

const ada = "U00000ADA1";
const bytes = Buffer.from("a joined film");
const film = plain("Parts 1 to 2 in one video", { video: { description: "Parts 1 to 2 in one video: a <boat>" } });
const nothing = async () => {};
const quiet = () => ({ kind: "nothing" }) as const;

test("the film is shared in the thread of the card that was pressed, under its name", () =>
  inSlack(quiet, async ({ slack, front, journal }) => {
    const { filmSender } = front.chat;
    const channelId = slack.channelId;
    const reply = aSlackReply({ teamId: slack.teamId, channelId, userId: ada });
    const posted = await front.chat.post(reply, plain("The card"), { to: "channel", nonce: "1" });
    if (!posted.ok || posted.value.platform !== "slack") throw new Error(JSON.stringify(posted));
    const messageId = posted.value.ts ?? "";
    const to = { reply, card: { channelId, messageId }, isPrivate: false };
    const { signal } = new AbortController();
    const saved: string[] = [];
    const save = async (id: string) => saved.push(`${id}, seen by ${slack.messages("ben").length - 1}`);
    expect(await filmSender?.send(to, film, { bytes, signal, save })).toEqual({ ok: true, value: null });
    const shared = slack.messages("ben").filter(({ fileIds }) => fileIds.length > 0);
    expect(shared).toMatchObject([{ threadTs: messageId, films: [expect.any(String)] }]);
    expect(saved).toEqual([`${shared[0]?.fileIds[0]}, seen by 0`]);
    expect(journal.since(0).filter(({ kind }) => kind === "refused")).toEqual([]);
  }));

test("what cannot go there is refused, and a film of more bytes than a file may have is not begun", () =>
  inSlack(quiet, async ({ slack, front }) => {
    const { filmSender } = front.chat;
    const reply = aSlackReply({ teamId: slack.teamId, channelId: "C0000NONE0", userId: ada });
    const to = { reply, card: { channelId: "C0000NONE0", messageId: "1.5" }, isPrivate: false };
    expect(filmSender?.maxBytes(to)).toBe(1_000_000_000);
    const { signal } = new AbortController();
    expect(await filmSender?.send(to, film, { bytes, signal, save: nothing })).toMatchObject({
      ok: false,
      refusal: { kind: "not_taken" },
    });
    const tooMany = Object.assign(Buffer.from("x"), {});
    Object.defineProperty(tooMany, "length", { value: 1_000_000_001 });
    expect(await filmSender?.send(to, film, { bytes: tooMany, signal, save: nothing })).toEqual({
      ok: false,
      refusal: { kind: "too_large" },
    });
  }));
