import { describe, expect, test } from "vitest";
import type { Tone } from "../../../src/core/chat.ts";
import { en } from "../../../src/messages/words/en.ts";
import { everyMessage } from "../every-message.ts";

const all = everyMessage(en);
const titled = (tone: Tone): ReadonlySet<string> =>
  new Set(all.filter((one) => one.tone === tone).map(({ title }) => title));
const tonesOf = (title: string): readonly Tone[] => [
  ...new Set(all.filter((one) => one.title === title).map(({ tone }) => tone)),
];

describe("the sign of a message", () => {
  test("is an hourglass where something continues by itself, and another word will follow", () => {
    expect([...titled("waiting")].toSorted()).toEqual(
      [
        ...[en.card.starting, en.card.queued.title],
        ...[en.keys.checking.title, en.link.asking.title, en.data.gathering.title, en.team.working.title],
        ...[en.state.waitingForApproval, en.state.waitingForTurn, en.state.waitingForService],
        ...[3, 4].map((nth) => en.several.nth(nth, en.state.waitingForFilm)),
        ...[en.approvals.question.title, en.approvals.checking.title],
        ...[3, 20].map(en.join.joining),
        en.deletion.waiting.title,
      ].toSorted(),
    );
  });

  test.for([
    en.notices.tooManyCommands.title,
    en.notices.busy.title,
    en.link.none,
    en.data.noFile.title,
    en.deletion.stillOpen.title,
    en.deletion.notAll,
  ])("is a warning on the refusal “%s”", (title) => {
    expect(tonesOf(title)).toEqual(["bad"]);
  });

  test("is no tick where nothing was done", () => {
    expect([...titled("good")].filter((title) => /nothing|no |not /i.test(title))).toEqual([]);
    expect(tonesOf(en.link.unchanged)).toEqual(["plain"]);
  });

  test("is a key where nothing goes on until its person adds one", () => {
    expect([...titled("key")].toSorted()).toEqual(
      [
        ...[en.keys.first.title, en.keys.none.title, en.keys.yours, en.refusal.noKey.title],
        ...[en.card.making, en.card.overdue.title, en.several.making(6)],
      ].toSorted(),
    );
    const needsKey = all.filter(({ body }) => body.flat().includes(en.card.needsKey));
    expect(needsKey.map(({ tone }) => tone)).toEqual(needsKey.map(() => "key"));
  });

  test.for([en.confirm.price(95), en.data.going.title, en.data.title])(
    "is none where “%s” asks or tells something that is neither under way nor unknown",
    (title) => {
      expect(tonesOf(title).filter((tone) => tone !== "good")).toEqual(["plain"]);
    },
  );

  test("is a question mark where something is asked for good, or nobody knows", () => {
    expect([...titled("unsure")].toSorted()).toEqual(
      [
        ...[en.confirm.again, en.data.confirm, en.keys.confirmRemoval, en.deletion.confirm.title],
        ...[en.unknown.title, en.notification.unknown, en.outcome.noLink.title, en.notification.noLink.title],
        ...[en.keys.notChecked.title, en.keys.savedUnchecked, en.data.unsure.title, en.link.same],
        ...[en.team.confirmRemoval, en.team.report],
        ...[en.join.unclear.title, en.outage.down, en.outage.failing, en.several.partly(0, 6), en.several.partly(3, 6)],
        ...[en.several.partly(0, 2), en.several.partly(2, 6)],
        ...[1, 3].map((nth) => en.several.nth(nth, en.unknown.title)),
      ].toSorted(),
    );
  });
});
