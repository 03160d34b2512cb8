import { expect, test } from "vitest";
import { BUTTONS } from "../../src/core/button.ts";
import { wordsIn } from "../../src/messages/words.ts";
import { everyHome, everyMessage } from "./every-message.ts";

test("each kind of button stands on some message, or is an option of its menu", () => {
  const words = wordsIn("en");
  const messages = JSON.stringify([...everyMessage(words), ...everyHome(words).flat()]);
  const shown = new Set([...messages.matchAll(/"(?:id|value)":"([a-z\d_]+)[":]/g)].map(([, kind]) => kind));
  expect(Object.keys(BUTTONS).filter((kind) => !shown.has(kind))).toEqual([]);
});
