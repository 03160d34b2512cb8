import type { Sandbox } from "../../../sandbox/src/sandbox.ts";
import { buttonOf, messagesBefore } from "../../../src/cli/demo/seen.ts";
import { machineClock, sleep } from "../../../src/core/clock.ts";
import type { Ask } from "../protocol.ts";

/** A bot that is killed asks nothing. */
const ASKED_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 25;
const ADA = "ada";

/** Presses that button of the question about that prompt; the press's id, null where no question came. */
export async function pressQuestion(
  sandbox: Sandbox,
  { platform, prompt, label }: Pick<Extract<Ask, { kind: "press" }>, "platform" | "prompt" | "label">,
): Promise<string | null> {
  for (let leftMs = ASKED_WITHIN_MS; leftMs > 0; leftMs -= LOOK_EVERY_MS) {
    const about = messagesBefore(sandbox, platform, { after: 0, personId: ADA }).filter(({ text }) =>
      text.includes(prompt),
    );
    for (const { id, raw } of about) {
      const action = buttonOf(raw, label);
      if (action !== null) return sandbox[platform].press(ADA, id, action);
    }
    await sleep(machineClock, LOOK_EVERY_MS);
  }
  return null;
}
