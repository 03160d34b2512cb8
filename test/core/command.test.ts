import { expect, test } from "vitest";
import type { ChatMessage } from "../../src/core/chat.ts";
import { replaceLater } from "../../src/core/command.ts";
import { message } from "../../src/messages/message.ts";
import { manualClock, promisesOnly } from "../fakes/manual-clock.ts";

const titled = (title: string) => message({ tone: "plain", title });

test.for([
  ["shows only the result if the result is ready within two seconds", 1_999, ["Deleted"]],
  ["first shows that work is in progress if the result takes more than two seconds", 2_001, ["Deleting…", "Deleted"]],
] as const)("the answer to a button press %s", async ([, ms, titles]) => {
  const clock = manualClock(undefined, promisesOnly);
  const finish = () => new Promise<ChatMessage>((resolve) => void clock.after(ms, () => resolve(titled("Deleted"))));
  const shown: string[] = [];
  const show = async ({ title }: ChatMessage) => void shown.push(title);
  void replaceLater(clock, { kind: "replace_later", meanwhile: titled("Deleting…"), finish }, show);
  await clock.advance(10_000);
  expect(shown).toEqual(titles);
});
